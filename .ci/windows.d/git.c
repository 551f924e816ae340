/* git.exe under Wine: it runs the system's git, with paths and variables in its form. Wine's handles are not descriptors
   of the system, so threads copy between them. */
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

struct stream {
	HANDLE handle;
	int descriptor;
};

/* "--file=Z:\a\b" to "--file=/a/b", and NUL to /dev/null. */
static char *native(const char *text)
{
	char *made = strdup(text), *at = made;
	if (!strcasecmp(text, "NUL"))
		return strdup("/dev/null");
	for (; *at; at++) {
		int begins = at == made || strchr("=:@ ", at[-1]);
		if (begins && (*at == 'Z' || *at == 'z') && at[1] == ':' && (at[2] == '\\' || at[2] == '/')) {
			memmove(at, at + 2, strlen(at + 2) + 1);
			for (char *slash = at; (slash = strchr(slash, '\\'));)
				*slash = '/';
		}
	}
	return made;
}

static const char *without_drive(const char *path)
{
	return strncmp(path, "Z:", 2) ? path : path + 2;
}

/* Replaces the beginning of a small file, if it is that one. */
static int begin_with(const char *path, const char *mark, const char *was, const char *is)
{
	char text[4096], old[64];
	struct stat info;
	FILE *file;
	size_t n, length = snprintf(old, sizeof old, "%s%s", mark, was);
	if (lstat(path, &info) || !S_ISREG(info.st_mode) || !(file = fopen(path, "r+")))
		return 0;
	n = fread(text, 1, sizeof text, file);
	int found = n < sizeof text && n >= length && !memcmp(text, old, length);
	if (found) {
		rewind(file);
		fprintf(file, "%s%s%.*s", mark, is, (int)(n - length), text + length);
		fflush(file);
		if (ftruncate(fileno(file), ftell(file)))
			found = 0;
		futimens(fileno(file), (struct timespec[]){info.st_atim, info.st_mtim});
	}
	fclose(file);
	return found;
}

/* Linked worktrees and their repository name each other by absolute paths: with a drive, as git for Windows writes them,
   while Windows programs read them, and without one while git does. */
static void name_worktrees(const char *folder, const char *was, const char *is)
{
	char at[4096], path[PATH_MAX], pattern[PATH_MAX], text[PATH_MAX];
	struct stat info = {0};
	glob_t found;
	FILE *file;
	snprintf(at, sizeof at, "%s", folder);
	for (char *slash; snprintf(path, sizeof path, "%s/.git", at), lstat(path, &info) && (slash = strrchr(at, '/'));)
		*slash = 0;
	snprintf(pattern, sizeof pattern, "%s/worktrees/*/gitdir", folder); /* of a bare repository */
	if (S_ISDIR(info.st_mode))
		snprintf(pattern, sizeof pattern, "%s/worktrees/*/gitdir", path);
	begin_with(path, "gitdir: ", was, is);
	if (S_ISREG(info.st_mode) && (file = fopen(path, "r"))) {
		if (fscanf(file, "gitdir: %4095[^\n]", text) == 1 && strrchr(text, '/'))
			*strrchr(text, '/') = 0, snprintf(pattern, sizeof pattern, "%s/*/gitdir", without_drive(text));
		fclose(file);
	}
	if (glob(pattern, 0, NULL, &found))
		return;
	for (size_t i = 0; i < found.gl_pathc; i++) {
		begin_with(found.gl_pathv[i], "", was, is);
		if (!(file = fopen(found.gl_pathv[i], "r")))
			continue;
		if (fscanf(file, "%4095[^\n]", text) == 1)
			begin_with(without_drive(text), "gitdir: ", was, is);
		fclose(file);
	}
	globfree(&found);
}

static int for_git(const char *name)
{
	static const char *const prefixes[] = {"GIT_", "XDG_", "LC_", "HOME=", "TZ="};
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
			return 1;
	return 0;
}

/* Git's variables are those of the Windows program that calls it; all others are those that Wine was started with. */
static void take_variables(void)
{
	for (char **pair = environ; *pair;) {
		char *name = for_git(*pair) ? strndup(*pair, strcspn(*pair, "=")) : NULL;
		if (name)
			unsetenv(name), pair = environ;
		else
			pair++;
	}
	for (char *pair = GetEnvironmentStringsA(); *pair; pair += strlen(pair) + 1)
		if (for_git(pair))
			setenv(strndup(pair, strcspn(pair, "=")), native(strchr(pair, '=') + 1), 1);
}

static DWORD WINAPI copy_in(void *argument)
{
	struct stream *from = argument;
	char bytes[65536];
	DWORD read;
	while (ReadFile(from->handle, bytes, sizeof bytes, &read, NULL) && read)
		for (DWORD done = 0; done < read;) {
			ssize_t n = write(from->descriptor, bytes + done, read - done);
			if (n < 0 && errno != EINTR)
				goto end;
			done += n > 0 ? n : 0;
		}
end:
	close(from->descriptor);
	return 0;
}

static DWORD WINAPI copy_out(void *argument)
{
	struct stream *to = argument;
	char bytes[65536];
	DWORD written;
	ssize_t n;
	while ((n = read(to->descriptor, bytes, sizeof bytes)) > 0 || (n < 0 && errno == EINTR))
		if (n > 0 && !WriteFile(to->handle, bytes, n, &written, NULL))
			break;
	close(to->descriptor);
	return 0;
}

int main(int argc, char **argv)
{
	static const DWORD handles[] = {STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
	struct stream streams[3];
	int pipes[3][2], status;
	posix_spawn_file_actions_t actions;
	char folder[4096];
	HANDLE ends[2];
	pid_t child;

	signal(SIGPIPE, SIG_IGN);
	GetCurrentDirectoryA(sizeof folder, folder);
	if (chdir(native(folder))) {
		fprintf(stderr, "git: the folder %s is not on drive Z:\n", folder);
		return 128;
	}
	take_variables();
	argv[0] = "git";
	for (int i = 1; i < argc; i++)
		argv[i] = native(argv[i]);

	char *where = argc > 2 && !strcmp(argv[1], "-C") ? realpath(argv[2], NULL) : NULL;
	where = where ? where : native(folder);
	name_worktrees(where, "Z:/", "/");

	posix_spawn_file_actions_init(&actions);
	for (int i = 0; i < 3; i++) {
		if (pipe(pipes[i]))
			return 128;
		int ours = i == 0 ? 1 : 0;
		posix_spawn_file_actions_adddup2(&actions, pipes[i][!ours], i);
		streams[i] = (struct stream){GetStdHandle(handles[i]), pipes[i][ours]};
	}
	for (int i = 0; i < 3; i++) {
		posix_spawn_file_actions_addclose(&actions, pipes[i][0]);
		posix_spawn_file_actions_addclose(&actions, pipes[i][1]);
	}
	if (posix_spawn(&child, "/usr/bin/git", &actions, NULL, argv, environ))
		return 127;
	close(pipes[0][0]);
	for (int i = 1; i < 3; i++) {
		close(pipes[i][1]);
		ends[i - 1] = CreateThread(NULL, 0, copy_out, &streams[i], 0, NULL);
	}
	CreateThread(NULL, 0, copy_in, &streams[0], 0, NULL);
	WaitForMultipleObjects(2, ends, TRUE, INFINITE);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	name_worktrees(where, "/", "Z:/");
	ExitProcess(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

#!/bin/sh
# Puts the program consider into ~/.local/bin, or the folder that --to names; --uninstall takes it out again.
# Nothing else is written. The download is checked against the release's checksums, and these against the owner's signature if
# releases are signed, before anything of it is run. All is in a function, so that a download that was cut off does nothing.
#
#   sh install.sh [--to FOLDER] [--version X.Y.Z] [--uninstall]
#
# CONSIDER_DOWNLOADS is where releases are, for a mirror.
set -eu

main() {
	downloads=${CONSIDER_DOWNLOADS:-@DOWNLOADS@}
	signer='@SIGNER@'
	folder=${HOME:?HOME is not set}/.local/bin
	version=
	uninstall=

	fail() {
		echo "install.sh: $1" >&2
		exit 1
	}

	while [ $# -gt 0 ]; do
		case $1 in
		--to) folder=${2:?--to needs a folder} && shift ;;
		--version) version=${2:?--version needs a version} && shift ;;
		--uninstall) uninstall=1 ;;
		*) fail "unknown argument $1; use --to FOLDER, --version X.Y.Z or --uninstall" ;;
		esac
		shift
	done
	program=$folder/consider

	# ours: whether what is there calls itself consider.
	ours() { [ -f "$program" ] && "$program" version 2>/dev/null | grep -q '^consider '; }

	if [ -n "$uninstall" ]; then
		[ -e "$program" ] || fail "$program not found"
		ours || fail "$program is not consider; it was not removed"
		rm "$program"
		echo "removed $program. Files that setup added to your projects remain. To remove them, reinstall and run 'consider uninstall' in each project."
		case $(uname -s) in
		Darwin) settings=$HOME/Library/Application\ Support/consider ;;
		*) settings=${XDG_CONFIG_HOME:-$HOME/.config}/consider ;;
		esac
		# Without the key in it, a later install asks anew which stores were made here.
		[ ! -d "$settings" ] || echo "to delete your settings and keys too: rm -r \"$settings\""
		exit
	fi
	if [ -e "$program" ] && ! ours; then
		fail "$program is a different program; choose another folder with --to"
	fi

	case $(uname -s) in
	Linux) system=linux ;;
	Darwin) system=darwin ;;
	*) fail "no build for $(uname -s); on Windows use install.ps1" ;;
	esac
	case $(uname -m) in
	x86_64 | amd64) arch=amd64 ;;
	aarch64 | arm64) arch=arm64 ;;
	*) fail "no build for $(uname -m)" ;;
	esac

	if command -v curl >/dev/null; then
		secure=
		case $downloads in https:*) secure="--proto =https --tlsv1.2" ;; esac
		# shellcheck disable=SC2086 # two flags, or none for a mirror without encryption
		get() { curl $secure -fsSL "$1" -o "$2"; }
	elif command -v wget >/dev/null; then
		get() { wget -q "$1" -O "$2"; }
	else
		fail "curl or wget is required"
	fi
	if command -v sha256sum >/dev/null; then
		sum() { sha256sum "$1" | cut -d' ' -f1; }
	elif command -v shasum >/dev/null; then
		sum() { shasum -a 256 "$1" | cut -d' ' -f1; }
	else
		fail "sha256sum or shasum is required"
	fi

	if [ -n "$version" ]; then from=$downloads/download/v$version; else from=$downloads/latest/download; fi
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
	get "$from/checksums.txt" "$work/checksums.txt" || fail "cannot fetch $from/checksums.txt"
	case $signer in
	ssh-*)
		get "$from/checksums.txt.sig" "$work/checksums.txt.sig" || fail "cannot fetch $from/checksums.txt.sig, the signature of the release"
		if command -v ssh-keygen >/dev/null; then
			echo "consider $signer" >"$work/signer"
			ssh-keygen -Y verify -f "$work/signer" -I consider -n consider -s "$work/checksums.txt.sig" <"$work/checksums.txt" >/dev/null 2>&1 ||
				fail "the signature of the release is not the owner's; nothing was installed"
		else
			echo "the signature of the release was not verified, because ssh-keygen was not found; its checksum was" >&2
		fi
		;;
	*) echo "this release is unsigned: only its checksum is verified" >&2 ;;
	esac
	line=$(grep "_${system}_$arch.tar.gz\$" "$work/checksums.txt") || fail "the release has no build for $system $arch"
	file=${line##* }
	get "$from/$file" "$work/$file" || fail "cannot fetch $from/$file"
	[ "$(sum "$work/$file")" = "${line%% *}" ] || fail "checksum mismatch for $file; nothing was installed"
	tar -xzf "$work/$file" -C "$work" consider

	mkdir -p "$folder"
	# A rename, because the old program may be running.
	cp "$work/consider" "$folder/.consider.$$"
	chmod 755 "$folder/.consider.$$"
	mv -f "$folder/.consider.$$" "$program"
	echo "installed $("$program" version) as $program"
	case :$PATH: in
	*":$folder:"*) ;;
	*) echo "$folder is not on your PATH; add this to your shell's profile: export PATH=\"$folder:\$PATH\"" ;;
	esac
	echo "next: run 'consider setup' in a project"
}

main "$@"

/* bcryptprimitives.dll: the one function of it that Go programs call to get random bytes. Wine 8 lacks the library. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T length)
{
	while (length > 0) {
		ULONG part = length > 1 << 20 ? 1 << 20 : (ULONG)length;
		if (!RtlGenRandom(bytes, part))
			return FALSE;
		bytes += part;
		length -= part;
	}
	return TRUE;
}

BOOL WINAPI DllMain(HINSTANCE library, DWORD reason, LPVOID reserved)
{
	return TRUE;
}

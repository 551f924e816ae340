// Package transcript finds what coding agents said last, in the files that they keep of their conversations.
//
// # Words
//
// A transcript is an agent's own record of one session. It belongs to the agent: its form is internal to the
// vendor and changes with any release. So this package only reads, believes nothing, and passes over what it does
// not know. A response is one message of the assistant in it, as a person sees it in the terminal: the text,
// without thinking, tools, the words of subagents and insertions of the harness. A place is where an agent
// keeps its transcripts ([Places]); a root is a folder whose sessions are wanted.
//
// # Reading backwards
//
// Transcripts grow to hundreds of megabytes and only the newest responses are asked for, so files are read from
// their end ([backward]), in chunks, until enough responses are found. A fixed tail would not do: the last 64 KB
// may be one line, or hold no word of the assistant. Lines over [maxLine] are passed over, and after [maxBack]
// bytes of one file reading stops; [Source.Cut] reports both. A last line that is still being written is not yet
// a JSON object, and is read the next time.
//
// # Which sessions
//
// A session belongs to a root when it was started there or below. Without such sessions, those of the nearest
// folder above count. Names of folders that agents derive from paths lose information, so it is the
// working directory in the records that decides.
package transcript

// Package platform is a scriptable casino platform for tests: a small HTTP server that speaks the
// envelope of calls.md §1 and fails in the way that a Fault describes, down to the connection. It
// counts what it received and what it executed, which makes it the truth about calls whose answers
// got lost. It imports no package of the server.
package platform

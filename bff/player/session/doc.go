// Package session creates, opens and ends player sessions (calls.md §3). A session lives in
// the player's cookie: a signed JWT bound to one brand with the encrypted upstream identity
// inside, or a ticket to such a token in a TicketStore. Ended sessions are recorded in a
// bff.Revocations until they would have expired. The session index lists active sessions
// for staff.
package session

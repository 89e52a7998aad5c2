// Package session makes, opens and ends player sessions (calls.md §3). A session lives in
// the player's cookie: a signed JWT bound to one brand, whose upstream identity is
// encrypted inside. What has ended is remembered by a bff.Revocations until it would have
// expired anyway. What has begun is known to a bff.SessionRegister, for staff.
package session

package bff

import "time"

// Block refuses a player in front of any platform.
type Block struct {
	By     string    `json:"by"` // the account
	At     time.Time `json:"at"`
	Until  time.Time `json:"until,omitzero"` // zero: until lifted
	Reason string    `json:"reason"`         // for staff only
}

// BlockSubject names who is blocked at a brand: the player with an id, or those whose user name is
// Username in some spelling, also before any of them was seen.
type BlockSubject struct {
	Brand    string
	World    string // the mock world; empty unless the brand's mock is controllable
	UID      string
	Username string // used where UID is empty
}

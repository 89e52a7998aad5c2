package config

import "time"

// Retention says for how many days each kind of record is kept. Its minimums are in the schema.
type Retention struct {
	Requests      int `json:"requests"`       // answered requests, for look-ups
	Players       int `json:"players"`        // players and their devices, since they were seen last
	Audit         int `json:"audit"`          // actions of staff
	RefusedLogins int `json:"refused_logins"` // of staff
	Windows       int `json:"windows"`        // maintenance windows that have ended
}

// defaultRetention is the retention without settings.
func defaultRetention() Retention {
	return Retention{Requests: 7, Players: 180, Audit: 400, RefusedLogins: 90, Windows: 30}
}

// Days returns a number of days as a duration.
func Days(n int) time.Duration { return time.Duration(n) * 24 * time.Hour }

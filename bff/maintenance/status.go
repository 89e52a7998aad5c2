package maintenance

import (
	"net/netip"
	"time"
)

// Status is the state of a brand for staff (calls.md §8).
type Status struct {
	Brand   string            `json:"brand"`
	State   string            `json:"state"` // open, scheduled, maintenance or detected
	By      string            `json:"by,omitempty"`
	Since   time.Time         `json:"since,omitzero"`
	From    time.Time         `json:"from,omitzero"`
	Until   time.Time         `json:"until,omitzero"`
	Message map[string]string `json:"message,omitempty"`
	Calls   []string          `json:"calls,omitempty"` // empty: the whole site
	Bypass  []netip.Prefix    `json:"bypass,omitempty"`
	All     bool              `json:"all,omitempty"` // declared for every brand
}

// States of a Status.
const (
	StateOpen        = "open"
	StateScheduled   = "scheduled"
	StateMaintenance = "maintenance"
	StateDetected    = "detected"
)

// Status returns the state of a brand, or what is declared for all with Everywhere: the notice
// in force, else detected maintenance, else the next scheduled notice.
func (m *Manager) Status(brand string) Status {
	k, now := m.current.Load(), m.now()
	var coming *Status
	for _, key := range [2]string{brand, Everywhere} {
		n := k.notices[key]
		if n == nil || !n.Until.IsZero() && !now.Before(n.Until) {
			continue
		}
		n = n.clone()
		s := Status{
			Brand: brand, State: StateScheduled, By: n.By, Since: n.Since, From: n.From, Until: n.Until,
			Message: n.Message, Calls: n.Calls, Bypass: n.Bypass, All: key == Everywhere,
		}
		if n.active(now) {
			s.State = StateMaintenance
			return s
		}
		if coming == nil {
			coming = &s
		}
	}
	if d, ok := k.detected[brand]; ok {
		return Status{Brand: brand, State: StateDetected, Since: d.since}
	}
	if coming != nil {
		return *coming
	}
	return Status{Brand: brand, State: StateOpen}
}

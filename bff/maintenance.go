package bff

import (
	"errors"
	"maps"
	"net/netip"
	"slices"
	"time"
)

// AllBrands stands for every brand where maintenance is declared.
const AllBrands = "*"

// MaintenanceState is the maintenance state of a brand as players see it.
type MaintenanceState struct {
	On      bool
	Partial bool              // only a part is closed
	Message map[string]string // by language; may be empty
	Until   time.Time         // expected end; zero when unknown
}

// MaintenanceNotice is what staff declare when they close a brand or parts of it.
type MaintenanceNotice struct {
	Parts   []Part            `json:"parts,omitempty"`   // of the site
	Calls   []string          `json:"calls,omitempty"`   // class or class/method; none with Parts
	Message map[string]string `json:"message,omitempty"` // for players, by language
	Bypass  []netip.Prefix    `json:"bypass,omitempty"`  // addresses that bypass it
	Why     string            `json:"why,omitempty"`     // for staff only
	By      string            `json:"by"`                // the account
}

// MaintenanceWindow closes a brand, or all with AllBrands, from From until Until.
type MaintenanceWindow struct {
	ID      string      `json:"id"`
	Version int         `json:"version"` // counts changes from 1
	Brand   string      `json:"brand"`
	State   WindowState `json:"state,omitempty"`
	Created time.Time   `json:"created"`
	From    time.Time   `json:"from,omitzero"`
	Until   time.Time   `json:"until,omitzero"` // zero: until it is ended
	MaintenanceNotice
	Ended *MaintenanceEnd `json:"ended,omitempty"` // by hand; nil when it ended by its time
}

// MaintenanceEnd is the end of a window before its time.
type MaintenanceEnd struct {
	By string    `json:"by"`
	At time.Time `json:"at"`
}

// WindowState is the state of a MaintenanceWindow at a time.
type WindowState string

// The states of a window.
const (
	WindowScheduled WindowState = "scheduled"
	WindowOpen      WindowState = "open" // in force
	WindowEnded     WindowState = "ended"
)

// StateAt returns the state of w at a time.
func (w *MaintenanceWindow) StateAt(now time.Time) WindowState {
	switch {
	case w.Ended != nil || !w.Until.IsZero() && !now.Before(w.Until):
		return WindowEnded
	case now.Before(w.From):
		return WindowScheduled
	}
	return WindowOpen
}

// Clone returns a deep copy of n.
func (n *MaintenanceNotice) Clone() MaintenanceNotice {
	c := *n
	c.Message, c.Parts, c.Calls, c.Bypass = maps.Clone(n.Message), slices.Clone(n.Parts), slices.Clone(n.Calls), slices.Clone(n.Bypass)
	return c
}

// Closed returns the names of the parts, classes and calls that n closes; none for the whole site.
func (n *MaintenanceNotice) Closed() []string { return append(PartNames(n.Parts), n.Calls...) }

// PartNames returns the names of parts.
func PartNames(parts []Part) (names []string) {
	for _, part := range parts {
		names = append(names, string(part))
	}
	return names
}

// Errors of changes to windows and bypass links.
var (
	ErrMaintenanceUnknown = errors.New("unknown window or link")
	ErrMaintenanceChanged = errors.New("the window was changed meanwhile")
	ErrMaintenanceEnded   = errors.New("the window has ended")
	ErrMaintenanceFull    = errors.New("too many windows or links")
)

// BypassLink is a link that opens a closed brand for a tester, without its secret.
type BypassLink struct {
	ID    string    `json:"id"`
	By    string    `json:"by"` // the account that made it
	Until time.Time `json:"until"`
}

// MaintenanceTarget returns what is under maintenance when the platform that serves c is: the brand's ID, or ID/class
// or ID/class/method when that part is routed to another platform.
func (b *Brand) MaintenanceTarget(c *Call) string {
	if part, rules := b.route(c); rules != b.Upstream {
		return b.ID + "/" + part
	}
	return b.ID
}

// MaintenanceStatus is the maintenance state of a brand for staff (calls.md §8, §9): what closes it at present or next,
// and everything that is declared and detected.
type MaintenanceStatus struct {
	Brand   string            `json:"brand"`
	State   string            `json:"state"` // one of the Status constants
	By      string            `json:"by,omitempty"`
	Since   time.Time         `json:"since,omitzero"`
	From    time.Time         `json:"from,omitzero"`
	Until   time.Time         `json:"until,omitzero"`
	Message map[string]string `json:"message,omitempty"`
	Parts   []Part            `json:"parts,omitempty"` // that are closed; none with no Calls: the whole site
	Calls   []string          `json:"calls,omitempty"`
	Bypass  []netip.Prefix    `json:"bypass,omitempty"`
	All     bool              `json:"all,omitempty"` // declared for every brand

	Switches []MaintenanceSwitch    `json:"switches"` // that are on; the whole site's first
	Detected []MaintenanceDetection `json:"detected,omitempty"`
	Windows  []MaintenanceWindow    `json:"windows"` // of the brand and of all: open, scheduled, ended lately
}

// States of a MaintenanceStatus.
const (
	StatusOpen        = "open"
	StatusScheduled   = "scheduled"
	StatusMaintenance = "maintenance"
	StatusDetected    = "detected"
)

// MaintenanceSwitch is a manual switch that is on: of a whole site, or of calls that were closed at once.
type MaintenanceSwitch struct {
	MaintenanceNotice
	Since time.Time `json:"since"`
	All   bool      `json:"all,omitempty"` // of every brand
}

// MaintenanceDetection is maintenance that a platform reported.
type MaintenanceDetection struct {
	Part  string    `json:"part,omitempty"`  // class or class/method; empty: the whole brand
	Parts []Part    `json:"parts,omitempty"` // the parts of the site to which its calls belong
	Since time.Time `json:"since"`
}

package bff

import (
	"errors"
	"maps"
	"net/netip"
	"slices"
	"time"
)

// AllBrands stands for every brand in declarations of maintenance.
const AllBrands = "*"

// MaintenanceState is the maintenance state of a brand for players.
type MaintenanceState struct {
	On      bool
	Partial bool              // only a part is closed
	Message map[string]string // by language, may be empty
	Until   time.Time         // expected end, zero if unknown
}

// MaintenanceNotice is a declaration of maintenance by staff.
type MaintenanceNotice struct {
	Parts   []Part            `json:"parts,omitempty"`   // closed parts of the site
	Calls   []string          `json:"calls,omitempty"`   // class or class/method, empty if Parts is set
	Message map[string]string `json:"message,omitempty"` // for players, by language
	Bypass  []netip.Prefix    `json:"bypass,omitempty"`  // addresses that may still use the site
	Why     string            `json:"why,omitempty"`     // for staff only
	By      string            `json:"by"`                // account of the staff member
}

// MaintenanceWindow closes a brand from From until Until. AllBrands closes all brands.
type MaintenanceWindow struct {
	ID      string      `json:"id"`
	Version int         `json:"version"` // counts changes from 1
	Brand   string      `json:"brand"`
	State   WindowState `json:"state,omitempty"`
	Created time.Time   `json:"created"`
	From    time.Time   `json:"from,omitzero"`
	Until   time.Time   `json:"until,omitzero"` // zero: until staff end it
	MaintenanceNotice
	Ended *MaintenanceEnd `json:"ended,omitempty"` // set if staff ended it before Until
}

// MaintenanceEnd is the early end of a window.
type MaintenanceEnd struct {
	By string    `json:"by"`
	At time.Time `json:"at"`
}

// WindowState is the state of a MaintenanceWindow at some time.
type WindowState string

// The states of a window.
const (
	WindowScheduled WindowState = "scheduled"
	WindowOpen      WindowState = "open" // active
	WindowEnded     WindowState = "ended"
)

// StateAt returns the state of w at now.
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
	c.Message, c.Parts, c.Calls, c.Bypass = maps.Clone(n.Message), slices.Clone(n.Parts), slices.Clone(n.Calls),
		slices.Clone(n.Bypass)
	return c
}

// Closed returns the names of the parts, classes and calls that n closes. It is empty if n closes
// the whole site.
func (n *MaintenanceNotice) Closed() []string { return append(PartNames(n.Parts), n.Calls...) }

// PartNames returns the names of parts.
func PartNames(parts []Part) (names []string) {
	for _, part := range parts {
		names = append(names, string(part))
	}
	return names
}

// Errors of changes to maintenance windows and bypass links.
var (
	ErrMaintenanceUnknown = errors.New("unknown window or link")
	ErrMaintenanceChanged = errors.New("the window was changed meanwhile")
	ErrMaintenanceEnded   = errors.New("the window has ended")
	ErrMaintenanceFull    = errors.New("too many windows or links")
)

// BypassLink is a link that lets a tester into a closed brand. It does not contain the secret.
type BypassLink struct {
	ID    string    `json:"id"`
	By    string    `json:"by"` // account that created it
	Until time.Time `json:"until"`
}

// MaintenanceTarget returns the target to close when the platform of c reports maintenance. It is
// the brand's ID, or ID/class or ID/class/method if that part has another platform.
func (b *Brand) MaintenanceTarget(c *Call) string {
	if part, rules := b.route(c); rules != b.Upstream {
		return b.ID + "/" + part
	}
	return b.ID
}

// MaintenanceStatus is the maintenance state of a brand for staff. The first fields describe the
// current or next maintenance. The lists contain everything that is declared and detected.
type MaintenanceStatus struct {
	Brand   string            `json:"brand"`
	State   string            `json:"state"` // one of the Status constants
	By      string            `json:"by,omitempty"`
	Since   time.Time         `json:"since,omitzero"`
	From    time.Time         `json:"from,omitzero"`
	Until   time.Time         `json:"until,omitzero"`
	Message map[string]string `json:"message,omitempty"`
	Parts   []Part            `json:"parts,omitempty"` // closed parts, the whole site if Calls is empty too
	Calls   []string          `json:"calls,omitempty"`
	Bypass  []netip.Prefix    `json:"bypass,omitempty"`
	All     bool              `json:"all,omitempty"` // declared for every brand

	Switches []MaintenanceSwitch    `json:"switches"` // active switches, those for the whole site first
	Detected []MaintenanceDetection `json:"detected,omitempty"`
	Windows  []MaintenanceWindow    `json:"windows"` // open, scheduled and recently ended windows
}

// Values of MaintenanceStatus.State.
const (
	StatusOpen        = "open"
	StatusScheduled   = "scheduled"
	StatusMaintenance = "maintenance"
	StatusDetected    = "detected"
)

// MaintenanceSwitch is a manual switch that is on. It closes a whole site or a set of calls.
type MaintenanceSwitch struct {
	MaintenanceNotice
	Since time.Time `json:"since"`
	All   bool      `json:"all,omitempty"` // applies to every brand
}

// MaintenanceDetection is maintenance that a platform reported.
type MaintenanceDetection struct {
	Part  string    `json:"part,omitempty"`  // class or class/method, empty: the whole brand
	Parts []Part    `json:"parts,omitempty"` // parts of the site that the calls belong to
	Since time.Time `json:"since"`
}

package bff

import (
	"net/netip"
	"time"
)

// MaintenanceStatus is the maintenance state of a brand for staff (calls.md §8, §9): what closes it
// at present, or what closes it next, and everything that is declared and detected.
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

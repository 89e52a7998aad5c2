package bff

import "time"

// MaintenanceState is what a brand's players must be told about maintenance.
type MaintenanceState struct {
	On      bool
	Message map[string]string // by language; may be empty
	Until   time.Time         // expected end; zero when unknown
}

// Maintenance tells the state of brands (calls.md §2 maintenance/check_status, §4).
type Maintenance interface {
	// State resolves the brand's state for one call name, or for the whole site where
	// call is empty.
	State(brand, call string) MaintenanceState
	// Detected records that the upstream itself said it is under maintenance.
	Detected(brand string)
}

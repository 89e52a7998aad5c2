package bff

import (
	"net/netip"
	"time"
)

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
	// ReportDetected records that the upstream itself said it is under maintenance. Where a
	// platform serves part of a brand only, that part follows: brand/class or
	// brand/class/method.
	ReportDetected(brand string)
}

// MaintenanceBypass lets testers in while a brand is closed to everybody else
// (calls.md §8).
type MaintenanceBypass interface {
	// StateFor resolves the state that one visitor meets: open where a notice names their
	// address or pass lets them in.
	StateFor(brand, call string, visitor netip.Addr, pass string) MaintenanceState
	// BypassValidUntil tells until when a pass of the brand lets its holder in; ok is false for
	// one that is forged, over or another brand's.
	BypassValidUntil(brand, pass string) (until time.Time, ok bool)
}

// MaintenanceTarget names what of the brand is closed where the platform that serves c is: the
// brand, or the part of it that is routed elsewhere. It is what Maintenance.Detected takes.
func (b *Brand) MaintenanceTarget(c *Call) string {
	for _, part := range [2]string{c.Name(), c.Class} {
		if r, ok := b.Routing[part]; ok {
			if r == b.Upstream {
				return b.ID
			}
			return b.ID + "/" + part
		}
	}
	return b.ID
}

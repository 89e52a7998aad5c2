package bff

import "time"

// MaintenanceState is the maintenance state of a brand as players see it.
type MaintenanceState struct {
	On      bool
	Message map[string]string // by language; may be empty
	Until   time.Time         // expected end; zero when unknown
}

// MaintenanceTarget returns what is under maintenance when the platform that serves c is: the
// brand's ID, or ID/class or ID/class/method when that part is routed to another platform.
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

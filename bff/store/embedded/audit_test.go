package embedded_test

import (
	"testing"

	"croupier/bff/staff"
	"croupier/bff/store/embedded"
	"croupier/bff/store/storetest"
)

func TestTrail(t *testing.T) {
	storetest.RunTrail(t, func(t *testing.T, c *storetest.Clock) func(*testing.T, string) (staff.AuditStore, func()) {
		t.Helper()
		dir := t.TempDir()
		var s *embedded.Store
		users := 0
		return func(t *testing.T, name string) (staff.AuditStore, func()) {
			t.Helper()
			if users++; users == 1 { // two trails lie in one file, which has one owner
				s = open(t, dir, embedded.Options{Now: c.Now})
			}
			trail, err := s.AuditStore(name, storetest.TrailBounds.MaxEntries, storetest.TrailBounds.MaxAge)
			if err != nil {
				t.Fatal(err)
			}
			return trail, func() {
				if users--; users == 0 {
					if err := s.Close(); err != nil {
						t.Error(err)
					}
				}
			}
		}
	})
}

package embedded_test

import (
	"testing"

	"croupier/bff/staff"
	"croupier/bff/store/embedded"
	"croupier/bff/store/storetest"
)

func TestAuditStore(t *testing.T) {
	storetest.RunAuditStore(t, func(t *testing.T, c *storetest.Clock) func(*testing.T, string) (staff.AuditStore, func()) {
		t.Helper()
		dir := t.TempDir()
		var s *embedded.Store
		opened := 0
		return func(t *testing.T, name string) (staff.AuditStore, func()) {
			t.Helper()
			if opened++; opened == 1 { // audit stores share one file, which can be opened once
				s = open(t, dir, embedded.Options{Now: c.Now})
			}
			a, err := s.AuditStore(name, storetest.AuditRetention.MaxEntries, storetest.AuditRetention.MaxAge)
			if err != nil {
				t.Fatal(err)
			}
			return a, func() {
				if opened--; opened == 0 {
					if err := s.Close(); err != nil {
						t.Error(err)
					}
				}
			}
		}
	})
}

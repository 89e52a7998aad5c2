package embedded_test

import (
	"testing"

	"croupier/bff"
	"croupier/bff/store/embedded"
	"croupier/bff/store/storetest"
)

func TestCollection(t *testing.T) {
	storetest.RunCollection(t, func(t *testing.T, c *storetest.Clock) func(*testing.T, string) (bff.Collection, func()) {
		t.Helper()
		dir := t.TempDir()
		var s *embedded.Store
		opened := 0
		return func(t *testing.T, name string) (bff.Collection, func()) {
			t.Helper()
			if opened++; opened == 1 { // collections share one file, which can be opened once
				s = open(t, dir, embedded.Options{Now: c.Now})
			}
			one, err := s.Collection(name, storetest.CollectionRetention)
			if err != nil {
				t.Fatal(err)
			}
			return one, func() {
				if opened--; opened == 0 {
					if err := s.Close(); err != nil {
						t.Error(err)
					}
				}
			}
		}
	})
}

package embedded_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/session"
	"croupier/bff/staff"
	"croupier/bff/store/embedded"
	"croupier/bff/store/storetest"
)

// factory returns new storage whose stores have the parts that part returns.
func factory[S any](part func(s *embedded.Store, name string) (S, error)) storetest.Factory[S] {
	return func(t *testing.T, c *storetest.Clock) func() (func(string) S, func() error) {
		t.Helper()
		dir := t.TempDir()
		return func() (func(string) S, func() error) {
			s := open(t, dir, embedded.Options{Now: c.Now})
			return func(name string) S {
				p, err := part(s, name)
				require.NoError(t, err)
				return p
			}, s.Close
		}
	}
}

func TestRevocations(t *testing.T) {
	storetest.RunRevocations(t, factory(func(s *embedded.Store, _ string) (bff.Revocations, error) { return s, nil }))
}

func TestIdempotencyStore(t *testing.T) {
	storetest.RunIdempotencyStore(t, factory(func(s *embedded.Store, _ string) (storetest.IdempotencyStore, error) {
		return s.IdempotencyStore(), nil
	}))
}

func TestRecords(t *testing.T) {
	storetest.RunRecordStore(t, factory(func(s *embedded.Store, name string) (bff.KeyedStore, error) {
		return s.Records(name), nil
	}))
}

func TestAuditStore(t *testing.T) {
	storetest.RunAuditStore(t, factory(func(s *embedded.Store, name string) (staff.AuditStore, error) {
		return s.AuditStore(name, storetest.AuditRetention.MaxEntries, storetest.AuditRetention.MaxAge)
	}))
}

func TestCollection(t *testing.T) {
	storetest.RunCollection(t, factory(func(s *embedded.Store, name string) (bff.Collection, error) {
		return s.Collection(name, storetest.CollectionRetention)
	}))
}

func TestSessionIndex(t *testing.T) {
	storetest.RunSessionIndex(t, factory(func(s *embedded.Store, _ string) (session.Index, error) {
		return s.SessionIndex()
	}))
}

func TestMirror(t *testing.T) {
	t.Parallel()
	storetest.RunMirror(t, func(t *testing.T, c *storetest.Clock) func() (func(string) storetest.Mirror, func() error) {
		t.Helper()
		dir := t.TempDir()
		return func() (func(string) storetest.Mirror, func() error) {
			m, err := embedded.OpenMirror(dir, embedded.MirrorOptions{Now: c.Now, MaxBytes: storetest.MirrorBytes})
			require.NoError(t, err)
			return func(string) storetest.Mirror { return m }, m.Close
		}
	})
}

func TestBus(t *testing.T) {
	storetest.RunBus(t, func(*testing.T) (one, two bff.Bus) {
		b := &embedded.Bus{}
		return b, b
	})
}

package embedded_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/store/embedded"
	"croupier/bff/store/storetest"
)

// testIndexKey is the index key of every store of a test.
var testIndexKey = indexkey.New()

func open(t *testing.T, dir string, o embedded.Options) *embedded.Store {
	t.Helper()
	if o.IndexKey == nil {
		o.IndexKey = testIndexKey
	}
	s, err := embedded.Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func TestRevocations(t *testing.T) {
	storetest.RunRevocations(t, func(t *testing.T, c *storetest.Clock) storetest.RevocationsBackend {
		t.Helper()
		dir := t.TempDir()
		return storetest.RevocationsBackend{Open: func(t *testing.T) (bff.Revocations, func()) {
			t.Helper()
			s := open(t, dir, embedded.Options{Now: c.Now})
			return s, func() {
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}
		}}
	})
}

func TestOpenReturnsErrInUse(t *testing.T) {
	dir := t.TempDir()
	open(t, dir, embedded.Options{})
	_, err := embedded.Open(dir, embedded.Options{LockTimeout: 20 * time.Millisecond})
	if !errors.Is(err, embedded.ErrInUse) {
		t.Errorf("got %v", err)
	}
}

func TestFileIsPrivateAndInvalidFilesAreRejected(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	open(t, dir, embedded.Options{})
	info, err := os.Stat(filepath.Join(dir, embedded.FileName))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	invalid := t.TempDir()
	if err := os.WriteFile(filepath.Join(invalid, embedded.FileName), make([]byte, 1<<15), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := embedded.Open(invalid, embedded.Options{}); err == nil {
		t.Error("a file of zeros was accepted")
	}
}

func TestFullStoreDropsOnlyExpiredRevocations(t *testing.T) {
	c := storetest.NewClock()
	s := open(t, t.TempDir(), embedded.Options{Now: c.Now, MaxRevocations: 4})
	revoke := func(key string, life time.Duration) error {
		return s.Revoke(t.Context(), key, c.Now(), c.Now().Add(life))
	}
	for i := range 4 {
		if err := revoke(fmt.Sprint(i), time.Duration(i+1)*time.Minute); err != nil {
			t.Fatal(err)
		}
	}
	if err := revoke("more", time.Hour); !errors.Is(err, embedded.ErrFull) {
		t.Fatalf("got %v", err)
	}
	if err := revoke("3", time.Hour); err != nil {
		t.Errorf("known key: %v", err)
	}
	c.Advance(90 * time.Second)
	if err := revoke("more", time.Hour); err != nil {
		t.Fatalf("after an entry has expired: %v", err)
	}
	for _, key := range []string{"1", "2", "3", "more"} {
		if at, _ := s.Revoked(t.Context(), key); at[0].IsZero() {
			t.Errorf("%q was dropped", key)
		}
	}
}

func TestFullStoreSweepsRevocationsOncePerSecond(t *testing.T) {
	c := storetest.NewClock()
	s := open(t, t.TempDir(), embedded.Options{Now: c.Now, MaxRevocations: 1})
	revoke := func(key string) error { return s.Revoke(t.Context(), key, c.Now(), c.Now().Add(100*time.Millisecond)) }
	if err := revoke("first"); err != nil {
		t.Fatal(err)
	}
	if err := revoke("second"); !errors.Is(err, embedded.ErrFull) {
		t.Fatalf("got %v", err)
	}
	c.Advance(200 * time.Millisecond)
	if err := revoke("second"); !errors.Is(err, embedded.ErrFull) {
		t.Errorf("swept again within a second: %v", err)
	}
	c.Advance(time.Second)
	if err := revoke("second"); err != nil {
		t.Errorf("not swept after a second: %v", err)
	}
}

func TestExpiredRevocationsAreDeletedFromDisk(t *testing.T) {
	c := storetest.NewClock()
	dir := t.TempDir()
	s := open(t, dir, embedded.Options{Now: c.Now})
	for i := range 5 {
		if err := s.Revoke(t.Context(), fmt.Sprint(i), c.Now(), c.Now().Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
	}
	c.Advance(time.Hour)
	if err := s.Revoke(t.Context(), "last", c.Now(), c.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := bbolt.Open(filepath.Join(dir, embedded.FileName), 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	err = db.View(func(tx *bbolt.Tx) error {
		if n := tx.Bucket([]byte("revocations")).Inspect().KeyN; n != 1 {
			t.Errorf("%d entries on disk, want the last one only", n)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestRecordsSurviveRestart(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, embedded.Options{})
	r := s.Records("maintenance")
	other := s.Records("other")
	for key, value := range map[string]string{"marmara": "1", "zephyr": "2", "*": ""} {
		if err := r.Put(t.Context(), key, []byte(value)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(r.Delete(t.Context(), "zephyr"), r.Delete(t.Context(), "absent"), s.Close()); err != nil {
		t.Fatal(err)
	}
	if err := other.Put(t.Context(), "k", nil); err == nil {
		t.Error("a closed store acknowledged a value")
	}
	s = open(t, dir, embedded.Options{})
	r = s.Records("maintenance")
	all, err := r.All(t.Context())
	if err != nil || len(all) != 2 || string(all["marmara"]) != "1" || string(all["*"]) != "" {
		t.Errorf("got %q, %v", all, err)
	}
	other = s.Records("other")
	if all, err := other.All(t.Context()); err != nil || len(all) != 0 {
		t.Errorf("other set: %q, %v", all, err)
	}
}

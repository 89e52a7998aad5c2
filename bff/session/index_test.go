package session

import (
	"context"
	"errors"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"croupier/bff"
)

// testIndex is an Index in memory with injectable failures.
type testIndex struct {
	mu      sync.Mutex
	entries map[string][]byte
	keys    map[string]string // of ids
	indexed map[string]bff.IndexedSession
	fail    error
}

func newTestIndex() *testIndex {
	return &testIndex{entries: map[string][]byte{}, keys: map[string]string{}, indexed: map[string]bff.IndexedSession{}}
}

func (b *testIndex) Put(_ context.Context, key, id string, e bff.IndexedSession) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.fail == nil {
		b.entries[id], b.keys[id], b.indexed[id] = e.Sealed, key, e
	}
	return b.fail
}

func (b *testIndex) Delete(_ context.Context, _, id string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.fail == nil {
		delete(b.entries, id)
		delete(b.keys, id)
		delete(b.indexed, id)
	}
	return b.fail
}

func (b *testIndex) Get(_ context.Context, id string) ([]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.entries[id], b.fail
}

func (b *testIndex) List(_ context.Context, key string) (map[string][]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := map[string][]byte{}
	for id, of := range b.keys {
		if of == key {
			out[id] = b.entries[id]
		}
	}
	return out, b.fail
}

func (b *testIndex) Count(_ context.Context, kids []string) ([]int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := make([]int, len(kids))
	for n, kid := range kids {
		for _, e := range b.indexed {
			if e.Kid == kid {
				out[n]++
			}
		}
	}
	return out, b.fail
}

// newIndexedFixture returns a fixture with a session index.
func newIndexedFixture(t *testing.T, with ...func(*Settings)) (*fixture, *testIndex) {
	t.Helper()
	f, b := newFixture(t), newTestIndex()
	f.Manager = f.another(t, append(with, func(s *Settings) { s.SessionIndex = b })...)
	return f, b
}

// requestContext returns the context of a request.
func requestContext(t *testing.T, address, agent string) context.Context {
	return bff.WithScope(t.Context(), &bff.Scope{Visitor: netip.MustParseAddr(address), UserAgent: agent})
}

func (f *fixture) active(t *testing.T, username string) []bff.ActiveSession {
	t.Helper()
	all, err := f.Active(t.Context(), marmara, username)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestIndexHasOneEntryPerLogin(t *testing.T) {
	f, _ := newIndexedFixture(t)
	pending, err := f.Begin(requestContext(t, "192.0.2.1", "Phone"), marmara, bff.NewSession{Identity: ayse, TwoFactor: true, Due: bff.FactorAuthenticator})
	if err != nil {
		t.Fatal(err)
	}
	only := func(why string) bff.ActiveSession {
		t.Helper()
		all := f.active(t, "ayse")
		if len(all) != 1 {
			t.Fatalf("%s: %+v", why, all)
		}
		return all[0]
	}
	b := only("begun")
	if !b.Pending || !b.TwoFactor || b.Visitor != "192.0.2.1" || b.UserAgent != "Phone" || b.Brand != "marmara" || b.Identity.Username != "ayse" ||
		!b.LoginAt.Equal(pending.LoginAt) || !b.IssuedAt.Equal(pending.IssuedAt) || !b.ExpiresAt.Equal(pending.ExpiresAt) {
		t.Errorf("begun as %+v", b)
	}
	if b.Identity.SID != "" {
		t.Error("the register tells the platform's session")
	}
	f.clock.advance(time.Minute)
	whole, err := f.Complete(requestContext(t, "192.0.2.1", "Phone"), pending)
	if err != nil {
		t.Fatal(err)
	}
	if only("complete").Pending {
		t.Error("complete, and still pending")
	}
	f.clock.advance(30 * time.Minute)
	next, err := f.Refresh(requestContext(t, "192.0.2.2", "Desk"), whole)
	if err != nil {
		t.Fatal(err)
	}
	if b := only("refreshed"); !b.IssuedAt.Equal(next.IssuedAt) || b.Visitor != "192.0.2.2" || b.UserAgent != "Desk" {
		t.Errorf("refreshed as %+v", b)
	}
	f.clock.advance(30 * time.Minute)
	if next, err = f.Touch(t.Context(), next); err != nil || next == nil {
		t.Fatalf("touched to %v, %v", next, err)
	}
	if b := only("touched"); !b.IssuedAt.Equal(next.IssuedAt) {
		t.Errorf("touched as %+v", b)
	}
	if err := f.End(t.Context(), next); err != nil {
		t.Fatal(err)
	}
	if all := f.active(t, "ayse"); len(all) != 0 {
		t.Errorf("ended, and listed: %+v", all)
	}
}

func TestInPlaceRenewalUpdatesTheIndex(t *testing.T) {
	f, _ := newIndexedFixture(t)
	s, _ := f.login(t)
	s.BodyTransport = true
	f.clock.advance(30 * time.Minute)
	if next, err := f.Touch(t.Context(), s); next != nil || err != nil {
		t.Fatalf("%v, %v", next, err)
	}
	f.clock.advance(45 * time.Minute)
	if all := f.active(t, "ayse"); len(all) != 1 {
		t.Errorf("listed as %+v", all)
	}
}

func TestEndedSessionsAreNotListed(t *testing.T) {
	f, b := newIndexedFixture(t)
	for why, over := range map[string]func(*bff.Session) error{
		"ended with its player": func(*bff.Session) error { return f.EndAll(t.Context(), "marmara", ayse.Player()) },
		"idle":                  func(*bff.Session) error { f.clock.advance(time.Hour + time.Second); return nil },
		"ended, though the register did not hear": func(s *bff.Session) error {
			b.fail = errors.New("no answer")
			defer func() { b.fail = nil }()
			return f.End(t.Context(), s)
		},
		"of a key that is gone": func(*bff.Session) error { f.SetKeyRing(ringOf(t, newRecord(f.clock.now()))); return nil },
	} {
		s, _ := f.login(t)
		if all := f.active(t, "ayse"); len(all) != 1 || all[0].ID != loginID(s.ID) {
			t.Fatalf("%s: begun as %+v", why, all)
		}
		if err := over(s); err != nil {
			t.Fatal(err)
		}
		if all := f.active(t, "ayse"); len(all) != 0 {
			t.Errorf("%s, and listed: %+v", why, all)
		}
		f.clock.advance(time.Second)
	}
}

func TestSessionsAreListedByUsername(t *testing.T) {
	f, _ := newIndexedFixture(t)
	begin := func(brand *bff.Brand, username string) string {
		t.Helper()
		f.clock.advance(time.Second)
		s, err := f.Begin(t.Context(), brand, bff.NewSession{Identity: bff.Identity{UID: "u-" + username, SID: "s", Username: username}})
		if err != nil {
			t.Fatal(err)
		}
		return loginID(s.ID)
	}
	first, second := begin(marmara, "Işıl"), begin(marmara, "ışıl")
	begin(zephyr, "ışıl")
	begin(marmara, "isil") // accents tell players apart
	for _, name := range []string{"ışıl", "IŞIL", " işil ", "İŞİL", strings.ToLower("İŞİL")} {
		all := f.active(t, name)
		if len(all) != 2 || all[0].ID != second || all[1].ID != first {
			t.Errorf("%q: %+v", name, all)
		}
	}
	for _, name := range []string{"", "işi", "u-ışıl"} {
		if all := f.active(t, name); len(all) != 0 {
			t.Errorf("%q: %+v", name, all)
		}
	}
}

func TestSessionIsFoundUntilEnded(t *testing.T) {
	f, b := newIndexedFixture(t)
	s, _ := f.login(t)
	for _, id := range []string{s.ID, loginID(s.ID)} {
		found, err := f.Find(t.Context(), id)
		if err != nil || found == nil || found.Identity.Player() != ayse.Player() || found.Brand != "marmara" {
			t.Fatalf("%s: %+v, %v", id, found, err)
		}
	}
	if found, err := f.Find(t.Context(), "never"); found != nil || err != nil {
		t.Errorf("never begun: %+v, %v", found, err)
	}
	f.testRevocations.fail = errors.New("no answer")
	if _, err := f.Find(t.Context(), s.ID); !errors.Is(err, bff.ReasonUnavailable) {
		t.Errorf("without testRevocations: %v", err)
	}
	f.testRevocations.fail = nil
	if err := f.EndAll(t.Context(), "marmara", ayse.Player()); err != nil {
		t.Fatal(err)
	}
	if found, err := f.Find(t.Context(), s.ID); found != nil || err != nil {
		t.Errorf("ended: %+v, %v", found, err)
	}
	b.fail = errors.New("no answer")
	if _, err := f.Find(t.Context(), s.ID); !errors.Is(err, bff.ReasonUnavailable) {
		t.Errorf("without the register: %v", err)
	}
	if _, err := f.Active(t.Context(), marmara, "ayse"); !errors.Is(err, bff.ReasonUnavailable) {
		t.Errorf("without the register: %v", err)
	}
}

func TestIndexFailureDoesNotAffectPlayers(t *testing.T) {
	f, b := newIndexedFixture(t)
	b.fail = errors.New("no answer")
	s, token := f.login(t)
	f.mustOpen(t, token)
	f.clock.advance(10 * time.Minute)
	b.fail = nil
	if _, err := f.Touch(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	if all := f.active(t, "ayse"); len(all) != 1 {
		t.Errorf("renewed, and not listed: %+v", all)
	}
	b.fail = errors.New("no answer")
	if err := f.End(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	f.mustReject(t, token, "ended")
}

func TestIndexHoldsNoPlaintext(t *testing.T) {
	f, b := newIndexedFixture(t)
	ctx := requestContext(t, "192.0.2.1", "Telephone\x00\n"+strings.Repeat("é", 500)+"\xff")
	s, err := f.Begin(ctx, marmara, bff.NewSession{Identity: ayse})
	if err != nil {
		t.Fatal(err)
	}
	for id, raw := range b.entries {
		all := id + b.keys[id] + string(raw)
		for _, told := range []string{"ayse", "u-1001", "sid-ayse", "192.0.2.1", "203.0.113.9", "Telephone", s.ID} {
			if strings.Contains(all, told) {
				t.Errorf("it tells %q", told)
			}
		}
		if b.entries["other"], b.keys["other"] = raw, b.keys[id]; len(f.active(t, "ayse")) != 1 {
			t.Error("an entry opens under another id")
		}
	}
	got := f.active(t, "ayse")[0].UserAgent
	if n := len([]rune(got)); n != maxAgentLength+1 || !strings.HasPrefix(got, "Telephoneé") || strings.Contains(got, "\x00") {
		t.Errorf("%d characters: %q", n, got)
	}
}

func TestIndexEntryOfANewKeyReloadsTheKeyFile(t *testing.T) {
	f, path, _ := newFollowing(t)
	b := newTestIndex()
	f.sessionIndex = b
	rotated, err := Rotate(path, f.clock.now(), 0, MaxLife)
	if err != nil {
		t.Fatal(err)
	}
	faster := f.another(t, func(s *Settings) { s.Ring, s.SessionIndex = rotated, b })
	if _, err := faster.Begin(t.Context(), marmara, bff.NewSession{Identity: ayse}); err != nil {
		t.Fatal(err)
	}
	if all := f.active(t, "ayse"); len(all) != 1 {
		t.Errorf("listed as %+v", all)
	}
}

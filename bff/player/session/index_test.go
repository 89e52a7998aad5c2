package session

import (
	"context"
	"errors"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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

func newIndexedFixture(t *testing.T, with ...func(*Settings)) (*fixture, *testIndex) {
	f, b := newFixture(t), newTestIndex()
	f.Manager = f.another(t, append(with, func(s *Settings) { s.SessionIndex = b })...)
	return f, b
}

func requestContext(t *testing.T, address, agent string) context.Context {
	return bff.WithScope(t.Context(), &bff.Scope{Visitor: netip.MustParseAddr(address), UserAgent: agent})
}

// wantActive checks the number of sessions listed under a user name, and returns them.
func (f *fixture) wantActive(t *testing.T, name, username string, want int) []bff.ActiveSession {
	all, err := f.Active(t.Context(), marmara, username)
	must(t, err)
	require.Len(t, all, want, name)
	return all
}

func TestEndedSessionsAreNotListed(t *testing.T) {
	f, b := newIndexedFixture(t)
	for why, over := range map[string]func(*bff.Session){
		"ended with its player": func(*bff.Session) { f.endAll(t) },
		"idle":                  func(*bff.Session) { f.clock.advance(time.Hour + time.Second) },
		"ended while the index failed": func(s *bff.Session) {
			b.fail = errors.New("no answer")
			must(t, f.End(t.Context(), s))
			b.fail = nil
		},
		"of a removed key": func(*bff.Session) { f.SetKeyRing(ringOf(t, newRecord(f.clock.now()))) },
	} {
		s, _ := f.login(t)
		require.Equal(t, loginID(s.ID), f.wantActive(t, why+", begun", "ayse", 1)[0].ID, why)
		over(s)
		f.wantActive(t, why, "ayse", 0)
		f.clock.advance(time.Second)
	}
}

func TestSessionsAreListedByUsername(t *testing.T) {
	f, _ := newIndexedFixture(t)
	begin := func(brand *bff.Brand, username string) string {
		f.clock.advance(time.Second)
		return loginID(f.begin(t, brand, bff.Identity{UID: "u-" + username, SID: "s", Username: username}).ID)
	}
	first, second := begin(marmara, "Işıl"), begin(marmara, "ışıl")
	begin(zephyr, "ışıl")
	begin(marmara, "isil") // accents distinguish players
	for _, name := range []string{"ışıl", "IŞIL", " işil ", "İŞİL", strings.ToLower("İŞİL")} {
		all := f.wantActive(t, name, name, 2)
		assert.True(t, all[0].ID == second && all[1].ID == first, "%q: %+v", name, all)
	}
	for _, name := range []string{"", "işi", "u-ışıl"} {
		f.wantActive(t, name, name, 0)
	}
}

func TestSessionIsFoundUntilEnded(t *testing.T) {
	f, b := newIndexedFixture(t)
	s, _ := f.login(t)
	for _, id := range []string{s.ID, loginID(s.ID)} {
		found, err := f.Find(t.Context(), id)
		require.True(t, err == nil && found != nil, "%s: %v", id, err)
		assert.True(t, found.Identity.Player() == ayse.Player() && found.Brand == "marmara", "%s: %+v", id, found)
	}
	f.testRevocations.fail = errors.New("no answer")
	_, err := f.Find(t.Context(), s.ID)
	assert.ErrorIs(t, err, bff.ReasonUnavailable, "without revocations")
	f.testRevocations.fail = nil
	f.endAll(t)
	for _, id := range []string{s.ID, "never"} {
		found, err := f.Find(t.Context(), id)
		assert.True(t, found == nil && err == nil, "%s: %+v, %v", id, found, err)
	}
	b.fail = errors.New("no answer")
	_, err = f.Find(t.Context(), s.ID)
	assert.ErrorIs(t, err, bff.ReasonUnavailable, "find without the index")
	_, err = f.Active(t.Context(), marmara, "ayse")
	assert.ErrorIs(t, err, bff.ReasonUnavailable, "list without the index")
}

func TestIndexFailureDoesNotAffectPlayers(t *testing.T) {
	f, b := newIndexedFixture(t)
	b.fail = errors.New("no answer")
	s, token := f.login(t)
	f.mustOpen(t, token)
	f.clock.advance(10 * time.Minute)
	b.fail = nil
	_, err := f.Touch(t.Context(), s)
	must(t, err)
	f.wantActive(t, "renewed", "ayse", 1)
	b.fail = errors.New("no answer")
	must(t, f.End(t.Context(), s))
	f.mustReject(t, token, "ended")
}

func TestIndexHoldsNoPlaintext(t *testing.T) {
	f, b := newIndexedFixture(t)
	ctx := requestContext(t, "192.0.2.1", "Telephone\x00\n"+strings.Repeat("é", 500)+"\xff")
	s, err := f.Begin(ctx, marmara, bff.NewSession{Identity: ayse})
	must(t, err)
	for id, raw := range b.entries {
		all := id + b.keys[id] + string(raw)
		for _, secret := range []string{"ayse", "u-1001", "sid-ayse", "192.0.2.1", "203.0.113.9", "Telephone", s.ID} {
			assert.NotContains(t, all, secret)
		}
		b.entries["other"], b.keys["other"] = raw, b.keys[id]
		f.wantActive(t, "an entry opens under its own id only", "ayse", 1)
	}
	got := f.wantActive(t, "listed", "ayse", 1)[0].UserAgent
	assert.Len(t, []rune(got), maxAgentLength+1)
	assert.True(t, strings.HasPrefix(got, "Telephoneé") && !strings.Contains(got, "\x00"), got)
}

func TestIndexEntryOfANewKeyReloadsTheKeyFile(t *testing.T) {
	f, path, _, _ := newFollowing(t)
	b := newTestIndex()
	f.SessionIndex = b
	rotated := f.rotateFile(t, path, 0)
	faster := &fixture{Manager: f.another(t, func(s *Settings) { s.Ring, s.SessionIndex = rotated, b })}
	faster.begin(t, marmara, ayse)
	f.wantActive(t, "begun at an instance with a newer key", "ayse", 1)
}

func TestRenameFindsEverySessionOfThePlayer(t *testing.T) {
	f, _ := newIndexedFixture(t)
	begin := func(agent string, id bff.Identity) *bff.Session {
		f.clock.advance(time.Second)
		s, err := f.Begin(requestContext(t, "192.0.2.1", agent), marmara, bff.NewSession{Identity: id})
		must(t, err)
		return s
	}
	renamed := ayse
	renamed.Username = "AyseNur"
	phone, desk := begin("Phone", ayse), begin("Desk", ayse)
	begin("Another", bff.Identity{UID: "u-2", SID: "s", Username: "aysenur"})
	f.clock.advance(time.Minute)
	phone = f.Rename(requestContext(t, "192.0.2.7", "Phone"), marmara, phone, renamed.Username)
	assert.Equal(t, renamed, phone.Identity)
	later := begin("Later", renamed)
	f.wantActive(t, "under the old name", "ayse", 0)
	f.wantActive(t, "under the new name", "aysenur", 4)
	want := map[string]string{"Phone": "AyseNur", "Desk": "AyseNur", "Later": "AyseNur"}
	for _, s := range []*bff.Session{phone, desk, later} {
		all, err := f.Siblings(t.Context(), marmara, s)
		got := map[string]string{} // user names by User-Agent
		for _, b := range all {
			got[b.UserAgent] = b.Identity.Username
		}
		assert.NoError(t, err)
		assert.Len(t, all, 3, "siblings of %s", s.Identity.Username)
		assert.Equal(t, want, got, "siblings of %s", s.Identity.Username)
	}
	// The token of the other device still contains the old name.
	desk = f.mustOpen(t, f.token(t, desk))
	f.clock.advance(30 * time.Minute)
	for _, renew := range []func(context.Context, *bff.Session) (*bff.Session, error){f.Touch, f.Refresh} {
		next, err := renew(requestContext(t, "192.0.2.1", "Desk"), desk)
		assert.True(t, err == nil && next.Identity == renamed, "renewed to %+v, %v", next, err)
	}
	f.wantActive(t, "renewed under the old name", "ayse", 0)
}

func TestRenameOutlastsAnIndexThatMissedIt(t *testing.T) {
	f, b := newIndexedFixture(t)
	s, _ := f.login(t)
	b.fail = errors.New("no answer")
	s = f.Rename(t.Context(), marmara, s, "aysenur")
	b.fail = nil
	f.clock.advance(30 * time.Minute)
	assert.Equal(t, "aysenur", f.refresh(t, f.mustOpen(t, f.token(t, s))).Identity.Username)
	f.wantActive(t, "under the new name", "aysenur", 1)
}

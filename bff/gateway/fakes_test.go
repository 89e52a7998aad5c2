package gateway_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"croupier/bff"
	"croupier/bff/player/protection"
	"croupier/bff/test/testkit"
)

// sessions implements bff.Sessions with session ids as tokens.
type sessions struct {
	fixture *fixture
	byToken map[string]*bff.Session // by token
	made    int
	touch   *bff.Session // the result of Touch
	failing error        // the error of all writes

	activeErr, openErr, tokenErr, sealErr, endErr error // of Active, Open, Token, Seal and End
	ended                                         []string
}

// open adds a session of the player with uid "7".
func (s *sessions) open(token string, edit ...func(*bff.Session)) {
	held := &bff.Session{
		ID: token, Brand: "marmara", LoginAt: s.fixture.now,
		IssuedAt: s.fixture.now, ExpiresAt: s.fixture.now.Add(24 * time.Hour),
		Identity: bff.Identity{
			Partition: "marmara", UID: "7", SID: "sid-7", UIP: "192.0.2.1", GMT: "3", Username: "demo", RID: "20",
		},
	}
	for _, f := range edit {
		f(held)
	}
	s.byToken[token] = held
}

func pending(s *bff.Session) {
	s.Pending, s.TwoFactor, s.Due = true, true, bff.FactorAuthenticator
}

func (s *sessions) Open(_ context.Context, b *bff.Brand, token string) (*bff.Session, error) {
	if held := s.byToken[token]; s.openErr != nil || held != nil && held.Brand == b.ID {
		return held, s.openErr
	}
	return nil, bff.ReasonAnonymous
}

func (s *sessions) add(next bff.Session) (*bff.Session, error) {
	if s.failing != nil {
		return nil, s.failing
	}
	s.made++
	next.ID = fmt.Sprintf("made-%d", s.made)
	s.byToken[next.ID] = &next
	return &next, nil
}

func (s *sessions) Begin(_ context.Context, b *bff.Brand, in bff.NewSession) (*bff.Session, error) {
	return s.add(bff.Session{
		Brand: b.ID, Identity: in.Identity, Pending: in.Due != 0, TwoFactor: in.TwoFactor,
		Due: in.Due, NewDevice: in.NewDevice,
		LoginAt: s.fixture.now, ExpiresAt: s.fixture.now.Add(24 * time.Hour),
	})
}

func (s *sessions) Complete(ctx context.Context, old *bff.Session) (*bff.Session, error) {
	next := *old
	next.Pending, next.Due = false, 0
	return s.replace(ctx, old, next)
}

func (s *sessions) Refresh(ctx context.Context, old *bff.Session) (*bff.Session, error) {
	return s.replace(ctx, old, *old)
}

func (s *sessions) replace(ctx context.Context, old *bff.Session, next bff.Session) (*bff.Session, error) {
	made, err := s.add(next)
	return made, errors.Join(err, s.End(ctx, old))
}

func (s *sessions) Touch(context.Context, *bff.Session) (*bff.Session, error) { return s.touch, nil }

func (s *sessions) Ended(_ context.Context, held *bff.Session) (bool, error) {
	return slices.Contains(s.ended, held.ID) && s.byToken[held.ID] == nil, nil
}

func (s *sessions) End(ctx context.Context, old *bff.Session) error {
	if err := cmp.Or(s.endErr, s.failing, ctx.Err()); err != nil {
		return err
	}
	delete(s.byToken, old.ID)
	s.ended = append(s.ended, old.ID)
	return nil
}

func (s *sessions) EndAll(ctx context.Context, brand, uid string) error {
	for _, held := range s.byToken {
		if held.Brand == brand && held.Identity.UID == uid {
			if err := s.End(ctx, held); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *sessions) EndAllDurably(ctx context.Context, brand, uid string) error {
	return s.EndAll(ctx, brand, uid)
}

func (s *sessions) Siblings(_ context.Context, b *bff.Brand, of *bff.Session) (out []bff.ActiveSession, err error) {
	for _, held := range s.byToken {
		if held.Brand == b.ID && held.Identity.Player() == of.Identity.Player() {
			out = append(out, bff.ActiveSession{Session: *held, Visitor: "198.51.100.7", UserAgent: firefox})
		}
	}
	slices.SortFunc(out, func(a, b bff.ActiveSession) int { return b.LoginAt.Compare(a.LoginAt) })
	return out, s.activeErr
}

// Rename renames only the session itself.
func (s *sessions) Rename(_ context.Context, _ *bff.Brand, of *bff.Session, username string) *bff.Session {
	next := *of
	next.Identity.Username = username
	s.byToken[of.ID] = &next
	return &next
}

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0"

// fakeProtection implements gateway.Protection with fixed results and records its arguments.
type fakeProtection struct {
	answer      json.RawMessage
	closed      error                  // refuses deposits and games
	restriction protection.Restriction // of every player
	restricted  []string               // players with a call of Restriction
	personDue   bool
	isKnown     bool
	persons     []string                  // players with recorded personal data
	wanted      protection.FirstLimit     // of a registration
	loggedIn    []string                  // user names
	platform    protection.PlatformPlayer // argument of MayPlay
	noted       chan string               // players of NoteMinute, nil: no minute is due
	methods     []string
	counted     map[string]bff.MinorUnits // by key
	names       []protection.DepositName  // of Reserve
	settled     []string                  // key, status and transaction
	unsettled   []bff.WaitingPayment
}

func (p *fakeProtection) Call(
	_ context.Context, brand *bff.Brand, player, method string, _ map[string]any, _ protection.PlatformPlayer,
) (json.RawMessage, error) {
	p.methods = append(p.methods, brand.ID+" "+player+" "+method)
	return p.answer, p.closed
}

func (p *fakeProtection) Reserve(
	_ context.Context, _ *bff.Brand, _ string, name protection.DepositName, _ protection.PlatformPlayer,
) error {
	p.names = append(p.names, name)
	if p.closed == nil {
		p.counted = map[string]bff.MinorUnits{name.Key: name.Amount}
	}
	return p.closed
}

func (p *fakeProtection) Settle(_ context.Context, c bff.PaymentChanged) error {
	p.settled = append(p.settled, strings.TrimSpace(fmt.Sprint(c.Key, " ", c.Status, " ", string(c.TransactionID))))
	return nil
}

func (p *fakeProtection) Unsettled(context.Context, string, string) ([]bff.WaitingPayment, error) {
	return p.unsettled, nil
}

func (p *fakeProtection) Restriction(_ context.Context, brand *bff.Brand, player string) protection.Restriction {
	p.restricted = append(p.restricted, brand.ID+" "+player)
	return p.restriction
}

func (p *fakeProtection) MayPlay(_ context.Context, _ *bff.Brand, _ string, platform protection.PlatformPlayer) error {
	p.platform = platform
	return p.closed
}

func (p *fakeProtection) PersonDue(context.Context, *bff.Brand, string) bool { return p.personDue }
func (p *fakeProtection) MinuteDue(context.Context, *bff.Brand, string) bool { return p.noted != nil }

func (p *fakeProtection) NotePerson(_ context.Context, _ *bff.Brand, player string, d protection.PersonalData) error {
	p.persons = append(p.persons, player+" "+d.Email+" "+d.Phone)
	return p.closed
}

func (p *fakeProtection) MayRegister(context.Context, *bff.Brand, protection.PersonalData) (bool, error) {
	return p.isKnown, p.closed
}

func (p *fakeProtection) LoggedIn(
	_ context.Context, _ *bff.Brand, id bff.Identity, _ func() (protection.PersonalData, error),
) error {
	p.loggedIn = append(p.loggedIn, id.Username)
	return p.closed
}

func (p *fakeProtection) Registered(
	_ context.Context, _ *bff.Brand, d protection.PersonalData, wanted protection.FirstLimit,
) error {
	p.wanted = wanted
	p.persons = append(p.persons, d.NationalID+" "+d.Email+" "+d.Phone)
	return nil
}

func (p *fakeProtection) NoteMinute(_ context.Context, brand *bff.Brand, player string, _ protection.PlatformPlayer) {
	p.noted <- brand.ID + " " + player
}

// search serves search/suggest with a fixed response.
type search struct {
	asked  []bff.SearchQuery
	answer json.RawMessage
	err    error
}

func (s *search) Suggest(_ context.Context, q bff.SearchQuery) (json.RawMessage, error) {
	s.asked = append(s.asked, q)
	return s.answer, s.err
}

// OpenUser expects the token as sid and an unencrypted uid.
func (s *sessions) OpenUser(ctx context.Context, b *bff.Brand, u bff.SealedUser) (*bff.Session, error) {
	held, err := s.Open(ctx, b, u.SID)
	if err != nil || held.Identity.UID != u.UID {
		return nil, bff.ReasonAnonymous
	}
	inBody := *held
	inBody.BodyTransport = true
	return &inBody, nil
}

func (s *sessions) Token(_ context.Context, held *bff.Session) (string, error) {
	return held.ID, s.tokenErr
}

func (s *sessions) Seal(bff.Identity) (bff.SealedUser, error) {
	return bff.SealedUser{UID: "sealed-uid", SID: "sealed-sid", UIP: "sealed-uip"}, s.sealErr
}

// limiter is a bff.Limiter that denies the configured rules.
type limiter struct {
	denied   map[bff.LimitRule]time.Duration
	taken    []bff.LimitKey
	refunded []bff.LimitKey
}

func (l *limiter) Allow(_ context.Context, key bff.LimitKey) (time.Duration, bool) {
	l.taken = append(l.taken, key)
	after, denied := l.denied[key.Rule]
	return after, !denied
}

// subjects returns the subjects of Allow for a rule.
func (l *limiter) subjects(rule bff.LimitRule) (out []string) {
	for _, key := range l.taken {
		if key.Rule == rule {
			out = append(out, key.Subject)
		}
	}
	return out
}

func (l *limiter) Refund(_ context.Context, key bff.LimitKey) { l.refunded = append(l.refunded, key) }

// idempotencyStore implements bff.IdempotencyStore in memory.
type idempotencyStore struct {
	bff.IdempotencyStore
	now     func() time.Time
	entries map[bff.IdempotencyKey]*idempotencyEntry
	busy    bool                   // makes every key in flight
	found   *bff.IdempotencyRecord // record of unclaimed keys
}

type idempotencyEntry struct {
	bff.IdempotencyRecord
	body bff.Fingerprint
}

func (j *idempotencyStore) Claim(
	ctx context.Context, key bff.IdempotencyKey, body bff.Fingerprint,
) (*bff.Answer, error) {
	switch e := j.entries[key]; {
	case j.busy:
		return nil, bff.ReasonDuplicate
	case e == nil:
		j.entries[key] = &idempotencyEntry{
			bff.IdempotencyRecord{
				Key: key, State: bff.IdempotencyInFlight, At: j.now(), Amount: bff.ScopeOf(ctx).Amount,
			}, body,
		}
		return nil, nil
	case e.body != body:
		return nil, bff.ReasonKeyReused
	case e.Settlement != nil:
		return nil, &bff.SettledError{Settlement: *e.Settlement}
	case e.Unknown != nil:
		return nil, bff.OutcomeUnknown(e.Unknown)
	case e.Answer == nil:
		return nil, bff.ReasonDuplicate
	default:
		return e.Answer, nil
	}
}

func (j *idempotencyStore) Finish(_ context.Context, key bff.IdempotencyKey, a *bff.Answer) error {
	j.entries[key].State, j.entries[key].Answer = bff.IdempotencyAnswered, a
	return nil
}

func (j *idempotencyStore) MarkUnknown(_ context.Context, key bff.IdempotencyKey, r *bff.Reason) error {
	j.entries[key].State, j.entries[key].Unknown = bff.IdempotencyUnknown, r
	return nil
}

func (j *idempotencyStore) Lookup(_ context.Context, key bff.IdempotencyKey) (*bff.IdempotencyRecord, error) {
	if e := j.entries[key]; e != nil {
		record := e.IdempotencyRecord
		return &record, nil
	}
	return j.found, nil
}

func (j *idempotencyStore) Settle(
	_ context.Context, key bff.IdempotencyKey, change func(bff.IdempotencyRecord) (*bff.Settlement, error),
) (*bff.IdempotencyRecord, error) {
	e := j.entries[key]
	if e == nil {
		return nil, bff.ErrNoRecord
	}
	settlement, err := change(e.IdempotencyRecord)
	if err == nil {
		e.State, e.Settlement = bff.IdempotencySettled, settlement
	}
	return &e.IdempotencyRecord, err
}

func (j *idempotencyStore) Release(_ context.Context, key bff.IdempotencyKey) error {
	delete(j.entries, key)
	return nil
}

// bus is a bff.Bus that records its messages.
type bus struct {
	testkit.Bus
	mu       sync.Mutex
	payloads []string // topic and payload
	fail     error
}

// Publish implements bff.Bus.
func (b *bus) Publish(ctx context.Context, topic bff.Topic, payload []byte) error {
	b.mu.Lock()
	b.payloads = append(b.payloads, string(topic)+" "+string(payload))
	b.mu.Unlock()
	return cmp.Or(b.fail, b.Bus.Publish(ctx, topic, payload))
}

// published returns the messages about a topic.
func published[T any](b *bus, topic bff.Topic) (out []T) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, p := range b.payloads {
		if payload, ok := strings.CutPrefix(p, string(topic)+" {"); ok {
			var message T
			if json.Unmarshal([]byte("{"+payload), &message) == nil {
				out = append(out, message)
			}
		}
	}
	return out
}

// memory implements bff.Collection without search terms.
type memory map[string][]byte

func (m memory) Put(_ context.Context, entries ...bff.CollectionEntry) error {
	for _, e := range entries {
		m[e.ID] = e.Value
	}
	return nil
}

func (m memory) Get(_ context.Context, id string) ([]byte, error)       { return m[id], nil }
func (m memory) List(context.Context, string, int) ([][]byte, error)    { return nil, nil }
func (m memory) Each(context.Context, func(string, []byte) error) error { return nil }
func (m memory) Delete(context.Context, ...string) error                { return nil }

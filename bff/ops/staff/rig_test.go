package staff_test

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/internal/indexkey"
	"croupier/bff/ops/activity"
	"croupier/bff/ops/maintenance"
	"croupier/bff/ops/oidc"
	"croupier/bff/ops/staff"
	"croupier/bff/ops/studio"
	"croupier/bff/player/block"
	"croupier/bff/player/limit"
	"croupier/bff/player/protection"
	"croupier/bff/store/embedded"
	"croupier/bff/test/testkit"
	"croupier/configs"
)

// rig is the API with fake dependencies.
type rig struct {
	*testkit.Clock
	t                  *testing.T
	handler            http.Handler
	accounts           *staff.Accounts
	deeds, refusals    *memoryAudit
	broken             error // what a purge fails with
	windows            *maintenance.Manager
	closures           testkit.Records // of windows
	tokens             testkit.Records
	token              string // the bearer token of every request, empty for none
	ifMatch            string // header of every request, empty for none
	held               map[string]bff.BreakerOverride
	purged             []string
	players            players
	partition          bff.Partition // that requests come in
	visitor            netip.Addr
	limits             map[bff.LimitRule]bff.Allowance // instead of the usual
	journal            map[string]*bff.IdempotencyRecord
	seen               *activity.Log
	limiter            *limit.Limiter
	money              bff.IdempotencyStore
	revocations        bff.Revocations
	drift              []bff.Deviation
	payments           []string // published, also changed balances
	senders            map[string]config.EventSender
	counted            string                // the last event
	traffic            map[int][]bff.Traffic // by minutes
	speed              map[string]*bff.Speed // by device
	protected          *protection.Service
	watchers           []func(staff.Change)
	watching, shutdown chan struct{}
	brands             []*bff.Brand

	records testkit.Records // of the accounts
	options staff.Options
	oidc    config.OIDC

	realPlatform bool // the demo's accounts are refused
	production   bool // an authenticator is required
}

// newActivity returns the real log of requests and players.
func newActivity(t *testing.T, s *embedded.Store, key *indexkey.Key, now func() time.Time) *activity.Log {
	t.Helper()
	const day = 24 * time.Hour
	collection := func(name string, maxEntries, days int) bff.Collection {
		c, err := s.Collection(name, bff.Retention{MaxEntries: maxEntries, MaxAge: time.Duration(days) * day})
		require.NoError(t, err)
		return c
	}
	l := activity.New(activity.Options{
		Requests: collection("requests", activity.MaxRequests, 7),
		Players:  collection("players", activity.MaxPlayers, 180),
		Devices: &activity.KnownDevices{
			Devices:  collection("login-devices", activity.MaxKnownDevices, 180),
			IndexKey: key, Clock: now,
		},
		IndexKey: key, Instance: "one", Log: slog.New(slog.DiscardHandler),
	})
	t.Cleanup(l.Close)
	return l
}

// demoAccounts are the accounts of every rig.
var demoAccounts = []staff.DemoAccount{
	{Name: "destek", Password: "Destek123!", Role: staff.Support},
	{Name: "izleyici", Password: "Izleyici123!", Role: staff.Viewer},
	{Name: "yonetici", Password: "Yonetici123!", Role: staff.Admin},
}

// start is when each test begins.
var start = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// rigFor returns a rig and the login of a demo account.
func rigFor(t *testing.T, account string) (*rig, *http.Cookie) {
	t.Helper()
	r := newRig(t)
	return r, r.as(account)
}

func newRig(t *testing.T) *rig {
	t.Helper()
	calls, err := contract.Load()
	require.NoError(t, err)
	r := &rig{
		t: t, Clock: testkit.NewClock(start), visitor: netip.MustParseAddr("192.0.2.7"),
		held: map[string]bff.BreakerOverride{}, journal: map[string]*bff.IdempotencyRecord{},
		watching: make(chan struct{}, 1), shutdown: make(chan struct{}),
		brands: []*bff.Brand{{
			ID: "marmara", Currency: "TRY", Hosts: []string{"marmara.test"}, Upstream: bff.UpstreamRules{Name: "main"},
			Languages: []bff.Language{{Lang: "tr"}, {Lang: "en"}},
		}},
	}
	r.accounts, err = staff.OpenAccounts(&r.records)
	require.NoError(t, err)
	require.NoError(t, r.accounts.AddDemo(t.Context(), demoAccounts, r.Now()))
	settings := maintenance.Settings{
		Store: &r.closures, Bus: new(testkit.Bus), Now: r.Now, Log: slog.New(slog.DiscardHandler), Contract: calls,
	}
	r.windows, err = maintenance.New(t.Context(), settings)
	require.NoError(t, err)
	r.deeds, r.refusals = newLines(), newLines()
	key := indexkey.New()
	store, err := embedded.Open(t.TempDir(), embedded.Options{Now: r.Now, IndexKey: key})
	require.NoError(t, err)
	t.Cleanup(func() { _ = store.Close() })
	r.seen, r.money, r.revocations = newActivity(t, store, key, r.Now), store.IdempotencyStore(), store
	blocks, err := block.Open(t.Context(), block.Options{
		Store: store.Records("blocks"), Bus: new(testkit.Bus), IndexKey: key, Clock: r.Now,
		Log: slog.New(slog.DiscardHandler),
	})
	require.NoError(t, err)
	limiter, bus := limit.New(limit.Options{Clock: r.Now, Allowance: r.allowance}), new(testkit.Bus)
	r.limiter = limiter
	for _, topic := range []bff.Topic{bff.TopicPayment, bff.TopicBalance} {
		bus.Subscribe(topic, func(payload []byte) { r.payments = append(r.payments, string(payload)) }, nil)
	}
	limits := limit.Resetter{Local: limiter, Bus: bus}
	limits.Listen()
	r.protected = protection.NewService(protection.NewRegister(store.KeyedRecords("protection"), key), bus,
		slog.New(slog.DiscardHandler),
		func(*bff.Brand, string) time.Time { return r.Now() })
	live, err := config.OpenLive(config.Source{
		Files: configs.FS, Name: "croupier.yaml", Env: func(name string) (string, bool) {
			return "two_people", name == "CROUPIER_STUDIO_PUBLISH"
		},
	}, slog.New(slog.DiscardHandler), r.Now)
	require.NoError(t, err)
	r.options = staff.Options{
		Studio: studio.New(t.Context(), studio.Options{
			Heads: new(testkit.Records), Contents: store.KeyedRecords("studio"), Bus: bus, Live: live, Clock: r.Now,
			Texts: studioTexts{}, Log: slog.New(slog.DiscardHandler),
		}),
		PreviewPass: func(brand string) (string, time.Time) { return "pass-" + brand, r.Now() },
		ReadGuest:   readGuest,
		AccountAdmin: &staff.AccountAdmin{
			AuditLog: &staff.AuditLog{
				Actions: r.deeds, Refusals: r.refusals, Clock: r.Now, Heads: new(testkit.Records), NewChain: rand.Text,
				Log: slog.New(slog.DiscardHandler),
			},
			Accounts: r.accounts, Tokens: &staff.Tokens{Records: &r.tokens}, Bus: bus,
			Log: slog.New(slog.DiscardHandler),
		},
		DemoAllowed: func() bool { return !r.realPlatform }, AuthenticatorRequired: func() bool { return r.production },
		OIDC:      &oidc.Client{Settings: func() config.OIDC { return r.oidc }, Clock: r.Now},
		DeviceKey: key.Derive("device"), Revocations: store, Limiter: limiter, Limits: limits,
		Brands:      func() []*bff.Brand { return r.brands },
		KnownCall:   func(name string) bool { return name == "casino" || name == "casino/games_list" },
		Maintenance: r.windows, Breakers: r, Payments: journal{r.money, r.journal}, Blocks: blocks,
		Protection: r.protected, Activity: r.seen,
		Traffic: func(_ context.Context, minutes int) (
			[]bff.Traffic, error,
		) {
			return r.traffic[minutes], r.broken
		},
		Speed: func(_ context.Context, device string) (bff.Speed, error) {
			none := []bff.SpeedFigure{}
			return *cmp.Or(r.speed[device], &bff.Speed{Pages: none, Releases: none, Games: none}), r.broken
		},
		Deviations:     func() []bff.Deviation { return r.drift },
		AuditRetention: 400 * 24 * time.Hour, RevocationRetention: 31 * 24 * time.Hour,
		Purge: func(_ context.Context, brand, call string) (int, error) {
			r.purged = append(r.purged, brand+" "+call)
			return 3, r.broken
		},
		Senders: func() map[string]config.EventSender { return r.senders }, Events: store.TicketStore(), IndexKey: key,
		CountEvent: func(kind, outcome string) { r.counted = kind + " " + outcome },
		Sessions:   &r.players,
		Watch: func(fn func(staff.Change)) func() {
			r.watchers = append(r.watchers, fn)
			r.watching <- struct{}{}
			return func() { r.watchers = nil }
		},
		Bootstrap: func(b *bff.Brand, lang string) ([]byte, error) {
			return []byte(`{"brand":"` + b.ID + `","language":"` + lang + `"}`), nil
		},
		Stopped: r.shutdown, OpenAPI: calls.StaffAPI(), Text: calls.ReasonText, Problem: calls.Problem, Clock: r.Now,
	}
	r.handler = staff.New(r.options)
	return r
}

// withoutAccounts returns a rig that has accounts only, of which there are none yet, and their
// store.
func withoutAccounts(t *testing.T) (*rig, *testkit.Records) {
	t.Helper()
	r, records := &rig{t: t, Clock: testkit.NewClock(start)}, new(testkit.Records)
	var err error
	r.accounts, err = staff.OpenAccounts(records)
	require.NoError(t, err)
	return r, records
}

// untouched reports changes of brands and circuits.
func (r *rig) untouched() {
	r.t.Helper()
	assert.Empty(r.t, r.closures.Values())
	assert.Empty(r.t, r.purged)
	assert.Empty(r.t, r.held)
}

func (r *rig) allowance(_ string, rule bff.LimitRule) (bff.Allowance, bool) {
	a, ok := r.limits[rule]
	return a, ok
}

func (r *rig) States() []bff.CircuitState {
	return []bff.CircuitState{{
		Brand: "marmara", Upstream: "main", Class: "casino", State: "closed",
		Override: r.Of("marmara", "main"), Failover: "standby.example:8443",
	}}
}

func (r *rig) SetOverride(_ context.Context, brand, upstream string, h bff.BreakerOverride) error {
	if brand != "marmara" || upstream != "main" {
		return bff.ErrUnknownUpstream
	}
	r.held[brand+upstream] = h
	return nil
}

func (r *rig) Of(brand, upstream string) bff.BreakerOverride {
	return cmp.Or(r.held[brand+upstream], bff.OverrideAuto)
}

// journal is a store of money calls with given records.
type journal struct {
	bff.IdempotencyStore
	records map[string]*bff.IdempotencyRecord
}

func (j journal) Find(_ context.Context, id string) (*bff.IdempotencyRecord, error) {
	return j.records[id], nil
}

// answer is a response.
type answer struct {
	status int
	header http.Header
	body   []byte
	cookie *http.Cookie // of the login
	device *http.Cookie
}

// refusal decodes an error response.
func (a answer) refusal(t *testing.T) (word, message, field string) {
	t.Helper()
	var said struct{ Error, Message, Field string }
	require.NoError(t, json.Unmarshal(a.body, &said), "%s", a.body)
	return said.Error, said.Message, said.Field
}

// wantRefusal reports another reason than word, or one without a message.
func (a answer) wantRefusal(t *testing.T, word, name string) {
	t.Helper()
	got, message, _ := a.refusal(t)
	assert.Equal(t, word, got, name)
	assert.NotEmpty(t, message, name)
}

// newRequest returns a request as the gateway passes it on.
func (r *rig) newRequest(method, path, body string, cookie *http.Cookie) *http.Request {
	req := httptest.NewRequest(method, "http://marmara.test:8080/staff/v1"+path, bytes.NewBufferString(body))
	req.Header.Set("Accept-Language", "en-GB,en;q=0.8")
	if r.ifMatch != "" {
		req.Header.Set("If-Match", r.ifMatch)
	}
	if r.token != "" {
		req.Header.Set("Authorization", "Bearer "+r.token)
	}
	if cookie != nil {
		req.AddCookie(cookie)
	}
	return req.WithContext(bff.WithScope(r.t.Context(), &bff.Scope{
		RequestID: "r-1", Brand: r.brands[0], Visitor: r.visitor, Lang: "tr", Partition: r.partition,
	}))
}

func (r *rig) do(method, path, body string, cookie *http.Cookie) answer {
	r.t.Helper()
	w := httptest.NewRecorder()
	r.handler.ServeHTTP(w, r.newRequest(method, path, body, cookie))
	a := answer{status: w.Code, header: w.Header(), body: w.Body.Bytes()}
	for _, set := range w.Result().Cookies() {
		if strings.HasSuffix(set.Name, "-device") {
			a.device = set
		} else {
			a.cookie = set
		}
	}
	checkAnswer(r.t, method, path, a)
	return a
}

// want sends a request and reports a response with another status.
func (r *rig) want(status int, method, path, body string, cookie *http.Cookie) answer {
	r.t.Helper()
	a := r.do(method, path, body, cookie)
	assert.Equal(r.t, status, a.status, "%s %s %s: %s", method, path, body, a.body)
	return a
}

// wantBody sends a request and reports a response other than 200 with exactly this body.
func (r *rig) wantBody(want, method, path, body string, cookie *http.Cookie) {
	r.t.Helper()
	a := r.want(http.StatusOK, method, path, body, cookie)
	assert.Equal(r.t, want, string(a.body), "%s %s %s", method, path, body)
}

// read requests a path and decodes the response.
func read[T any](r *rig, path string, cookie *http.Cookie) (value T) {
	r.t.Helper()
	a := r.want(http.StatusOK, "GET", path, "", cookie)
	require.NoError(r.t, json.Unmarshal(a.body, &value), "%s: %s", path, a.body)
	return value
}

// wantField sends a request and reports a response that does not refuse this field.
func (r *rig) wantField(field, method, path, body string, cookie *http.Cookie) {
	r.t.Helper()
	a := r.want(http.StatusBadRequest, method, path, body, cookie)
	_, message, got := a.refusal(r.t)
	assert.True(r.t, got == field && message != "", "%s %s %s: %s, want field %q", method, path, body, a.body, field)
}

// as logs a demo account in.
func (r *rig) as(name string) *http.Cookie {
	r.t.Helper()
	i := slices.IndexFunc(demoAccounts, func(a staff.DemoAccount) bool { return a.Name == name })
	return r.login(name, demoAccounts[i].Password)
}

func (r *rig) login(name, password string) *http.Cookie {
	r.t.Helper()
	a := r.tryLogin(http.StatusOK, name, password, "")
	require.NotNil(r.t, a.cookie, "login of %s", name)
	return a.cookie
}

// tryLogin logs in and reports a response with another status.
func (r *rig) tryLogin(status int, name, password, code string) answer {
	r.t.Helper()
	body, err := json.Marshal(map[string]string{"username": name, "password": password, "code": code})
	require.NoError(r.t, err)
	return r.want(status, "POST", "/login", string(body), nil)
}

// newAccount adds an account with a password.
func (r *rig) newAccount(account staff.Account, password string) {
	r.t.Helper()
	account, err := account.WithPassword(password)
	require.NoError(r.t, err)
	require.NoError(r.t, r.accounts.Add(r.t.Context(), account))
}

// addAccount adds an account with a password and returns its login.
func (r *rig) addAccount(name string, roles staff.Roles) *http.Cookie {
	r.t.Helper()
	r.newAccount(staff.Account{Name: name, Roles: roles, Since: r.Now()}, "Uzun bir parola")
	return r.login(name, "Uzun bir parola")
}

// disable disables an account as the command line does.
func (r *rig) disable(name string) error {
	_, err := r.accounts.Change(r.t.Context(),
		staff.AccountChange{Name: name, DemoCounts: true, Apply: func(a *staff.Account) error {
			a.Disabled = true
			return nil
		}})
	return err
}

// placeholders fills in the path of a route.
var placeholders = strings.NewReplacer(
	":brand", "marmara", ":upstream", "main", ":override", "open", ":id", "x", ":name", "destek", ":uid", "u", ":key",
	"k",
)

// memoryAudit is an AuditStore in memory without limits. Writes and reads can be set to fail.
type memoryAudit struct {
	testkit.Records
	mu            sync.Mutex
	writes, reads fuse
	written       chan struct{} // receives a value per write
}

// fuse lets a number of operations succeed before one fails.
type fuse struct {
	fault error // nil: nothing fails
	left  int
}

func (f *fuse) use() error {
	if f.fault == nil || f.left > 0 {
		f.left--
		return nil
	}
	return f.fault
}

func newLines() *memoryAudit { return &memoryAudit{written: make(chan struct{}, 1000)} }

func (l *memoryAudit) Put(ctx context.Context, id string, value []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.writes.use(); err != nil {
		return err
	}
	l.written <- struct{}{}
	return l.Records.Put(ctx, id, value)
}

func (l *memoryAudit) Page(_ context.Context, before string, limit int) (out [][]byte, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.reads.use(); err != nil {
		return nil, err
	}
	all := l.Values()
	for _, id := range slices.Backward(slices.Sorted(maps.Keys(all))) {
		if len(out) < limit && (before == "" || id < before) {
			out = append(out, all[id])
		}
	}
	return out, nil
}

// fail lets n more operations of a fuse succeed.
func (l *memoryAudit) fail(f *fuse, fault error, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	*f = fuse{fault, n}
}

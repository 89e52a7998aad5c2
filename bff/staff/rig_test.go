package staff_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/activity"
	"croupier/bff/block"
	"croupier/bff/contract"
	"croupier/bff/internal/indexkey"
	"croupier/bff/limit"
	"croupier/bff/protection"
	"croupier/bff/staff"
	"croupier/bff/store/embedded"
)

// rig is the API with fake dependencies.
type rig struct {
	t        *testing.T
	mu       sync.Mutex // of at: refusals are written behind the answer
	at       time.Time
	handler  http.Handler
	accounts *staff.Accounts
	deeds    *memoryAudit
	refusals *memoryAudit
	broken   error // what a purge fails with
	marks    map[string]time.Time
	windows  *maintenance
	ifMatch  string // header of every request; empty for none
	held     map[string]bff.BreakerOverride
	purged   []string
	players  players
	world    string // of the mock, that requests come in
	visitor  netip.Addr
	limits   map[bff.LimitRule]bff.Allowance // instead of the usual
	journal  map[string]*bff.IdempotencyRecord
	seen     *activity.Log
	money    *embedded.IdempotencyStore
	drift    []bff.Deviation
	payments []string              // published
	traffic  map[int][]bff.Traffic // by minutes
	watchers []func(staff.Change)
	watching chan struct{}
	shutdown chan struct{}
	brands   []*bff.Brand

	realPlatform bool // the demo's accounts are refused
	production   bool // an authenticator is required
}

// noError ends the test if err is not nil.
func noError(t testing.TB, err error) {
	t.Helper()
	require.NoError(t, err)
}

// newActivity returns the real log of requests and players.
func newActivity(t *testing.T, s *embedded.Store, key *indexkey.Key, now func() time.Time) *activity.Log {
	t.Helper()
	collection := func(name string, maxEntries int, maxAge time.Duration) bff.Collection {
		c, err := s.Collection(name, bff.Retention{MaxEntries: maxEntries, MaxAge: maxAge})
		noError(t, err)
		return c
	}
	const day = 24 * time.Hour
	devices := &activity.KnownDevices{Devices: collection("login-devices", activity.MaxKnownDevices, 180*day), IndexKey: key, Clock: now}
	l := activity.New(t.Context(), activity.Options{
		Requests: collection("requests", activity.MaxRequests, 7*day), Players: collection("players", activity.MaxPlayers, 180*day),
		Devices: devices, IndexKey: key, Instance: "one", Log: slog.New(slog.DiscardHandler),
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

func newRig(t *testing.T) *rig {
	t.Helper()
	calls, err := contract.Load()
	noError(t, err)
	r := &rig{
		t: t, at: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), marks: map[string]time.Time{},
		visitor: netip.MustParseAddr("192.0.2.7"),
		held:    map[string]bff.BreakerOverride{}, journal: map[string]*bff.IdempotencyRecord{}, watching: make(chan struct{}, 1), shutdown: make(chan struct{}),
		brands: []*bff.Brand{{
			ID: "marmara", Currency: "TRY", Hosts: []string{"marmara.test"}, Upstream: bff.UpstreamRules{Name: "main"},
			Languages: []bff.Language{{Lang: "tr"}, {Lang: "en"}},
		}},
	}
	if r.accounts, err = staff.OpenAccounts(&memoryRecords{}, r.now); err == nil {
		err = r.accounts.AddDemo(t.Context(), demoAccounts, r.now())
	}
	noError(t, err)
	r.windows = &maintenance{now: r.now, switches: map[string]bff.MaintenanceNotice{}, windows: map[string]bff.MaintenanceWindow{}, links: map[string]bff.BypassLink{}}
	r.deeds, r.refusals = newLines(), newLines()
	key := indexkey.New()
	store, err := embedded.Open(t.TempDir(), embedded.Options{Now: r.now, IndexKey: key, LockTimeout: time.Second})
	noError(t, err)
	t.Cleanup(func() { _ = store.Close() })
	r.seen, r.money = newActivity(t, store, key, r.now), store.IdempotencyStore()
	blocks, err := block.Open(t.Context(), block.Options{
		Store: store.Records("blocks"), Bus: new(embedded.Bus), IndexKey: key, Clock: r.now, Log: slog.New(slog.DiscardHandler),
	})
	noError(t, err)
	limiter, bus := limit.New(limit.Options{Clock: r.now, Allowance: r.allowance}), new(embedded.Bus)
	bus.Subscribe(bff.TopicPayment, func(payload []byte) { r.payments = append(r.payments, string(payload)) })
	limits := limit.Resetter{Local: limiter, Bus: bus}
	limits.Listen()
	protected := protection.NewService(protection.NewRegister(store.Records("protection"), key), bus, slog.New(slog.DiscardHandler),
		func(*bff.Brand, string) time.Time { return r.now() })
	r.handler, err = staff.New(t.Context(), staff.Options{
		AuditLog: &staff.AuditLog{Actions: r.deeds, Refusals: r.refusals, Clock: r.now, Log: slog.New(slog.DiscardHandler)},
		Accounts: r.accounts, DemoAllowed: func() bool { return !r.realPlatform }, Keys: &memoryRecords{}, Logins: &memoryRecords{}, AuthenticatorRequired: func() bool { return r.production }, Revocations: r, Bus: bus, Limiter: limiter, Limits: limits,
		Brands:      func() []*bff.Brand { return r.brands },
		KnownCall:   func(name string) bool { return name == "casino" || name == "casino/games_list" },
		Maintenance: r.windows, Breakers: r, IdempotencyStore: r, Payments: r.money, Blocks: blocks, Protection: protected, Activity: r.seen, Traffic: func(_ context.Context, minutes int) ([]bff.Traffic, error) { return r.traffic[minutes], r.broken }, Deviations: func() []bff.Deviation { return r.drift },
		AuditRetention: 400 * 24 * time.Hour, RevocationRetention: 31 * 24 * time.Hour,
		Purge: func(_ context.Context, brand, call string) (int, error) {
			if r.broken != nil {
				return 0, r.broken
			}
			r.purged = append(r.purged, brand+" "+call)
			return 3, nil
		},
		Sessions: &r.players,
		Watch: func(fn func(staff.Change)) func() {
			r.watchers = append(r.watchers, fn)
			r.watching <- struct{}{}
			return func() { r.watchers = nil }
		},
		Bootstrap: func(b *bff.Brand, lang string) ([]byte, error) {
			return json.Marshal(map[string]string{"brand": b.ID, "language": lang})
		},
		Stopped: r.shutdown, OpenAPI: calls.StaffAPI(), Text: calls.ReasonText, Log: slog.New(slog.DiscardHandler), Clock: r.now,
	})
	noError(t, err)
	return r
}

// now is the clock of the rig.
func (r *rig) now() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.at
}

// advance moves the clock.
func (r *rig) advance(d time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at = r.at.Add(d)
}

func (r *rig) allowance(_ string, rule bff.LimitRule) (bff.Allowance, bool) {
	a, ok := r.limits[rule]
	return a, ok
}

func (r *rig) Revoke(_ context.Context, key string, at, _ time.Time) error {
	r.marks[key] = at
	return nil
}

func (r *rig) Revoked(_ context.Context, keys ...string) (at []time.Time, err error) {
	for _, key := range keys {
		at = append(at, r.marks[key])
	}
	return at, nil
}

func (r *rig) States() []bff.CircuitState {
	return []bff.CircuitState{{Brand: "marmara", Upstream: "main", Class: "casino", State: "closed", Override: r.Of("marmara", "main")}}
}

func (r *rig) SetOverride(_ context.Context, brand, upstream string, h bff.BreakerOverride) error {
	if brand != "marmara" || upstream != "main" {
		return bff.ErrUnknownUpstream
	}
	r.held[brand+upstream] = h
	return nil
}

func (r *rig) Of(brand, upstream string) bff.BreakerOverride {
	if h, ok := r.held[brand+upstream]; ok {
		return h
	}
	return bff.OverrideAuto
}

func (r *rig) Find(_ context.Context, id string) (*bff.IdempotencyRecord, error) {
	return r.journal[id], nil
}

// answer is a response.
type answer struct {
	status int
	header http.Header
	body   []byte
	cookie *http.Cookie
}

// refusal decodes an error response.
func (a answer) refusal(t *testing.T) (word, message, field string) {
	t.Helper()
	var said struct{ Error, Message, Field string }
	require.NoError(t, json.Unmarshal(a.body, &said), "%s", a.body)
	return said.Error, said.Message, said.Field
}

// newRequest returns a request as the gateway passes it on.
func (r *rig) newRequest(method, path, body string, cookie *http.Cookie) *http.Request {
	req := httptest.NewRequest(method, "http://marmara.test:8080/staff/v1"+path, bytes.NewBufferString(body))
	req.Header.Set("Accept-Language", "en-GB,en;q=0.8")
	if r.ifMatch != "" {
		req.Header.Set("If-Match", r.ifMatch)
	}
	if cookie != nil {
		req.AddCookie(cookie)
	}
	return req.WithContext(bff.WithScope(r.t.Context(), &bff.Scope{
		RequestID: "r-1", Brand: r.brands[0], Visitor: r.visitor, Lang: "tr", World: r.world,
	}))
}

func (r *rig) do(method, path, body string, cookie *http.Cookie) answer {
	r.t.Helper()
	w := httptest.NewRecorder()
	r.handler.ServeHTTP(w, r.newRequest(method, path, body, cookie))
	a := answer{status: w.Code, header: w.Header(), body: w.Body.Bytes()}
	if set := w.Result().Cookies(); len(set) == 1 {
		a.cookie = set[0]
	}
	checkAnswer(r.t, method, path, a)
	return a
}

// want sends a request and reports a response with another status.
func (r *rig) want(status int, method, path, body string, cookie *http.Cookie) answer {
	r.t.Helper()
	a := r.do(method, path, body, cookie)
	assert.Equal(r.t, status, a.status, "%s %s %s: %d %s, want %d", method, path, body, a.status, a.body, status)
	return a
}

// wantBody sends a request and reports a response other than 200 with exactly this body.
func (r *rig) wantBody(want, method, path, body string, cookie *http.Cookie) {
	r.t.Helper()
	a := r.do(method, path, body, cookie)
	assert.True(r.t, a.status == http.StatusOK && string(a.body) == want,
		"%s %s %s: %d %s\nwant %s", method, path, body, a.status, a.body, want)
}

// read requests a path and decodes the response.
func read[T any](r *rig, path string, cookie *http.Cookie) (value T) {
	r.t.Helper()
	a := r.want(http.StatusOK, "GET", path, "", cookie)
	require.NoError(r.t, json.Unmarshal(a.body, &value), "%s: %s", path, a.body)
	return value
}

// wantReason sends a request and reports a response that is not refused for this reason.
func (r *rig) wantReason(reason, method, path, body string, cookie *http.Cookie) {
	r.t.Helper()
	a := r.do(method, path, body, cookie)
	got, message, _ := a.refusal(r.t)
	assert.True(r.t, got == reason && message != "", "%s %s %s: %d %s, want %s", method, path, body, a.status, a.body, reason)
}

// wantField sends a request and reports a response that does not refuse this field.
func (r *rig) wantField(field, method, path, body string, cookie *http.Cookie) {
	r.t.Helper()
	a := r.do(method, path, body, cookie)
	_, message, got := a.refusal(r.t)
	assert.True(r.t, a.status == http.StatusBadRequest && got == field && message != "",
		"%s %s %s: %d %s, want field %q", method, path, body[:min(len(body), 90)], a.status, a.body, field)
}

func (r *rig) login(name, password string) *http.Cookie {
	r.t.Helper()
	a := r.do("POST", "/login", `{"username":"`+name+`","password":"`+password+`"}`, nil)
	require.True(r.t, a.status == http.StatusOK && a.cookie != nil, "login of %s: %d %s", name, a.status, a.body)
	return a.cookie
}

// newAccount adds an account with a password.
func (r *rig) newAccount(account staff.Account, password string) {
	r.t.Helper()
	account, err := account.WithPassword(password)
	if err == nil {
		err = r.accounts.Add(r.t.Context(), account)
	}
	noError(r.t, err)
}

// addAccount adds an account with a password and returns its login.
func (r *rig) addAccount(name string, roles staff.Roles) *http.Cookie {
	r.t.Helper()
	r.newAccount(staff.Account{Name: name, Roles: roles, Since: r.now()}, "Uzun bir parola")
	return r.login(name, "Uzun bir parola")
}

// disable disables an account as the command line does.
func (r *rig) disable(name string) error {
	_, _, err := r.accounts.Change(r.t.Context(), staff.AccountChange{Name: name, DemoCounts: true, Apply: func(a *staff.Account) error {
		a.Disabled = true
		return nil
	}})
	return err
}

// placeholders fills in the path of a route.
var placeholders = strings.NewReplacer(
	":brand", "marmara", ":upstream", "main", ":override", "open", ":id", "x", ":name", "destek", ":uid", "u", ":key", "k",
)

package gateway_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/gateway"
	"croupier/bff/internal/indexkey"
	"croupier/bff/mock"
	"croupier/bff/ops/telemetry"
	"croupier/bff/player/block"
	"croupier/bff/player/events"
	"croupier/bff/player/payments"
	"croupier/bff/test/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// catalogue returns the real contract.
var catalogue = sync.OnceValue(func() *contract.Catalogue {
	c, err := contract.Load()
	if err != nil {
		panic(err)
	}
	return c
})

// fixture is a gateway with fake dependencies.
type fixture struct {
	t                *testing.T
	blocks           *block.List
	bus              *bus
	events           *events.Hub
	options          gateway.Options
	remembered       func() int // number of remembered bodies
	pass             string     // valid bypass and preview pass of marmara, empty for none
	draft            *bff.Brand // of marmara
	handler          http.Handler
	now              time.Time
	brands           map[string]*bff.Brand
	log              bytes.Buffer
	observations     []bff.Observation
	sessions         *sessions
	limiter          *limiter
	idempotencyStore *idempotencyStore
	search           search
	protection       fakeProtection

	state            bff.MaintenanceState // of maintenance
	planned          bff.MaintenanceWindow
	maintenanceCalls []string // arguments of State
	country          string   // of every visitor
	notReady         []string
	sent             []*bff.UpstreamRequest
	answer           func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) // the platform
	factor           int                                                              // negative: by the response
}

// newFixture returns a gateway with the brands marmara and zephyr. change may alter the options.
func newFixture(t *testing.T, change ...func(*gateway.Options)) *fixture {
	t.Helper()
	r := &fixture{
		t:   t,
		now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		brands: map[string]*bff.Brand{
			"localhost":        brand("marmara", "tr", "en", "de", "ru", "ar"),
			"zephyr.localhost": brand("zephyr", "en", "tr"),
		},
		bus:              &bus{},
		limiter:          &limiter{denied: map[bff.LimitRule]time.Duration{}},
		idempotencyStore: &idempotencyStore{entries: map[bff.IdempotencyKey]*idempotencyEntry{}},
	}
	r.brands["localhost"].Hosts = []string{"localhost", "marmara.localhost"}
	r.brands["zephyr.localhost"].Hosts = []string{"zephyr.localhost"}
	r.idempotencyStore.now = func() time.Time { return r.now }
	r.sessions = &sessions{fixture: r, byToken: map[string]*bff.Session{}}
	r.respond(accepted(`[]`))
	o := gateway.Options{
		Contract:       catalogue(),
		Brands:         func(host string) (*bff.Brand, bool) { b, ok := r.brands[host]; return b, ok },
		Sessions:       r.sessions,
		Upstream:       bff.UpstreamFunc(r.do),
		Maintenance:    r,
		Draft:          r.Draft,
		AllBrands:      func() []*bff.Brand { return []*bff.Brand{r.marmara()} },
		PreviewPass:    r.PassValidUntil,
		Bus:            r.bus,
		IsNewDevice:    r.IsNew,
		RememberDevice: r.Remember,
		Partition: func(r *http.Request, b *bff.Brand) bff.Partition {
			return bff.PartitionOf(b, mock.TestersWorld(r))
		},
		Limiter:          r.limiter,
		Suggest:          r.search.Suggest,
		Protection:       &r.protection,
		IdempotencyStore: r.idempotencyStore,
		Site: http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			s := bff.ScopeOf(req.Context())
			_, _ = fmt.Fprintf(w, "site of %s for %s", s.Brand.ID, s.Visitor)
		}),
		Bootstrap: func(s *bff.Scope) ([]byte, error) { return json.Marshal(map[string]string{"brand": s.Brand.ID}) },
		Row:       func(_ context.Context, _ *bff.Scope, section string) *bff.Row { return &bff.Row{Name: section} },
		Ready:     func() []string { return r.notReady },
		Clock:     func() time.Time { return r.now },
		Log:       slog.New(slog.NewJSONHandler(&r.log, nil)),
		AccessLog: telemetry.NewAccessLog(telemetry.NewLines(&r.log, 0), slog.LevelInfo),
		Observer:  r,
		// This proxy sends the country. No other test uses its address.
		TrustedProxies: []netip.Prefix{netip.MustParsePrefix("203.0.113.200/32")}, CountryHeader: "X-Country",
	}
	r.connect(&o)
	for _, f := range change {
		f(&o)
	}
	r.options = o
	r.handler, r.remembered = gateway.NewCounting(o)
	return r
}

// connect adds blocks, events and payments.
func (r *fixture) connect(o *gateway.Options) {
	key, log := indexkey.New(), slog.New(slog.DiscardHandler)
	var err error
	r.blocks, err = block.Open(r.t.Context(),
		block.Options{Store: new(testkit.Records), Bus: r.bus, IndexKey: key, Clock: o.Clock, Log: log})
	must(r.t, err)
	follower := payments.New(payments.Options{
		Waiting: memory{}, NotSent: memory{}, IndexKey: key, Bus: r.bus, Limiter: r.limiter, Log: log, Clock: o.Clock,
	})
	r.t.Cleanup(follower.Close)
	r.events = events.New(events.Settings{Bus: r.bus, Log: log, HashPlayer: func(string, string) string { return "" }})
	o.Blocks, o.Payments, o.Events = r.blocks, follower, r.events
}

// block blocks a player of marmara.
func (r *fixture) block(s bff.BlockSubject) {
	s.Partition = "marmara"
	must(r.t, r.blocks.Set(r.t.Context(), s, bff.Block{}))
}

func must(t *testing.T, err error) {
	t.Helper()
	require.NoError(t, err)
}

func brand(id string, langs ...string) *bff.Brand {
	b := &bff.Brand{
		ID: id, SiteType: "desktop", Currency: "TRY",
		TimeZone: time.FixedZone("Istanbul", 3*60*60),
		Datas:    map[string][]byte{"languages.json": []byte(`[{"id":1}]`)},
		Licences: []bff.Licence{{ID: "mga", Name: "MGA"}},
	}
	for i, lang := range langs {
		b.Languages = append(b.Languages, bff.Language{ID: i + 1, Lang: lang, Title: strings.ToUpper(lang)})
	}
	return b
}

func (r *fixture) marmara() *bff.Brand { return r.brands["localhost"] }

// visitFrom makes every visitor come from a country through a trusted proxy. marmara blocks KP.
func (r *fixture) visitFrom(country string) {
	r.country, r.marmara().Blocked = country, map[string]bool{"KP": true}
}

// do implements bff.Upstream.
func (r *fixture) do(ctx context.Context, u *bff.UpstreamRequest) (*bff.Answer, error) {
	for field, v := range u.Data {
		switch v.(type) {
		case nil, bool, string, json.Number, []any, map[string]any:
		default:
			r.t.Errorf("%s: data.%s is a %T, which no decoded request has", u.Call.Name(), field, v)
		}
	}
	if u.Call.Name() == "user/two_auth_type" && u.Rules.Kind == bff.KindRead && r.factor >= 0 {
		return &bff.Answer{Result: true, Data: fmt.Appendf(nil, `{"type":%d}`, r.factor), Code: 200}, nil
	}
	r.sent = append(r.sent, u)
	return r.answer(ctx, u)
}

// accepted and answerOf return the response of a platform that accepts a call.
func accepted(data string) bff.Answer {
	return bff.Answer{Result: true, Data: json.RawMessage(data), Code: 200}
}
func answerOf(data string) *bff.Answer { a := accepted(data); return &a }

// respond sets the response of the platform. failWith sets its error.
func (r *fixture) respond(a bff.Answer) { r.setOutcome(&a, nil) }
func (r *fixture) failWith(err error)   { r.setOutcome(nil, err) }

// setOutcome sets the response or the error of the platform. Without either, the platform panics.
func (r *fixture) setOutcome(a *bff.Answer, err error) {
	r.answer = func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) {
		if a == nil && err == nil {
			panic("after sending to secret.example")
		}
		return a, err
	}
}

// leaving disconnects the visitor while the platform works.
func (r *fixture) leaving(data string) func(*http.Request) {
	ctx, leave := context.WithCancel(context.Background())
	r.answer = func(sent context.Context, _ *bff.UpstreamRequest) (*bff.Answer, error) {
		leave()
		return answerOf(data), sent.Err() // the chain also returns this error
	}
	return func(q *http.Request) { *q = *q.WithContext(ctx) }
}

// State implements gateway.Maintenance.
func (r *fixture) State(_, call string) bff.MaintenanceState {
	r.maintenanceCalls = append(r.maintenanceCalls, call)
	return r.state
}

// StateFor admits one address and every visitor with the pass.
func (r *fixture) StateFor(brand, _ string, visitor netip.Addr, pass string) bff.MaintenanceState {
	if _, ok := r.PassValidUntil(brand, pass); ok || visitor == netip.MustParseAddr("203.0.113.9") {
		return bff.MaintenanceState{}
	}
	return r.state
}

// Planned implements gateway.Maintenance.
func (r *fixture) Planned(string) (bff.MaintenanceWindow, bool) {
	return r.planned, !r.planned.From.IsZero()
}

// PassValidUntil implements gateway.Options.PreviewPass.
func (r *fixture) PassValidUntil(brand, pass string) (time.Time, bool) {
	return r.now.Add(time.Hour), brand == "marmara" && r.pass != "" && pass == r.pass
}

// BypassValidUntil implements gateway.Maintenance.
func (r *fixture) BypassValidUntil(brand, pass string) (time.Time, bool) {
	return r.PassValidUntil(brand, pass)
}

// Draft implements gateway.Options.Draft.
func (r *fixture) Draft(brand string) *bff.Brand {
	return map[string]*bff.Brand{"marmara": r.draft}[brand]
}

// IsNew implements gateway.Options.IsNewDevice.
func (*fixture) IsNew(context.Context, string, string, string) (bool, error) { return false, nil }

// Remember implements gateway.Options.RememberDevice.
func (*fixture) Remember(context.Context, string, string, string) error { return nil }

// Observe implements bff.Observer.
func (r *fixture) Observe(_ context.Context, o *bff.Observation) {
	r.observations = append(r.observations, *o)
}

// request returns a valid call, changed by the edits.
func (r *fixture) request(body string, edits ...func(*http.Request)) *http.Request {
	call := []func(*http.Request){header("panel", "frontend"), header("Content-Type", "application/json")}
	return newRequest(r.t, http.MethodPost, "/endpoint/v1", body, append(call, edits...)...)
}

// newRequest returns a request to marmara.
func newRequest(t *testing.T, method, path, body string, edits ...func(*http.Request)) *http.Request {
	req := httptest.NewRequestWithContext(t.Context(), method, "http://localhost"+path, strings.NewReader(body))
	for _, edit := range edits {
		edit(req)
	}
	return req
}

// text formats the status and the body of a response.
func text(w *httptest.ResponseRecorder) string { return fmt.Sprint(w.Code, " ", w.Body) }

func (r *fixture) serve(req *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	if r.country != "" {
		req.Header.Set("X-Forwarded-For", netip.MustParseAddrPort(req.RemoteAddr).Addr().String())
		req.Header.Set("X-Country", r.country)
		req.RemoteAddr = "203.0.113.200:1"
	}
	r.handler.ServeHTTP(w, req)
	return w
}

// newPlayer works like newFixture and adds session "s" of player "7".
func newPlayer(t *testing.T, change ...func(*gateway.Options)) *fixture {
	t.Helper()
	r := newFixture(t, change...)
	r.sessions.open("s")
	return r
}

// want makes a call and compares the HTTP status and the debug code. A successful result needs
// status 200 and no debug code.
func (r *fixture) want(
	name string, status int, debug, body string, edits ...func(*http.Request),
) (*httptest.ResponseRecorder, envelope) {
	r.t.Helper()
	w, e := r.call(body, edits...)
	assert.True(r.t, w.Code == status && e.debug() == debug && e.Result == (status == 200 && debug == ""),
		"%s: got %d %s, want %d %q", name, w.Code, w.Body, status, debug)
	return w, e
}

// wantSent compares the calls that the platform received, without reads of the second factor.
func (r *fixture) wantSent(name, want string) {
	r.t.Helper()
	assert.Equal(r.t, want, strings.Join(r.sentCalls(), " "), "%s: calls to the platform", name)
}

// wantCookie compares the only cookie of a response: its value, "cleared" or "" for none.
func wantCookie(t *testing.T, name string, w *httptest.ResponseRecorder, want string) {
	t.Helper()
	c, got := setCookie(w), ""
	if isCleared(c) {
		got = "cleared"
	} else if c != nil {
		got = c.Value
	}
	assert.Equal(t, want, got, "%s: cookie %v", name, w.Header()["Set-Cookie"])
}

// wantSessions compares the tokens of the valid sessions in alphabetical order.
func (r *fixture) wantSessions(name string, want ...string) {
	r.t.Helper()
	assert.Equal(r.t, want, slices.Sorted(maps.Keys(r.sessions.byToken)), "%s: sessions", name)
}

// wantSession works like want and also compares the cookie of the response and the valid sessions.
func (r *fixture) wantSession(
	name string, status int, debug, cookie string, sessions []string, body string, edits ...func(*http.Request),
) (*httptest.ResponseRecorder, envelope) {
	r.t.Helper()
	w, e := r.want(name, status, debug, body, edits...)
	wantCookie(r.t, name, w, cookie)
	r.wantSessions(name, sessions...)
	return w, e
}

// player edits a session for another player.
func player(uid string) func(*bff.Session) {
	return func(s *bff.Session) { s.Identity.UID = uid }
}

// sentCalls returns the names of the calls that the platform received, without reads of the second
// factor.
func (r *fixture) sentCalls() (names []string) {
	for _, u := range r.sent {
		names = append(names, u.Call.Name())
	}
	return names
}

// call posts body and returns the response and its envelope.
func (r *fixture) call(body string, edits ...func(*http.Request)) (*httptest.ResponseRecorder, envelope) {
	r.t.Helper()
	w := r.serve(r.request(body, edits...))
	return w, readEnvelope(r.t, w)
}

// get requests a path of marmara.
func (r *fixture) get(path string, edits ...func(*http.Request)) *httptest.ResponseRecorder {
	return r.serve(newRequest(r.t, http.MethodGet, path, "", edits...))
}

// wantRefusal requests a path, which must be refused.
func (r *fixture) wantRefusal(status int, debug, path string, edits ...func(*http.Request)) {
	r.t.Helper()
	w := r.get(path, edits...)
	e := readEnvelope(r.t, w)
	assert.True(r.t, w.Code == status && e.Code == status && e.debug() == debug && e.Message != "",
		"%s: %s", path, text(w))
}

// envelope is the decoded response of a call.
type envelope struct {
	Result     bool            `json:"result"`
	Message    string          `json:"message"`
	Data       json.RawMessage `json:"data"`
	Code       int             `json:"code"`
	Debug      *string         `json:"debug"`
	Pagination *bff.Pagination `json:"pagination"`
}

func (e envelope) debug() string {
	if e.Debug == nil {
		return ""
	}
	return *e.Debug
}

func readEnvelope(t *testing.T, w *httptest.ResponseRecorder) (e envelope) {
	t.Helper()
	var keys map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &keys), "answer %d %q", w.Code, w.Body.String())
	want := []string{"code", "data", "debug", "message", "pagination", "result"}
	require.Equal(t, want, slices.Sorted(maps.Keys(keys)), "keys of the envelope")
	must(t, json.Unmarshal(w.Body.Bytes(), &e))
	if w.Code != http.StatusOK {
		assert.Contains(t, openAPI(), fmt.Sprintf("| %d | %s |", w.Code, e.debug()),
			"contracts/openapi.yaml denies this answer")
	}
	return e
}

// openAPI is the published document.
var openAPI = sync.OnceValue(func() string {
	raw, err := os.ReadFile("../../contracts/openapi.yaml")
	return fmt.Sprint(string(raw), err)
})

// Edits of a request.

func header(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

func without(name string) func(*http.Request) { return func(r *http.Request) { r.Header.Del(name) } }
func method(m string) func(*http.Request)     { return func(r *http.Request) { r.Method = m } }
func host(h string) func(*http.Request)       { return func(r *http.Request) { r.Host = h } }

func from(addr string) func(*http.Request) {
	return func(r *http.Request) { r.RemoteAddr = netip.AddrPortFrom(netip.MustParseAddr(addr), 1234).String() }
}

func cookie(value string) func(*http.Request) {
	return func(r *http.Request) { r.AddCookie(&http.Cookie{Name: "croupier", Value: value}) }
}

// api returns the body of a call.
func api(call, data string) string {
	class, method, _ := strings.Cut(call, "/")
	return fmt.Sprintf(`{"api":{"class":%q,"method":%q},"data":%s}`, class, method, cmp.Or(data, "{}"))
}

const providers = `{"api":{"class":"casino","method":"provider_list"},"data":{"Lang":"tr"}}`

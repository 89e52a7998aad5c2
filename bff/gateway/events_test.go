package gateway_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/gateway"
	"croupier/bff/testkit"
)

// hub implements gateway.Events for one stream at a time.
type hub struct {
	events   chan bff.Event
	err      error
	listener bff.Listener
	closed   chan struct{}
}

func (h *hub) Listen(l bff.Listener) (<-chan bff.Event, func(), error) {
	if h.err != nil {
		return nil, nil, h.err
	}
	h.listener = l
	return h.events, func() { close(h.closed) }, nil
}

// page is a page with an open event stream.
type page struct {
	*fixture
	hub    *hub
	beats  chan time.Time
	answer *http.Response
	lines  *bufio.Scanner
}

// newPage returns a gateway with a fake hub.
func newPage(t *testing.T, prepare func(*fixture)) *page {
	t.Helper()
	p := &page{hub: &hub{events: make(chan bff.Event), closed: make(chan struct{})}, beats: make(chan time.Time)}
	p.fixture = newFixture(t, func(o *gateway.Options) {
		o.Events = p.hub
		o.Clock = time.Now // connections have real deadlines
		o.Heartbeats = func() (<-chan time.Time, func()) { return p.beats, func() {} }
	})
	if prepare != nil {
		prepare(p.fixture)
	}
	return p
}

// visit opens the stream.
func (p *page) visit(t *testing.T, client *http.Client, url string, edits ...func(*http.Request)) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+"/v1/events", nil)
	must(t, err)
	r.Host = "localhost"
	for _, edit := range edits {
		edit(r)
	}
	p.answer, err = client.Do(r)
	require.NoError(t, err)
	t.Cleanup(func() { _ = p.answer.Body.Close() })
	p.lines = bufio.NewScanner(p.answer.Body)
}

// openPage returns a page with a stream over a local connection.
func openPage(t *testing.T, prepare func(*fixture), edits ...func(*http.Request)) *page {
	t.Helper()
	p := newPage(t, prepare)
	server := httptest.NewServer(p.handler)
	t.Cleanup(server.Close)
	p.visit(t, server.Client(), server.URL, edits...)
	return p
}

// block reads up to the next empty line.
func (p *page) block() string {
	var lines []string
	for p.lines.Scan() {
		if p.lines.Text() == "" {
			return strings.Join(lines, "|")
		}
		lines = append(lines, p.lines.Text())
	}
	return strings.Join(append(lines, "end"), "|")
}

func (p *page) wantEvent(t *testing.T, want string) {
	t.Helper()
	got := p.block()
	require.Equal(t, want, got, "the page received %q, want %q", got, want)
}

// readStart reads the start of a stream.
func (p *page) readStart(t *testing.T) {
	t.Helper()
	p.wantEvent(t, "retry: 2000")
	p.wantEvent(t, `event: maintenance|data: {"result":true}`)
}

func TestStreamSendsStateThenEvents(t *testing.T) {
	p := openPage(t, nil, header("Last-Event-ID", "4711"))
	for name, want := range map[string]string{
		"Content-Type": "text/event-stream", "Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no", "Content-Length": "",
	} {
		assert.Equal(t, want, p.answer.Header.Get(name), name)
	}
	p.readStart(t)
	l := p.hub.listener
	assert.True(t, l.Brand.ID == "marmara" && l.Player == "" && l.Lang == "tr" && l.Subject == "127.0.0.1", "listener %+v", l)
	p.hub.events <- bff.Event{Name: bff.EventJackpots, Data: json.RawMessage("[\n {\"amount\": 1.5}\n]")}
	p.wantEvent(t, `event: jackpots|data: [{"amount":1.5}]`)
	p.beats <- time.Time{}
	p.wantEvent(t, ": ")
	p.hub.events <- bff.Event{Name: bff.EventSession} // ignored without session
	p.hub.events <- bff.Event{Name: bff.EventBalance} // ignored without player
	p.hub.events <- bff.Event{Name: bff.EventMaintenance}
	p.wantEvent(t, `event: maintenance|data: {"result":true}`)
	close(p.hub.events)
	p.wantEvent(t, "end")
	<-p.hub.closed

	p = openPage(t, nil)
	p.readStart(t)
	if err := p.answer.Body.Close(); err != nil { // the client disconnects
		t.Fatal(err)
	}
	<-p.hub.closed
}

func TestStreamOutlivesServerTimeouts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPage(t, nil)
		dial := testkit.ServeInMemory(t, &http.Server{Handler: p.handler, ReadTimeout: time.Second, WriteTimeout: time.Second})
		p.visit(t, &http.Client{Transport: &http.Transport{DialContext: dial}}, "http://memory")
		p.readStart(t)
		time.Sleep(2 * time.Second) // longer than both timeouts
		p.beats <- time.Time{}
		p.wantEvent(t, ": ")
		p.hub.events <- bff.Event{Name: bff.EventMaintenance}
		p.wantEvent(t, `event: maintenance|data: {"result":true}`)
	})
}

// A client that lost its network leaves a connection that accepts no more data.
func TestStreamEndsWhenClientDoesNotRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPage(t, nil)
		dial := testkit.ServeInMemory(t, &http.Server{Handler: p.handler})
		p.visit(t, &http.Client{Transport: &http.Transport{DialContext: dial}}, "http://memory")
		p.readStart(t)
		began := time.Now()
		// More than the buffers hold.
		p.hub.events <- bff.Event{Name: bff.EventJackpots, Data: json.RawMessage(`"` + strings.Repeat("x", 1<<20) + `"`)}
		<-p.hub.closed
		took := time.Since(began)
		assert.Equal(t, 10*time.Second, took, "closed after %v", took)
	})
}

func TestMaintenanceEventIsLocalized(t *testing.T) {
	p := openPage(t, func(r *fixture) {
		r.state = bff.MaintenanceState{On: true, Message: map[string]string{"en": "Back soon"}}
	}, func(r *http.Request) { r.URL.RawQuery = "Lang=en" })
	p.wantEvent(t, "retry: 2000")
	p.wantEvent(t, `event: maintenance|data: {"result":false,"message":"Back soon","until":null}`)
}

func TestBalanceEvents(t *testing.T) {
	p := openPage(t, func(r *fixture) {
		r.sessions.open("s")
		r.respond(accepted(`[{"balance": 12.5, "bonus": 0}]`))
	}, cookie("s"))
	p.readStart(t)
	assert.Equal(t, "7", p.hub.listener.Player, "listener %+v", p.hub.listener)
	p.hub.events <- bff.Event{Name: bff.EventBalance, Data: json.RawMessage(`{"balance":1}`)}
	p.wantEvent(t, `event: balance|data: {"balance":1}`)
	reloaded := *p.marmara()
	reloaded.Upstream = bff.UpstreamRules{Name: "another platform"}
	p.brands["localhost"] = &reloaded
	p.hub.events <- bff.Event{Name: bff.EventBalance}
	p.wantEvent(t, `event: balance|data: {"balance":12.5,"bonus":0}`)
	p.wantSent("a balance event without data", "finance/check_balance")
	if sent := p.sent[0]; sent.Identity.UID != "7" || sent.Data["Lang"] != "tr" || sent.Brand.Upstream.Name != "another platform" {
		t.Errorf("sent %+v", sent)
	}
	pendingPage := openPage(t, func(r *fixture) { r.sessions.open("s", pending) }, cookie("s"))
	pendingPage.readStart(t)
	assert.Equal(t, "", pendingPage.hub.listener.Player, "a pending session listens as a player: %+v", pendingPage.hub.listener)
}

// The end of a session, or of the brand of the host, ends a stream at the next event or heartbeat.
func TestStreamEndsWithItsSessionOrBrand(t *testing.T) {
	for name, stir := range map[string]func(*page, bff.EventName){
		"an event":                               func(p *page, event bff.EventName) { p.hub.events <- bff.Event{Name: event} },
		"a heartbeat, when the message was lost": func(p *page, _ bff.EventName) { p.beats <- p.now },
	} {
		p := openPage(t, func(r *fixture) { r.sessions.open("s"); r.sessions.open("other") }, cookie("s"))
		p.readStart(t)
		p.hub.events <- bff.Event{Name: bff.EventSession} // of another session of this player
		p.hub.events <- bff.Event{Name: bff.EventMaintenance}
		p.wantEvent(t, `event: maintenance|data: {"result":true}`)
		must(t, p.sessions.End(t.Context(), p.sessions.byToken["s"]))
		stir(p, bff.EventSession)
		p.wantEvent(t, `event: session|data: {"ended":true}`)
		p.wantEvent(t, "end")
		<-p.hub.closed
		for what, by := range map[string]*bff.Brand{"gone": nil, "the host given to another": brand("zephyr", "en")} {
			p := openPage(t, nil)
			p.readStart(t)
			if delete(p.brands, "localhost"); by != nil {
				p.brands["localhost"] = by
			}
			stir(p, bff.EventMaintenance)
			assert.Equal(t, "end", p.block(), "%s, brand %s", name, what)
			<-p.hub.closed
		}
	}
}

func TestRefusedStreams(t *testing.T) {
	for _, row := range []struct {
		name   string
		hub    *hub
		edit   func(*http.Request)
		status int
		after  string
	}{
		{"too many of one address", &hub{err: bff.ReasonRateLimited.WithRetryAfter(10 * time.Second)}, without("X-None"), 429, "10"},
		{"the server ends", &hub{err: bff.ReasonUnavailable.WithRetryAfter(time.Second)}, without("X-None"), 503, "1"},
		{"a page of another site", &hub{}, header("Sec-Fetch-Site", "cross-site"), 403, ""},
		{"no brand's host", &hub{}, host("evil.example"), 421, ""},
	} {
		r := newFixture(t, func(o *gateway.Options) { o.Events = row.hub })
		w := r.get("/v1/events", row.edit)
		assert.True(t, w.Code == row.status && w.Header().Get("Retry-After") == row.after,
			"%s: %d %s", row.name, w.Code, w.Body)
	}
	assert.Equal(t, 404, newFixture(t).get("/v1/events").Code, "without a hub")
	r := newFixture(t, func(o *gateway.Options) { o.Events = &hub{} })
	r.sessions.openErr = bff.ReasonUnavailable
	if w := r.get("/v1/events", cookie("s")); w.Code != 503 {
		t.Errorf("sessions that cannot be read: %d %s", w.Code, w.Body)
	}
}

package gateway_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
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
	"croupier/bff/test/testkit"
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
func (p *page) visit(client *http.Client, url string, edits ...func(*http.Request)) {
	p.t.Helper()
	r := newRequest(p.t, http.MethodGet, "/v1/events", "", edits...)
	r.RequestURI, r.URL.Host = "", strings.TrimPrefix(url, "http://")
	var err error
	p.answer, err = client.Do(r)
	require.NoError(p.t, err)
	p.t.Cleanup(func() { _ = p.answer.Body.Close() })
	p.lines = bufio.NewScanner(p.answer.Body)
}

// openPage returns a page with a stream over a local connection.
func openPage(t *testing.T, prepare func(*fixture), edits ...func(*http.Request)) *page {
	t.Helper()
	p := newPage(t, prepare)
	server := httptest.NewServer(p.handler)
	t.Cleanup(server.Close)
	p.visit(server.Client(), server.URL, edits...)
	return p
}

// openInMemory returns a page with a stream over a connection in memory, for synctest.
func openInMemory(t *testing.T, timeout time.Duration) *page {
	t.Helper()
	p := newPage(t, nil)
	dial := testkit.ServeInMemory(t, &http.Server{Handler: p.handler, ReadTimeout: timeout, WriteTimeout: timeout})
	p.visit(&http.Client{Transport: &http.Transport{DialContext: dial}}, "http://memory")
	p.readStart()
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

func (p *page) wantEvent(want string) {
	p.t.Helper()
	got := p.block()
	require.Equal(p.t, want, got)
}

// readStart reads the start of a stream.
func (p *page) readStart() {
	p.t.Helper()
	p.wantEvent("retry: 2000|event: heartbeat|data: {}")
	p.wantEvent(`event: maintenance|data: {"result":true}`)
}

func TestStreamSendsStateThenEvents(t *testing.T) {
	p := openPage(t, nil, header("Last-Event-ID", "4711"))
	for name, want := range map[string]string{
		"Content-Type": "text/event-stream", "Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no", "Content-Length": "",
	} {
		assert.Equal(t, want, p.answer.Header.Get(name), name)
	}
	p.readStart()
	l := p.hub.listener
	assert.Equal(t, []string{"marmara", "", "tr", "127.0.0.1"}, []string{l.Brand.ID, l.Player, l.Lang, l.Subject})
	p.hub.events <- bff.Event{Name: bff.EventJackpots, Data: json.RawMessage("[\n {\"amount\": 1.5}\n]")}
	p.wantEvent(`event: jackpots|data: [{"amount":1.5}]`)
	p.beats <- time.Time{}
	p.wantEvent("event: heartbeat|data: {}")
	p.hub.events <- bff.Event{Name: bff.EventSession} // ignored without session
	p.hub.events <- bff.Event{Name: bff.EventBalance} // ignored without player
	p.hub.events <- bff.Event{Name: bff.EventMaintenance}
	p.wantEvent(`event: maintenance|data: {"result":true}`)
	close(p.hub.events)
	p.wantEvent("end")
	<-p.hub.closed
	p = openPage(t, nil)
	p.readStart()
	must(t, p.answer.Body.Close()) // the client disconnects
	<-p.hub.closed
}

func TestStreamOutlivesServerTimeouts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := openInMemory(t, time.Second)
		time.Sleep(2 * time.Second) // longer than both timeouts
		p.beats <- time.Time{}
		p.wantEvent("event: heartbeat|data: {}")
		p.hub.events <- bff.Event{Name: bff.EventMaintenance}
		p.wantEvent(`event: maintenance|data: {"result":true}`)
	})
}

// A client that lost its network leaves a connection that accepts no more data.
func TestStreamEndsWhenClientDoesNotRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := openInMemory(t, 0)
		began := time.Now()
		// More than the buffers hold.
		p.hub.events <- bff.Event{Name: bff.EventJackpots, Data: json.RawMessage(`"` + strings.Repeat("x", 1<<20) + `"`)}
		<-p.hub.closed
		assert.Equal(t, 10*time.Second, time.Since(began))
	})
}

func TestMaintenanceEventIsLocalized(t *testing.T) {
	p := openPage(t, func(r *fixture) {
		r.state = bff.MaintenanceState{On: true, Message: map[string]string{"en": "Back soon"}}
	}, func(r *http.Request) { r.URL.RawQuery = "Lang=en" })
	p.wantEvent("retry: 2000|event: heartbeat|data: {}")
	p.wantEvent(`event: maintenance|data: {"result":false,"message":"Back soon","until":null}`)
}

func TestBalanceEvents(t *testing.T) {
	p := openPage(t, func(r *fixture) {
		r.sessions.open("s")
		r.respond(accepted(`[{"balance": 12.5, "bonus": 0}]`))
	}, cookie("s"))
	p.readStart()
	assert.Equal(t, "7", p.hub.listener.Player)
	p.hub.events <- bff.Event{Name: bff.EventBalance, Data: json.RawMessage(`{"balance":1}`)}
	p.wantEvent(`event: balance|data: {"balance":1}`)
	reloaded := *p.marmara()
	reloaded.Upstream = bff.UpstreamRules{Name: "another platform"}
	p.brands["localhost"] = &reloaded
	p.hub.events <- bff.Event{Name: bff.EventBalance}
	p.wantEvent(`event: balance|data: {"balance":12.5,"bonus":0}`)
	p.wantSent("a balance event without data", "finance/check_balance")
	sent := p.sent[0]
	assert.Equal(t, "7 tr another platform", fmt.Sprint(sent.Identity.UID, " ", sent.Data["Lang"], " ", sent.Brand.Upstream.Name))
	p = openPage(t, func(r *fixture) { r.sessions.open("s", pending) }, cookie("s"))
	p.readStart()
	assert.Equal(t, "", p.hub.listener.Player, "a pending session listens as a player")
}

// The end of a session, or of the brand of the host, ends a stream at the next event or heartbeat.
func TestStreamEndsWithItsSessionOrBrand(t *testing.T) {
	for name, stir := range map[string]func(*page, bff.EventName){
		"an event":                               func(p *page, event bff.EventName) { p.hub.events <- bff.Event{Name: event} },
		"a heartbeat, when the message was lost": func(p *page, _ bff.EventName) { p.beats <- p.now },
	} {
		p := openPage(t, func(r *fixture) { r.sessions.open("s"); r.sessions.open("other") }, cookie("s"))
		p.readStart()
		p.hub.events <- bff.Event{Name: bff.EventSession} // of another session of this player
		p.hub.events <- bff.Event{Name: bff.EventMaintenance}
		p.wantEvent(`event: maintenance|data: {"result":true}`)
		must(t, p.sessions.End(t.Context(), p.sessions.byToken["s"]))
		stir(p, bff.EventSession)
		p.wantEvent(`event: session|data: {"ended":true}`)
		p.wantEvent("end")
		<-p.hub.closed
		for what, by := range map[string]*bff.Brand{"gone": nil, "the host given to another": brand("zephyr", "en")} {
			p := openPage(t, nil)
			p.readStart()
			if delete(p.brands, "localhost"); by != nil {
				p.brands["localhost"] = by
			}
			stir(p, bff.EventMaintenance)
			assert.Equal(t, "end", p.block(), "%s, brand %s", name, what)
			<-p.hub.closed
		}
	}
}

func TestStreamsAreObservedAsStreams(t *testing.T) {
	ended := make(chan bff.Event)
	close(ended)
	r := newFixture(t, func(o *gateway.Options) { o.Events = &hub{events: ended, closed: make(chan struct{})} })
	assert.Equal(t, 200, r.get("/v1/events").Code)
	require.Len(t, r.observations, 1)
	assert.True(t, r.observations[0].Stream)
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
		assert.Equal(t, fmt.Sprint(row.status, row.after), fmt.Sprint(w.Code, w.Header().Get("Retry-After")), row.name)
		assert.False(t, r.observations[0].Stream, row.name)
	}
	assert.Equal(t, 404, newFixture(t).get("/v1/events").Code, "without a hub")
	r := newFixture(t, func(o *gateway.Options) { o.Events = &hub{} })
	r.sessions.openErr = bff.ReasonUnavailable
	assert.Equal(t, 503, r.get("/v1/events", cookie("s")).Code, "sessions that cannot be read")
}

// recordingBus is a bff.Bus that records messages.
type recordingBus struct {
	payloads []string
	fail     error
}

func (b *recordingBus) Publish(_ context.Context, topic bff.Topic, payload []byte) error {
	b.payloads = append(b.payloads, string(topic)+" "+string(payload))
	return b.fail
}

func (*recordingBus) Subscribe(bff.Topic, func([]byte), func()) (cancel func()) { return func() {} }

func TestBalanceChangesArePublished(t *testing.T) {
	bus := &recordingBus{}
	r := newPlayer(t, func(o *gateway.Options) { o.Bus = bus })
	check := func(data string) {
		r.respond(accepted(data))
		r.call(api("finance/check_balance", ""), cookie("s"))
	}
	wantPublished := func(name string, want ...string) {
		assert.Equal(t, want, bus.payloads, name)
		bus.payloads = nil
	}
	check(`[{"balance":100}]`)
	check(`[{"balance":100}]`)
	wantPublished("an unchanged balance")
	check(`[{"balance":90}]`)
	wantPublished("a changed balance", `balance {"brand":"marmara","player":"7","balance":{"balance":90}}`)
	for _, data := range []string{`null`, `[]`, `{"balance":1}`} {
		check(data)
	}
	wantPublished("a balance without content")
	claim := func(key string) envelope {
		_, e := r.call(api("user/claim_bonus", `{"bonusID":1}`), cookie("s"), header("Idempotency-Key", uuid[:35]+key))
		return e
	}
	r.respond(accepted(`{}`))
	claim("1")
	wantPublished("a money call", `balance {"brand":"marmara","player":"7"}`)
	r.respond(bff.Answer{Message: "Olmadı", Code: 400})
	claim("2")
	r.call(api("system/ping", ""), cookie("s"))
	r.call(providers)
	wantPublished("calls that change no balance")
	r.failWith(bff.ReasonUpstreamTimeout)
	claim("4")
	assert.Contains(t, strings.Join(bus.payloads, ", "), `payment {"brand":"marmara","player":"",`, "an unknown outcome, for consoles")
	r.respond(accepted(`{}`))
	bus.fail = errStore
	assert.True(t, claim("3").Result, "without the bus")
	assert.Contains(t, r.log.String(), "publish balance: failed")
}

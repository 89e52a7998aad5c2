package gateway_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/gateway"
	"croupier/bff/player/events"
	"croupier/bff/test/testkit"
)

// page is a page with an open event stream.
type page struct {
	*fixture
	hub      *events.Hub
	stop     func() // the hub
	ticks    chan time.Time
	jackpots atomic.Value // a string, equal for every brand, read by the hub's goroutines
	beats    chan time.Time
	answer   *http.Response
	lines    *bufio.Scanner
	ended    chan struct{} // closed when the stream ends
}

// newPage returns a gateway with a running hub.
func newPage(t *testing.T, prepare func(*fixture)) *page {
	t.Helper()
	p := &page{beats: make(chan time.Time), ticks: make(chan time.Time), ended: make(chan struct{})}
	p.fixture = newFixture(t, func(o *gateway.Options) {
		jackpots := func(context.Context, bff.Partition, string) (json.RawMessage, bool) {
			jackpots, _ := p.jackpots.Load().(string)
			return json.RawMessage(jackpots), true
		}
		unhashed := func(_, player string) string { return player }
		p.hub = events.New(events.Settings{Bus: o.Bus, Jackpots: jackpots, Log: o.Log, HashPlayer: unhashed})
		o.Events = p.hub
		o.Clock = time.Now // connections have real deadlines
		o.Heartbeats = func() (<-chan time.Time, func()) { return p.beats, func() {} }
	})
	if prepare != nil {
		prepare(p.fixture)
	}
	p.stop = testkit.Start(t, func(ctx context.Context) { p.hub.Run(ctx, p.ticks) })
	p.ticks <- time.Time{} // the hub has subscribed by now
	handler := p.handler
	p.handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler.ServeHTTP(w, r)
		close(p.ended)
	})
	return p
}

// tell publishes a message about player "7" of marmara to the hub.
func (p *page) tell(topic bff.Topic, more string) {
	must(p.t, p.bus.Publish(p.t.Context(), topic, []byte(`{"brand":"marmara","player":"7"`+more+`}`)))
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
		"Content-Type": "text/event-stream", "Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no",
		"Content-Length": "",
	} {
		assert.Equal(t, want, p.answer.Header.Get(name), name)
	}
	p.readStart()
	p.jackpots.Store("[\n {\"amount\": 1.5}\n]")
	p.ticks <- time.Time{}
	p.wantEvent(`event: jackpots|data: [{"amount":1.5}]`)
	p.beats <- time.Time{}
	p.wantEvent("event: heartbeat|data: {}")
	p.tell(bff.TopicBalance, "") // of a player
	p.hub.Maintenance("marmara")
	p.wantEvent(`event: maintenance|data: {"result":true}`)
	p.stop()
	p.wantEvent("end")
	<-p.ended
	p = openPage(t, nil)
	p.readStart()
	must(t, p.answer.Body.Close()) // the client disconnects
	<-p.ended
}

func TestStreamOutlivesServerTimeouts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := openInMemory(t, time.Second)
		time.Sleep(2 * time.Second) // longer than both timeouts
		p.beats <- time.Time{}
		p.wantEvent("event: heartbeat|data: {}")
		p.hub.Maintenance("marmara")
		p.wantEvent(`event: maintenance|data: {"result":true}`)
	})
}

// A client without a network leaves a connection that accepts no more data.
func TestStreamEndsWhenClientDoesNotRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := openInMemory(t, 0)
		began := time.Now()
		p.jackpots.Store(`"` + strings.Repeat("x", 1<<20) + `"`) // more than the buffers can store
		p.ticks <- time.Time{}
		<-p.ended
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
	p.tell(bff.TopicBalance, `,"balance":{"balance":1}`)
	p.wantEvent(`event: balance|data: {"balance":1}`)
	reloaded := *p.marmara()
	reloaded.Upstream = bff.UpstreamRules{Name: "another platform"}
	p.brands["localhost"] = &reloaded
	p.tell(bff.TopicBalance, "")
	p.wantEvent(`event: balance|data: {"balance":12.5,"bonus":0}`)
	p.wantSent("a balance event without data", "finance/check_balance")
	sent := p.sent[0]
	assert.Equal(t, "7 tr another platform",
		fmt.Sprint(sent.Identity.UID, " ", sent.Data["Lang"], " ", sent.Brand.Upstream.Name))
	p = openPage(t, func(r *fixture) { r.sessions.open("s", pending) }, cookie("s"))
	p.readStart()
	p.tell(bff.TopicBalance, `,"balance":{"balance":1}`)
	p.hub.Maintenance("marmara")
	p.wantEvent(`event: maintenance|data: {"result":true}`) // a pending session does not count as a player's session
}

// If the session ends or the host changes its brand, the stream ends at the next event or
// heartbeat.
func TestStreamEndsWithItsSessionOrBrand(t *testing.T) {
	for name, stir := range map[string]func(*page){
		"an event": func(p *page) {
			p.tell(bff.TopicSessions, "")
			p.hub.Maintenance("marmara")
		},
		"a heartbeat, when the message was lost": func(p *page) { p.beats <- p.now },
	} {
		p := openPage(t, func(r *fixture) { r.sessions.open("s"); r.sessions.open("other") }, cookie("s"))
		p.readStart()
		p.tell(bff.TopicSessions, "") // another session of this player
		p.hub.Maintenance("marmara")
		p.wantEvent(`event: maintenance|data: {"result":true}`)
		must(t, p.sessions.End(t.Context(), p.sessions.byToken["s"]))
		stir(p)
		p.wantEvent(`event: session|data: {"ended":true}`)
		p.wantEvent("end")
		<-p.ended
		for what, by := range map[string]*bff.Brand{"gone": nil, "the host given to another": brand("zephyr", "en")} {
			p := openPage(t, nil)
			p.readStart()
			if delete(p.brands, "localhost"); by != nil {
				p.brands["localhost"] = by
			}
			stir(p)
			assert.Equal(t, "end", p.block(), "%s, brand %s", name, what)
			<-p.ended
		}
	}
}

func TestStreamsAreObservedAsStreams(t *testing.T) {
	r := newFixture(t)
	gone, leave := context.WithCancel(t.Context())
	leave()
	assert.Equal(t, 200, r.get("/v1/events", func(q *http.Request) { *q = *q.WithContext(gone) }).Code)
	require.Len(t, r.observations, 1)
	assert.True(t, r.observations[0].Stream)
}

func TestRefusedStreams(t *testing.T) {
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, row := range []struct {
		name   string
		edit   func(*http.Request)
		change func(*fixture)
		status int
		after  string
	}{
		{"too many of one address", without("X-None"), func(r *fixture) {
			r.marmara().Limits = map[bff.LimitRule]bff.Allowance{bff.LimitEvents: {}}
		}, 429, "10"},
		{"the server ends", without("X-None"), func(r *fixture) { r.events.Run(stopped, nil) }, 503, "1"},
		{"a page of another site", header("Sec-Fetch-Site", "cross-site"), func(*fixture) {}, 403, ""},
		{"no brand's host", host("evil.example"), func(*fixture) {}, 421, ""},
		{"sessions that cannot be read", cookie("s"), func(r *fixture) {
			r.sessions.openErr = bff.ReasonUnavailable
		}, 503, "1"},
	} {
		r := newFixture(t)
		row.change(r)
		w := r.get("/v1/events", row.edit)
		assert.Equal(t, fmt.Sprint(row.status, row.after), fmt.Sprint(w.Code, w.Header().Get("Retry-After")), row.name)
		assert.False(t, r.observations[0].Stream, row.name)
	}
}

func TestBalanceChangesArePublished(t *testing.T) {
	r := newPlayer(t)
	bus := r.bus
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
	assert.Contains(t, strings.Join(bus.payloads, ", "), `payment {"brand":"marmara","player":"",`,
		"an unknown outcome, for consoles")
	r.respond(accepted(`{}`))
	bus.fail = errStore
	assert.True(t, claim("3").Result, "without the bus")
	assert.Contains(t, r.log.String(), "could not publish a changed balance")
}

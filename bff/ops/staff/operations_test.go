package staff_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/ops/staff"
)

func TestTrafficIsShownOfVisibleBrands(t *testing.T) {
	r, viewer := rigFor(t, "izleyici")
	point := bff.TrafficPoint{
		At: start.Truncate(time.Minute), Count: 3, Errors: 1, P50: 12.5, P95: 80, Cached: 1,
		Violations: 2,
	}
	r.traffic = map[int][]bff.Traffic{
		60: {{Brand: "marmara", Class: "casino", Upstream: "main", Points: []bff.TrafficPoint{point}}},
		5:  {{Brand: "marmara", Points: []bff.TrafficPoint{}}, {Brand: "zephyr", Points: []bff.TrafficPoint{}}},
	}
	r.wantBody(`[{"brand":"marmara","class":"casino","upstream":"main","points":[{"at":"2026-01-02T03:04:00Z","count":3,"errors":1,"p50_ms":12.5,"p95_ms":80,"cached":1,"violations":2}]}]`, "GET", "/traffic", "", viewer)
	for name, want := range map[string]string{
		"marmara": `[{"brand":"marmara","class":"","upstream":"","points":[]}]`,
		"pera":    `[]`,
	} {
		r.wantBody(want, "GET", "/traffic?minutes=5", "", r.addAccount("only."+name, staff.Roles{name: staff.Viewer}))
	}
	r.broken = errors.New("the store is away")
	r.want(http.StatusServiceUnavailable, "GET", "/traffic", "", viewer)
}

func TestSpeedIsShownOfVisibleBrands(t *testing.T) {
	r, viewer := rigFor(t, "izleyici")
	p75 := 2600.0
	figure := bff.SpeedFigure{Brand: "marmara", Metric: "lcp", Name: "/", Samples: 3, P75: &p75, Rating: "fair"}
	other := bff.SpeedFigure{Brand: "zephyr", Metric: "lcp", Name: "/"}
	all := []bff.SpeedFigure{figure, other}
	r.speed = map[string]*bff.Speed{"": {Pages: all, Releases: []bff.SpeedFigure{other}, Games: []bff.SpeedFigure{}}}
	const empty = `{"pages":[],"releases":[],"games":[]}`
	r.wantBody(empty, "GET", "/speed?device=phone", "", viewer)
	r.wantBody(`{"pages":[{"brand":"marmara","metric":"lcp","name":"/","samples":3,"p75":2600,"last_week":null,`+
		`"rating":"fair","failures":0}],"releases":[],"games":[]}`,
		"GET", "/speed", "", r.addAccount("only.marmara", staff.Roles{"marmara": staff.Viewer}))
	r.want(http.StatusBadRequest, "GET", "/speed?device=fridge", "", viewer)
	r.broken = errors.New("the store is away")
	r.want(http.StatusServiceUnavailable, "GET", "/speed", "", viewer)
}

func TestDriftListsDeviations(t *testing.T) {
	r, viewer := rigFor(t, "izleyici")
	r.wantBody("[]", "GET", "/drift", "", viewer)
	one := bff.Deviation{
		Upstream: "main", Brand: "marmara", Call: "casino/games_list", Path: "$[*].name", Got: "null", Want: "string",
		Example: "null", Count: 3, First: r.Now(), Last: r.Now().Add(time.Hour),
	}
	other := one
	other.Upstream, other.Call = "studio", "livecasino/game_table_list"
	r.drift = []bff.Deviation{one, other}
	for _, row := range []struct {
		query string
		want  []bff.Deviation
	}{
		{"", []bff.Deviation{one, other}},
		{"?call=casino/games_list", []bff.Deviation{one}},
		{"?call=casino", []bff.Deviation{one}},
		{"?upstream=studio", []bff.Deviation{other}},
		{"?upstream=studio&call=casino", []bff.Deviation{}},
	} {
		want, _ := json.Marshal(row.want)
		r.wantBody(string(want), "GET", "/drift"+row.query, "", viewer)
	}
}

func TestBootstrapOfABrandForPreviews(t *testing.T) {
	r, cookie := rigFor(t, "izleyici")
	for query, language := range map[string]string{
		"?lang=en": "en",
		"?lang=xx": "tr", // the brand does not offer xx
		"":         "tr",
	} {
		r.wantBody(`{"brand":"marmara","language":"`+language+`"}`, "GET", "/brands/marmara/bootstrap"+query, "",
			cookie)
	}
}

// window decodes a window.
func (a answer) window(t *testing.T) (w bff.MaintenanceWindow) {
	t.Helper()
	require.NoError(t, json.Unmarshal(a.body, &w), "%s", a.body)
	return w
}

func TestWindowIsChangedByVersion(t *testing.T) {
	r, support := rigFor(t, "destek")
	const path, at = "/maintenance/marmara/windows", `"from":"2026-01-02T06:00:00Z","until":"2026-01-02T07:00:00Z"`
	const night = at + `,"message":{"tr":"Gece"},"why":"db","bypass":["203.0.113.0/24"]`
	got := r.want(http.StatusCreated, "POST", path, `{`+night+`}`, support)
	w := got.window(t)
	require.NotEmpty(t, w.ID)
	// shows checks that a response is this version of the window.
	shows := func(got answer, version int, state, rest string) {
		t.Helper()
		const format = `{"id":%q,"version":%d,"brand":"marmara","state":%q,"created":"2026-01-02T03:04:05Z",%s}`
		want := fmt.Sprintf(format, w.ID, version, state, rest)
		assert.JSONEq(t, want, string(got.body))
		assert.Equal(t, fmt.Sprintf(`200 "%d"`, version), fmt.Sprint(got.status, " ", got.header.Get("ETag")))
	}
	got.status = http.StatusOK
	shows(got, 1, "scheduled", night+`,"by":"destek"`)
	extend := `{"until":"2026-01-02T09:00:00Z"}`
	for _, row := range []struct {
		name, ifMatch, body string
		status              int
		word, field         string
	}{
		{"without version", "", extend, http.StatusPreconditionRequired, "if-match required", ""},
		{"with another version", `"2"`, extend, http.StatusPreconditionFailed, "changed meanwhile", ""},
		{"with a version that is none", `1`, extend, http.StatusPreconditionFailed, "changed meanwhile", ""},
		{
			"an end before the start", `"1"`, `{"until":"2026-01-02T05:00:00Z"}`, http.StatusBadRequest,
			"invalid payload", "until",
		},
		{
			"a field of windows that cannot be changed", `"1"`, `{"by":"x"}`, http.StatusBadRequest, "invalid payload",
			"by",
		},
	} {
		r.ifMatch = row.ifMatch
		got := r.do("PATCH", path+"/"+w.ID, row.body, support)
		word, _, field := got.refusal(t)
		assert.Equal(t, fmt.Sprint(row.status, row.word, row.field), fmt.Sprint(got.status, word, field), row.name)
	}
	r.ifMatch = `"1"`
	until9 := strings.Replace(night, "T07", "T09", 1)
	shows(r.do("PATCH", path+"/"+w.ID, extend, support), 2, "scheduled", until9+`,"by":"destek"`)
	r.ifMatch = `"2"`
	got = r.do("PATCH", path+"/"+w.ID, `{"until":null,"message":null,"bypass":null,"why":null}`, support)
	shows(got, 3, "scheduled", `"from":"2026-01-02T06:00:00Z","by":"destek"`)
	r.ifMatch = `"3"`
	r.closures.Fail(bff.ErrMaintenanceChanged)                                     // between the look and the change
	r.want(http.StatusPreconditionFailed, "PATCH", path+"/"+w.ID, extend, support) // changed meanwhile
	r.closures.Fail(errors.New("disk full"))
	r.want(http.StatusServiceUnavailable, "POST", path+"/"+w.ID+"/end", "", support) // not stored
	r.closures.Fail(nil)
	r.Advance(3 * time.Hour)
	// it is open
	got = r.want(http.StatusBadRequest, "PATCH", path+"/"+w.ID, `{"from":"2026-01-02T08:00:00Z"}`, support)
	_, message, field := got.refusal(t)
	assert.Equal(t, "from", field)
	assert.Contains(t, message, "start of an open window")
	got = r.do("POST", path+"/"+w.ID+"/end", "", support)
	const end = `"ended":{"by":"destek","at":"2026-01-02T06:04:05Z"}`
	shows(got, 4, "ended", `"from":"2026-01-02T06:00:00Z","by":"destek",`+end)
	r.ifMatch = `"4"`
	r.want(http.StatusConflict, "PATCH", path+"/"+w.ID, extend, support)                  // after the end
	r.want(http.StatusNotFound, "PATCH", "/maintenance/*/windows/"+w.ID, extend, support) // as a window of all
	r.closures.Fail(bff.ErrMaintenanceFull)
	r.want(http.StatusConflict, "POST", "/maintenance/marmara/bypass-links", "", support) // too many links
	r.want(http.StatusConflict, "POST", path, "{}", support)                              // too many
}

// eventStream is an open event stream of the API.
type eventStream struct {
	header http.Header   // complete at the first event
	events chan string   // name and data
	done   chan struct{} // closed when the stream has ended
	leave  func()        // disconnects
}

// listen opens the event stream of an account.
func (r *rig) listen(cookie *http.Cookie) *eventStream {
	r.t.Helper()
	req := r.newRequest("GET", "/events", "", cookie)
	ctx, cancel := context.WithCancel(req.Context())
	r.t.Cleanup(cancel)
	reader, writer := io.Pipe()
	response := &pipedResponse{httptest.NewRecorder(), writer}
	s := &eventStream{
		header: response.Header(), events: make(chan string, 32), done: make(chan struct{}),
		leave: cancel,
	}
	go func() {
		r.handler.ServeHTTP(response, req.WithContext(ctx))
		_ = writer.Close()
	}()
	go func() {
		defer close(s.done)
		name := ""
		for lines := bufio.NewScanner(reader); lines.Scan(); {
			if event, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
				name = event
			} else if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok && name != "heartbeat" {
				s.events <- name + " " + data
			}
		}
	}()
	<-r.watching
	return s
}

// next returns the next n events.
func (s *eventStream) next(t *testing.T, n int) string {
	t.Helper()
	var all []string
	for range n {
		select {
		case event := <-s.events:
			all = append(all, event)
		case <-s.done:
			t.Fatalf("the stream ended after %q", all)
		}
	}
	return strings.Join(all, ", ")
}

// pipedResponse passes the body on as it is written.
type pipedResponse struct {
	*httptest.ResponseRecorder
	to *io.PipeWriter
}

func (p *pipedResponse) Write(b []byte) (int, error)       { return p.to.Write(b) }
func (p *pipedResponse) WriteString(s string) (int, error) { return io.WriteString(p.to, s) }

func TestEventStreamSendsChanges(t *testing.T) {
	r, viewer := rigFor(t, "izleyici")
	stream := r.listen(viewer)
	r.watchers[0](staff.Change{Name: "maintenance", Data: struct{}{}})
	assert.Regexp(t, `^maintenance \[{"brand":"marmara"`, stream.next(t, 1))
	assert.Equal(t, "text/event-stream", stream.header.Get("Content-Type"))
	stream.leave()
	<-stream.done
	close(r.shutdown)
	r.do("GET", "/events", "", viewer) // ends by itself
}

func TestEndedLoginClosesItsEventStream(t *testing.T) {
	r := newRig(t)
	ended, open := r.listen(r.as("destek")), r.listen(r.as("izleyici"))
	require.NoError(t, r.disable("destek"))
	watchers := slices.Clone(r.watchers)
	for _, notify := range watchers {
		notify(staff.Change{Name: staff.ChangeLogins})
		notify(staff.Change{Name: "maintenance", Data: struct{}{}})
	}
	<-ended.done
	assert.Empty(t, ended.events, "a disabled account receives an event")
	// The other account is not an admin: it receives no event about logins.
	assert.Regexp(t, "^maintenance ", open.next(t, 1))
	require.NoError(t, r.disable("izleyici"))
	watchers[1](staff.Change{Name: staff.ChangeLogins})
	<-open.done
	assert.Empty(t, open.events, "another account receives an event")
}

func TestConsolesReceiveChangesOfTheirBrands(t *testing.T) {
	r := newRig(t)
	r.brands = append(r.brands, &bff.Brand{ID: "zephyr"})
	stream := r.listen(r.addAccount("yerel", staff.Roles{"marmara": staff.Viewer}))
	for _, brand := range []string{"zephyr", "marmara", staff.Everywhere, ""} {
		r.watchers[0](staff.Change{Name: "purge", Brand: brand, Data: brand})
	}
	assert.Equal(t, `purge "marmara", purge "*", purge ""`, stream.next(t, 3))
	r.watchers[0](staff.Change{Name: staff.ChangeMaintenance})
	got := stream.next(t, 1)
	assert.True(t, strings.Contains(got, "marmara") && !strings.Contains(got, "zephyr"), "received %s", got)
	// If a role is taken away, the announcement ends the stream at once.
	require.NoError(t, r.accounts.Remove(t.Context(), "yerel"))
	r.watchers[0](staff.Change{Name: staff.ChangeLogins})
	<-stream.done
}

func TestInboxListsWhatWaits(t *testing.T) {
	r, destek := rigFor(t, "destek")
	admin, viewer := r.as("yonetici"), r.as("izleyici")
	type item struct{ Kind, Part, Brand, ID, By, Detail string }
	inbox := func(cookie *http.Cookie) (out []item) { return read[[]item](r, "/inbox", cookie) }
	assert.Empty(t, inbox(destek))

	r.unknownPayment("7", 1)
	r.unknownPayment("7", 2)
	r.want(http.StatusOK, "POST", "/payments/"+paymentKey(2)+"/settle", executed, destek)
	r.want(http.StatusOK, "POST", limitsPath+"/tighten", tightened, destek)
	r.want(http.StatusOK, "POST", limitsPath+"/propose", loosened, destek)
	r.want(http.StatusOK, "POST", "/breakers/marmara/main/open", "", admin)
	r.windows.ReportDetected("marmara/casino")
	long := r.Now().Add(-48 * time.Hour)
	r.drift = []bff.Deviation{
		{Upstream: "main", Brand: "marmara", Call: "casino/games_list", Last: r.Now()},
		{Upstream: "old", Brand: "marmara", Call: "casino/games_list", Last: long},
	}
	r.players.keys = []bff.SealingKey{
		{Kid: "new", Active: true},
		{Kid: "unused", RetireAfter: long},
		{Kid: "used", RetireAfter: long, Sessions: 1},
	}
	common := []item{
		{Kind: "breaker", Brand: "marmara", ID: "main", Detail: "open"},
		{Kind: "maintenance", Brand: "marmara", ID: "casino"},
		{Kind: "drift", Brand: "marmara", ID: "main", Detail: "casino/games_list"},
		{Kind: "key", ID: "unused"},
	}
	assert.Equal(t, append([]item{
		// the newest first
		{Kind: "settlement", Brand: "marmara", ID: paymentKey(2), By: "destek", Part: "deposits", Detail: "250 TRY"},
		{Kind: "payment", Brand: "marmara", ID: paymentKey(1), Part: "deposits", Detail: "250 TRY"},
		{Kind: "loosening", Brand: "marmara", ID: "7", By: "destek", Detail: "limit"},
	}, common...), inbox(destek))
	assert.Equal(t, common, inbox(viewer), "a viewer reads nothing of players")

	// Decided items leave the inbox.
	r.want(http.StatusOK, "POST", "/payments/"+paymentKey(2)+"/approve", approval, admin)
	at := r.limitsOf(destek).Proposals[0].At
	r.want(http.StatusOK, "POST", limitsPath+"/reject",
		`{"subject":"limit","kind":"deposit","period":"day","at":"`+at+`"}`, destek)
	for _, kind := range []string{"settlement", "loosening"} {
		for _, one := range inbox(destek) {
			require.NotEqual(t, kind, one.Kind)
		}
	}
}

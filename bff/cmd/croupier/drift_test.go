package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/cache"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/drift"
	"croupier/bff/telemetry"
)

// scriptedPlatform answers every call with the data set for it.
type scriptedPlatform struct {
	mu   sync.Mutex
	data map[string]string // by call
	sent map[string]int
}

func (p *scriptedPlatform) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body struct {
		API struct{ Class, Method string } `json:"api"`
	}
	_ = json.NewDecoder(r.Body).Decode(&body)
	call := body.API.Class + "/" + body.API.Method
	p.mu.Lock()
	p.sent[call]++
	data := p.data[call]
	p.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"result":true,"message":"","code":200,"debug":null,"pagination":{"limit":48,"offset":0,"total":1},"data":`+data+`}`)
}

func (p *scriptedPlatform) set(call, data string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.data[call] = data
}

func (p *scriptedPlatform) received(call string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.sent[call]
}

// deviating is the real cache over the real chain over a platform, as join builds them.
type deviating struct {
	*scriptedPlatform
	t       *testing.T
	calls   *contract.Catalogue
	live    *config.Live
	routes  *platforms
	cache   *cache.Cache
	log     *drift.Log
	metrics *telemetry.Metrics
	mu      sync.Mutex
	now     time.Time
	printed bytes.Buffer
}

func (d *deviating) clock() time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.now
}

func (d *deviating) advance(by time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.now = d.now.Add(by)
}

// newDeviating joins the parts. upstream is added to the settings of the platform, brand to the file
// of brand marmara.
func newDeviating(t *testing.T, upstream, brand string) *deviating {
	t.Helper()
	d := &deviating{
		scriptedPlatform: &scriptedPlatform{data: map[string]string{}, sent: map[string]int{}},
		t:                t, now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), metrics: telemetry.NewMetrics(),
	}
	srv := httptest.NewServer(d.scriptedPlatform)
	t.Cleanup(srv.Close)
	file := writeConfig(t, envelopeConfig(srv.URL)+upstream)
	rewrite(t, brandFile(file, "marmara"), func(s string) string { return s + brand })
	log := slog.New(slog.NewTextHandler(&d.printed, nil))
	d.live, d.calls = openLive(t, file, log)
	var err error
	d.log = drift.New(drift.Options{Log: log, Clock: d.clock, Count: d.metrics.CountViolation, IsSecret: telemetry.IsSecret})
	d.routes, err = openPlatforms(t.Context(), d.live, d.calls, nil, memoryRecords{}, nil, d.log, nil, log)
	require.NoError(t, err)
	d.cache = cache.New(cache.Settings{Checker: d.calls, Now: d.clock})
	t.Cleanup(d.cache.Close)
	return d
}

// ask makes a call of brand marmara. It returns cache state and data or debug as one line.
func (d *deviating) ask(call string) string {
	class, method, _ := strings.Cut(call, "/")
	found, ok := d.calls.Lookup(class, method)
	require.True(d.t, ok, "no call %s", call)
	brand, _ := d.live.ByID("marmara")
	data := d.calls.Complete(found, map[string]any{}, "tr")
	r := &bff.UpstreamRequest{RequestID: "r", Brand: brand, Call: found, Rules: d.calls.Resolve(found, data), Data: data, Lang: "tr"}
	got, err := d.cache.Do(d.t.Context(), r, d.routes)
	var reason *bff.Reason
	if errors.As(err, &reason) {
		return fmt.Sprintf("%s %s", got.State, reason.Debug)
	}
	noError(d.t, err)
	return fmt.Sprintf("%s %s", got.State, got.Answer.Data)
}

func (d *deviating) want(call, want string) {
	d.t.Helper()
	assert.Equal(d.t, want, d.ask(call), call)
}

// listed returns the deviations as lines.
func (d *deviating) listed() string {
	var out []string
	for _, one := range d.log.List() {
		out = append(out, fmt.Sprintf("%s %s %s %d", one.Call, one.Path, one.Got, one.Count))
	}
	return strings.Join(out, "\n")
}

func (d *deviating) metric(line string) bool {
	w := httptest.NewRecorder()
	d.metrics.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", http.NoBody))
	return strings.Contains(w.Body.String(), "\n"+line+"\n")
}

const (
	providers    = "casino/provider_list"
	goodProvider = `{"providerID":1,"providerName":"A","logo":"","gameCount":2}`
	badProvider  = `{"providerID":2,"providerName":null,"logo":"","gameCount":2}`
)

// One null in one item used to turn the cache off: the answer was passed on, but never cached.
func TestOneNullKeepsTheCache(t *testing.T) {
	d := newDeviating(t, "", "")
	list := "[" + goodProvider + "," + badProvider + "," + badProvider + "]"
	d.set(providers, list)
	d.want(providers, "MISS "+list)
	d.want(providers, "HIT "+list)
	n := d.received(providers)
	assert.Equal(t, 1, n, "the platform received %d calls", n)
	// Two items and two callers, one fetch: counted once.
	got := d.listed()
	assert.Equal(t, providers+" $[*].providerName null 1", got, "listed:\n%s", got)
	d.advance(time.Hour)
	d.want(providers, "MISS "+list)
	got = d.listed()
	assert.Equal(t, providers+" $[*].providerName null 2", got, "listed after a second fetch:\n%s", got)
	line := `croupier_contract_violations_total{call="casino/provider_list",path="$[*].providerName"} 2`
	assert.True(t, d.metric(line), "no metric %s", line)
	if n := strings.Count(d.printed.String(), "answer deviates from the contract"); n != 2 { // an hour apart
		t.Errorf("%d log entries:\n%s", n, d.printed.String())
	}
}

func TestDataOfAnotherTypeFailsOneCall(t *testing.T) {
	d := newDeviating(t, "", "")
	d.set(providers, `{"items":[]}`)
	d.set("casino/category_list", `[]`)
	for range 30 { // more than open a breaker
		d.want(providers, "MISS bad upstream answer")
	}
	d.want("casino/category_list", "MISS []")
	got := d.listed()
	assert.Equal(t, providers+" $ object 30", got, "listed:\n%s", got)
	n := d.received(providers)
	assert.Equal(t, 30, n, "the platform received %d calls", n)
}

func TestEnforcedCallRefusesAnyDeviation(t *testing.T) {
	d := newDeviating(t, "", "\ncontract: { casino/provider_list: enforce }\n")
	d.set(providers, "["+goodProvider+"]")
	d.want(providers, "MISS ["+goodProvider+"]")
	d.set(providers, "["+badProvider+"]")
	d.advance(time.Hour)
	d.want(providers, "STALE ["+goodProvider+"]")
	d.advance(48 * time.Hour)
	d.want(providers, "MISS bad upstream answer")
	d.set("casino/category_list", `[{"CategoryID":1,"name":null,"icon":"","items":[]}]`)
	d.want("casino/category_list", `MISS [{"CategoryID":1,"name":null,"icon":"","items":[]}]`)
}

func TestOverriddenDeviationsFit(t *testing.T) {
	d := newDeviating(t, `    contract_overrides:
      casino/provider_list:
        $: { nullable: true }
        $[*].providerName: { nullable: true }
        $[*].gameCount: { types: [string] }
`, "\ncontract: { casino/provider_list: enforce }\n")
	d.set(providers, "null")
	d.want(providers, "MISS []")
	list := `[{"providerID":2,"logo":"","gameCount":"2"}]`
	d.set(providers, list)
	d.advance(48 * time.Hour)
	d.want(providers, "MISS "+list)
	got := d.listed()
	assert.Equal(t, "", got, "listed:\n%s", got)
}

// What the cache stores and serves is sanitised: once per fetch, with one log record per field and
// minute.
func TestCachedAnswersAreSanitised(t *testing.T) {
	d := newDeviating(t, "", "")
	const call = "cmscontroller/popupInformation"
	d.set(call, `[{"id":1,"title":"a","html":"<p>a</p><script>alert(1)</script>","image":"/a.png","link":"javascript:alert(1)","Active":1,`+
		`"Start_date":"2026-01-01 00:00:00","End_date":"2027-01-01 00:00:00"}]`)
	upstream := openSanitised(d.routes, d.calls, d.metrics, slog.New(slog.NewTextHandler(&d.printed, nil)))
	brand, _ := d.live.ByID("marmara")
	found, _ := d.calls.Lookup("cmscontroller", "popupInformation")
	ask := func() string {
		t.Helper()
		data := d.calls.Complete(found, map[string]any{}, "tr")
		got, err := d.cache.Do(t.Context(), &bff.UpstreamRequest{RequestID: "r", Brand: brand, Call: found, Rules: d.calls.Resolve(found, data), Data: data, Lang: "tr"}, upstream)
		noError(t, err)
		body := string(got.Answer.Data)
		if got.Encoded != nil {
			body += string(got.Encoded.Variant("").Bytes)
		}
		assert.True(t, !strings.Contains(body, "script") && strings.Contains(body, `"link":""`) && strings.Contains(body, `\u003cp\u003ea\u003c/p\u003e`),
			"%s: %s", got.State, body)
		return string(got.State)
	}
	states := []string{ask(), ask()}
	if _, err := d.cache.Purge(t.Context(), "marmara", call); err != nil {
		t.Fatal(err)
	}
	states = append(states, ask())
	assert.True(t, slices.Equal(states, []string{"MISS", "HIT", "MISS"}) && d.received(call) == 2,
		"%v, %d calls", states, d.received(call))
	n := strings.Count(d.printed.String(), "link removed")
	assert.True(t, n == 1 && strings.Contains(d.printed.String(), "field=[].link"),
		"%d log records:\n%s", n, d.printed.String())
	want := `croupier_refused_links_total{brand="marmara",call="` + call + `"} 2`
	assert.True(t, d.metric(want), "want %s", want)
}

func TestRefusedLinksAreLoggedOncePerMinute(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	reports := refusedLinks{last: map[string]time.Time{}, now: func() time.Time { return now }}
	assert.True(t, reports.due("a") && !reports.due("a") && reports.due("b"), "want the first record of each field only")
	now = now.Add(time.Minute)
	assert.True(t, reports.due("a"), "want another record after a minute")
	for i := range maxRefusedFields + 1 {
		reports.due(string(rune('A' + i)))
	}
	assert.True(t, len(reports.last) <= maxRefusedFields, "%d fields", len(reports.last))
}

// Package faults_test tests the croupier binary with a failing platform and a failing store.
// rows/*.json is the table of tests. Adding a row needs no Go code, see README.md.
package faults_test

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/test/e2e"
	"croupier/bff/test/e2e/platform"
)

var (
	only   = flag.String("row", "", "run only rows with names that match this regular expression")
	logs   = flag.Bool("logs", false, "print the logs of the servers of failed rows")
	binary string
)

func TestMain(m *testing.M) {
	flag.Parse()
	// Rows mostly wait for deadlines. Too many parallel rows would miss the deadlines.
	if err := flag.Set("test.parallel", "5"); err != nil {
		panic(err)
	}
	os.Exit(e2e.RunTests(&binary, m.Run))
}

// TestFaults runs the table. The rows of one store share its processes. Each row has a separate
// brand, upstream and platform.
func TestFaults(t *testing.T) {
	tb := readTable(t)
	pattern := regexp.MustCompile(*only)
	byStore := map[string][]*row{}
	for _, r := range tb.rows {
		if pattern.MatchString(r.Name) {
			byStore[r.Store] = append(byStore[r.Store], r)
		}
	}
	for _, store := range slices.Sorted(maps.Keys(byStore)) {
		t.Run(strings.ReplaceAll(store, " ", "-"), func(t *testing.T) {
			t.Parallel()
			runAll(t, tb, situations[store], byStore[store])
		})
	}
}

const concurrentRows = 24

// runAll runs the rows of one situation. The store fails for all rows at the same moment.
func runAll(t *testing.T, tb *table, s *situation, rows []*row) {
	var runs []*run
	brands := []e2e.Brand{}
	for i, r := range rows {
		run, err := newRun(t, tb, r, i)
		require.NoError(t, err)
		t.Cleanup(run.platform.Close)
		runs, brands = append(runs, run), append(brands, run.brand)
	}
	d := deploy(t, s, brands)
	each(runs, func(r *run) { r.begin(d) })
	if s.fail != nil {
		s.fail(d, t)
	}
	each(runs, func(r *run) { r.main(); r.make("then", r.Then) })
	if s.heal != nil {
		s.heal(d, t)
		waitForStore(t, d)
	}
	each(runs, func(r *run) { r.make("after", r.After); r.finish() })
	for _, r := range runs {
		t.Run(strings.ReplaceAll(r.Name, " ", "-"), func(t *testing.T) {
			assert.NoError(t, r.failure, r.file)
		})
	}
}

// each calls do for every run, with at most concurrentRows in parallel.
func each(runs []*run, do func(*run)) {
	slots := make(chan struct{}, concurrentRows)
	var group sync.WaitGroup
	for _, r := range runs {
		group.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			do(r)
		})
	}
	group.Wait()
}

// waitForStore waits until every instance has noticed that its store is back.
func waitForStore(t *testing.T, d *deployment) {
	for _, p := range d.instances {
		deadline := time.Now().Add(30 * time.Second)
		for {
			status, _, raw, err := e2e.NewClient(p.Address, "localhost", "").Do("GET", "/readyz", nil, nil)
			if err == nil && status == 200 && !strings.Contains(string(raw), "unreachable") &&
				!strings.Contains(string(raw), "refuse") {
				break
			}
			require.False(t, time.Now().After(deadline), "the store is not back at %s: %d %v %s", p.Address, status,
				err, raw)
			time.Sleep(50 * time.Millisecond) // polls a real process
		}
	}
}

type run struct {
	*row
	table    *table
	brand    e2e.Brand
	deploy   *deployment
	platform *platform.Platform

	key     string            // of the row's money call
	cookie  string            // the current session cookie
	before  string            // the session cookie before the main call
	login   string            // the first session cookie
	first   map[string]string // first successful body by call
	want    map[string]counts // expected counts so far, by class/method
	failure error
}

// countTimeout bounds the wait for requests that the server sends after its response.
const countTimeout = 30 * time.Second

func newRun(t *testing.T, tb *table, r *row, index int) (*run, error) {
	p, err := platform.New()
	if err != nil {
		return nil, err
	}
	upstream := map[string]any{"adapter": "envelope", "url": p.URL()}
	if r.Front {
		front, err := platform.NewFront(p, index+1, t.TempDir())
		if err != nil {
			return nil, err
		}
		t.Cleanup(front.Close)
		upstream = front.Upstream()
	}
	upstream["breaker"] = map[string]any{"minimum": 1000}
	if r.Deadline != "" {
		upstream["timeouts"] = map[string]string{tb.calls[r.Call].Deadline: r.Deadline}
	}
	for k, v := range r.Upstream {
		upstream[k] = v
	}
	settings := map[string]any{"cache": map[string]any{
		tb.calls["cached read"].Call:  map[string]string{"ttl": "1h"},
		tb.calls["expired read"].Call: map[string]string{"ttl": "1ms", "stale_if_error": "1h"},
		tb.calls["stale read"].Call: map[string]string{
			"ttl": "1ms", "stale_while_revalidate": "1h",
			"stale_if_error": "1h",
		},
		tb.calls["plain read"].Call: map[string]string{"ttl": "0s"},
	}}
	for k, v := range r.Brand {
		settings[k] = v
	}
	return &run{
		row: r, table: tb, platform: p, first: map[string]string{}, want: map[string]counts{},
		brand: e2e.Brand{ID: fmt.Sprintf("row-%d", index), Upstream: upstream, Settings: settings},
	}, nil
}

// begin makes the calls before the failure. It creates the key at this time, because the server
// refuses keys that are older than its memory.
func (r *run) begin(d *deployment) {
	r.deploy = d
	key, err := uuid.NewV7()
	if err != nil {
		r.failure = err
		return
	}
	r.key = key.String()
	r.make("before", r.Before)
}

// make makes steps one after the other and stores the first failure.
func (r *run) make(phase string, steps []step) {
	for i := range steps {
		s := &steps[i]
		for range max(s.Times, 1) {
			if r.failure != nil {
				return
			}
			if err := r.step(s); err != nil {
				r.failure = fmt.Errorf("%s, step %d (%s%s): %w", phase, i+1, s.Call,
					strings.TrimRight(", "+s.What, ", "), err)
			}
		}
	}
}

func (r *run) main() {
	r.before = r.cookie
	r.make("main call", []step{r.row.step})
}

func (r *run) step(s *step) error {
	if s.Fault != "" {
		f := r.table.faults[s.Fault]
		if err := r.platform.Fail(&f); err != nil {
			return err
		}
	}
	deadline := time.Now().Add(countTimeout)
	err := r.call(s)
	for s.Until && err != nil && time.Now().Before(deadline) {
		time.Sleep(50 * time.Millisecond) // polls a real process
		name := r.table.calls[s.Call].Call
		r.want[name] = r.counted(name) // only of the last attempt
		err = r.call(s)
	}
	if err == nil {
		err = r.count(s)
	}
	if s.Fault != "" {
		if healed := r.platform.Fail(nil); err == nil {
			err = healed
		}
	}
	return err
}

// call makes the call of a step and compares the response.
func (r *run) call(s *step) error {
	c := r.table.calls[s.Call]
	header := map[string]string{}
	switch s.Session {
	case "":
		header["Cookie"] = r.cookie
	case "before":
		header["Cookie"] = r.before
	case "first":
		header["Cookie"] = r.login
	}
	if c.Money {
		header["Idempotency-Key"] = r.key
		if s.Key == "new" {
			key, err := uuid.NewV7()
			if err != nil {
				return err
			}
			header["Idempotency-Key"] = key.String()
		}
	}
	status, h, raw, err := e2e.NewClient(r.deploy.instances[s.Instance].Address, r.brand.Host(), "").Call(c.Call,
		c.Data, header)
	if err != nil {
		return err
	}
	if err := r.compare(s, c.Call, status, h, raw); err != nil {
		return fmt.Errorf("%w\nresponse %d, %s, cookie %q: %.600s", err, status, h.Get("Croupier-Cache"),
			h.Get("Set-Cookie"), raw)
	}
	return nil
}

func (r *run) compare(s *step, name string, status int, h http.Header, raw []byte) error {
	var a struct {
		Result  bool    `json:"result"`
		Message string  `json:"message"`
		Debug   *string `json:"debug"`
	}
	if err := json.Unmarshal(raw, &a); err != nil {
		return fmt.Errorf("the response is no envelope: %w", err)
	}
	debug, result := "", s.Want.Status == http.StatusOK
	if a.Debug != nil {
		debug = *a.Debug
	}
	if s.Want.Result != nil {
		result = *s.Want.Result
	}
	session := "kept"
	if cookies := (&http.Response{Header: h}).Cookies(); len(cookies) > 0 {
		if session = "new"; cookies[0].MaxAge < 0 {
			session, r.cookie = "ended", ""
		} else {
			r.cookie = cookies[0].Name + "=" + cookies[0].Value
			r.login = cmp.Or(r.login, r.cookie)
		}
	}
	retryAfter := h.Get("Retry-After")
	w := s.Want
	if or := w.Or; or != nil && status == or.Status && debug == or.Debug {
		w.Status, w.Debug = or.Status, or.Debug
	}
	switch {
	case status != w.Status || debug != w.Debug || a.Result != result:
		return fmt.Errorf("want %d %q with result %t", w.Status, w.Debug, result)
	case w.Cache != "" && w.Cache != h.Get("Croupier-Cache"):
		return fmt.Errorf("want cache state %s", w.Cache)
	case w.Session != "" && w.Session != session:
		return fmt.Errorf("want the session %s, it is %s", w.Session, session)
	case w.RetryAfter != nil && *w.RetryAfter != (retryAfter != ""):
		return fmt.Errorf("want a Retry-After: %t, got %q", *w.RetryAfter, retryAfter)
	case retryAfter != "":
		if n, err := strconv.Atoi(retryAfter); err != nil || n < 1 {
			return fmt.Errorf("Retry-After %q", retryAfter)
		}
	case status == http.StatusOK && strings.Contains(a.Message, "#") && !strings.HasPrefix(a.Message, name+" #"):
		return fmt.Errorf("a foreign answer: %q", a.Message)
	}
	return r.compareAnswer(s, name, a.Result, raw)
}

// compareAnswer compares the body with the body of the first success of the call.
func (r *run) compareAnswer(s *step, name string, result bool, raw []byte) error {
	first, known := r.first[name]
	if !known && result {
		r.first[name] = string(raw)
	}
	switch {
	case s.Want.Answer == "first" && string(raw) != first:
		return fmt.Errorf("want the first answer %s", first)
	case s.Want.Answer == "other" && string(raw) == first:
		return fmt.Errorf("want another answer than the first one")
	}
	return nil
}

// count compares the platform's counts. The server may send requests after its response.
func (r *run) count(s *step) error {
	name := r.table.calls[s.Call].Call
	total, expected := r.want[name], counts{}
	if s.Platform != nil {
		expected = *s.Platform
	}
	total.Requests += expected.Requests
	total.Executions += expected.Executions
	r.want[name] = total
	got := r.counted(name)
	for deadline := time.Now().Add(countTimeout); (got.Requests < total.Requests ||
		got.Executions < total.Executions) &&
		time.Now().Before(deadline); got = r.counted(name) {
		time.Sleep(10 * time.Millisecond) // polls a real process
	}
	if got != total {
		return fmt.Errorf("the platform counted %+v in this row, want %+v, it received %v", got, total,
			r.platform.Calls())
	}
	return nil
}

// counted returns the counts of a call. It includes unread requests, because a row makes only one
// call at a time.
func (r *run) counted(name string) counts {
	others := 0
	for other, c := range r.want {
		if other != name {
			others += c.Requests - r.platform.Received(other)
		}
	}
	return counts{
		Requests:   r.platform.Received(name) + r.platform.Received(platform.Unread) - others,
		Executions: r.platform.Executed(name),
	}
}

func (r *run) finish() {
	for name, total := range r.want {
		if got := r.counted(name); r.failure == nil && got != total {
			r.failure = fmt.Errorf("at the end: the platform counted %+v of %s, want %+v", got, name, total)
		}
	}
}

package main

import (
	"context"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestLoadCountsEveryAnswer(t *testing.T) {
	var received atomic.Int64
	release := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch n := received.Add(1); {
		case r.Header.Get("Cookie") != "croupier=x" || r.Header.Get("Panel") != "frontend":
			t.Errorf("headers %v", r.Header)
		case n%3 == 0:
			w.WriteHeader(http.StatusServiceUnavailable)
		case n%10 == 1:
			<-release // later calls do not wait for the response
		}
		_, _ = w.Write([]byte(`{"result":true}`))
	}))
	defer server.Close()
	var good, refused, slow atomic.Int64
	l := newLoad(strings.TrimPrefix(server.URL, "http://"), "croupier=x", func(a answer) {
		switch a.status {
		case http.StatusOK:
			good.Add(1)
		case http.StatusServiceUnavailable:
			refused.Add(1)
		default:
			t.Errorf("%+v", a)
		}
		assert.True(t, a.took >= 0 && !a.at.After(time.Now()), "%+v", a)
		slow.Add(1)
	})
	l.run(1_000_000, 300)
	close(release)
	l.wait()
	assert.True(t, received.Load() == 300 && good.Load() == 200 && refused.Load() == 100 && l.dropped == 0,
		"%d received, %d good, %d refused, %d dropped", received.Load(), good.Load(), refused.Load(), l.dropped)
}

func TestOutputOfWrk(t *testing.T) {
	for name, c := range map[string]struct {
		out  string
		want speed // zero: an error
	}{
		"all answered": {
			"  20000 requests in 2.00s, 4.5MB read\nRequests/sec:  10000.50\n",
			speed{10000.5, 0, time.Second, 20_000},
		},
		"refused": {
			"  20000 requests in 2.00s, 4.5MB read\n  Non-2xx or 3xx responses: 5000\nRequests/sec:  10000\n",
			speed{7500, 0.25, time.Second, 15_000},
		},
		"timeouts": {"  20000 requests in 2.00s, 4.5MB read\n  Socket errors: connect 0, read 0, write 0, " +
			"timeout 3\nRequests/sec:  10000\n", speed{10000, 0, time.Second, 20_000}},
		"no answers": {"  0 requests in 2.00s, 0B read\nRequests/sec:      0.00\n", speed{}},
		"all refused": {"  20000 requests in 2.00s, 4.5MB read\n  Non-2xx or 3xx responses: 20000\n" +
			"Requests/sec:  10000\n", speed{}},
		"few sockets": {"  20000 requests in 2.00s, 4.5MB read\n  Socket errors: connect 977, read 0, write 0, " +
			"timeout 0\nRequests/sec:  10000\n", speed{}},
		"no server": {"unable to connect to 127.0.0.1:1 Connection refused\n", speed{}},
	} {
		got, err := parseSpeed([]byte(c.out), 2*time.Second)
		assert.True(t, got == c.want && (err == nil) != (c.want == speed{}), "%s: %+v, %v", name, got, err)
	}
}

func TestMetricsAreSummedOverLabels(t *testing.T) {
	const metrics = "# HELP croupier_cache_bytes Bytes.\ncroupier_cache_bytes{brand=\"a b\"} " +
		"1.5e+06\ncroupier_cache_bytes{brand=\"c\"} 10\ncroupier_cache_bytes_total 5\nup 1\nbroken x\n"
	for name, want := range map[string]float64{
		"croupier_cache_bytes": 1_500_010, "up": 1,
		"croupier_cache": math.NaN(), "broken": math.NaN(),
	} {
		got, err := sumOf(name, strings.NewReader(metrics))
		assert.True(t, math.IsNaN(want) == (err != nil) && (err != nil || got == want), "%s: %v, %v", name, got, err)
	}
}

func TestRowsAreFoundByName(t *testing.T) {
	all, err := named("")
	assert.True(t, err == nil && len(all) == len(rows), "%v %v", len(all), err)
	two, err := named("back,cached")
	assert.True(t, err == nil && len(two) == 2 && two[0].name == "back" && two[1].name == "cached", "%v %v", two, err)
	_, err = named("cached,lost")
	assert.Error(t, err, "an unknown row is accepted")
}

func TestListsContainLinks(t *testing.T) {
	list := listAnswer(1 << 10)
	assert.InDelta(t, 1<<10, len(list), 200)
	assert.Contains(t, list, `"logo":"`+imageOrigin+`/`)
	assert.Contains(t, list, `"logo":"/`)
	assert.Contains(t, listAnswer(0), `"data":[]`)
}

func TestClientsRepeatRefusedCalls(t *testing.T) {
	var received atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if received.Add(1) <= 2 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		_, _ = w.Write([]byte(`{}`))
	}))
	defer server.Close()
	var statuses []int
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	began := time.Now()
	ask(ctx, strings.TrimPrefix(server.URL, "http://"), measuredPost("").raw(), func(a answer) {
		if statuses = append(statuses, a.status); len(statuses) == 4 {
			cancel()
		}
	})
	assert.Equal(t, []int{503, 503, 200, 200}, statuses)
	assert.GreaterOrEqual(t, time.Since(began), 2*askingPause)
}

package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
			<-release // later calls do not wait for it
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

func TestEveryCallOfAPostIsSent(t *testing.T) {
	var seen sync.Map
	var received, repeated atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		received.Add(1)
		body, _ := io.ReadAll(r.Body)
		seen.Store(r.Host+" "+string(body), true)
		switch string(body) {
		case `{"offset":60}`:
			w.WriteHeader(http.StatusBadGateway)
		case `{"offset":20}`:
			if repeated.Add(1) == 1 {
				w.WriteHeader(http.StatusServiceUnavailable)
			}
		}
	}))
	defer server.Close()
	address := strings.TrimPrefix(server.URL, "http://")
	calls := post{path: "/", body: `{"offset":%d}`, header: map[string]string{"Host": "brand%d.localhost"}, count: 50}
	refused, err := sendAll(address, calls, 10, 4)
	require.True(t, err == nil && refused == 1, "%v %v", refused, err)
	for i := 10; i < calls.count; i++ {
		_, ok := seen.Load(fmt.Sprintf(`brand%d.localhost {"offset":%d}`, i, i))
		assert.True(t, ok, "call %d is missing", i)
	}
	n := received.Load()
	assert.EqualValues(t, 41, n, "%d calls", n)
	calls.count = 61
	_, err = sendAll(address, calls, 60, 4)
	assert.Error(t, err, "a failed call is no error")
}

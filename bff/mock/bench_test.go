package mock_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// maxFiftyWorlds bounds the memory of a casino with 600 games and fifty worlds, in bytes.
const maxFiftyWorlds = 200 << 20

// heap returns the memory in use after garbage collection.
func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // also frees what finalizers and pools held
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// fifty uses each of fifty worlds: logins, every call, rounds of a slot.
func fifty(t testing.TB) *client {
	h := open(t, 1)
	for n := range 50 {
		guest := h.in("w" + strconv.Itoa(n))
		player := guest.login("zengin")
		for _, a := range allCalls() {
			in := guest
			if a.session {
				in = player
			}
			in.raw(a.call, a.data)
		}
		url := must[struct{ URL string }](player, "casino/init_game", map[string]any{"gameID": 1001 + n}).URL
		for range 50 {
			player.send(http.MethodPost, url+"/spin", map[string]any{"stake": 10})
		}
	}
	return h
}

func TestFiftyWorldsFitIntoMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("plays fifty worlds")
	}
	before := heap()
	h := fifty(t)
	if got := heap() - before; got > maxFiftyWorlds {
		t.Errorf("fifty worlds hold %d MB", got>>20)
	}
	var games struct{ Pagination struct{ Total int } }
	if err := json.Unmarshal(h.raw("casino/games_list", nil).Body.Bytes(), &games); err != nil || games.Pagination.Total < 600 {
		t.Errorf("%d games: %v", games.Pagination.Total, err)
	}
}

func BenchmarkFiftyWorlds(b *testing.B) {
	for b.Loop() {
		before := heap()
		h := fifty(b)
		b.ReportMetric(float64(heap()-before)/(1<<20), "MB")
		runtime.KeepAlive(h)
	}
}

func BenchmarkNewWorld(b *testing.B) {
	h := open(b, 1)
	for n := 0; b.Loop(); n++ {
		h.in("w"+strconv.Itoa(n)).call("maintenance/check_status", nil)
	}
}

func BenchmarkSnapshot(b *testing.B) {
	h := open(b, 1)
	h.login("zengin")
	for b.Loop() {
		b.ReportMetric(float64(len(h.snapshot("")))/1024, "KiB")
	}
}

// BenchmarkEveryCall reports the median and the 99th percentile of each call, as the
// richest player and as a guest.
func BenchmarkEveryCall(b *testing.B) {
	guest := open(b, 1)
	player := guest.login("zengin")
	seen := map[string]bool{}
	for _, a := range allCalls() {
		in := guest
		if a.session {
			in = player
		}
		name := a.call
		if seen[name] {
			continue
		}
		seen[name] = true
		b.Run(strings.ReplaceAll(name, "/", "."), func(b *testing.B) {
			body, err := json.Marshal(map[string]any{"api": in.api(a.call), "data": in.data(a.data), "user": in.user})
			if err != nil {
				b.Fatal(err)
			}
			var took []time.Duration
			for b.Loop() {
				r := httptest.NewRequest(http.MethodPost, "/endpoint/v1", strings.NewReader(string(body)))
				r.Header.Set("X-Site-Id", in.site)
				w := httptest.NewRecorder()
				began := time.Now()
				in.handler.ServeHTTP(w, r)
				took = append(took, time.Since(began))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds()), "median-µs")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
		})
	}
}

func (h *client) api(call string) map[string]string {
	class, method, _ := strings.Cut(call, "/")
	return map[string]string{"class": class, "method": method}
}

func (h *client) data(d map[string]any) map[string]any {
	out := map[string]any{"Lang": h.lang}
	for k, v := range d {
		out[k] = v
	}
	return out
}

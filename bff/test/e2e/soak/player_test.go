package soak_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"croupier/bff/test/e2e/platform"
)

const playersPerBrand = 10

type player struct {
	name, host, site string
	mu               sync.Mutex
	cookie           string
	foreign          atomic.Int64 // responses with data of another player or site
	answers          atomic.Int64
	example          atomic.Pointer[string]
}

func (w *world) login(t *testing.T) []*player {
	var out []*player
	balances := map[float64]bool{}
	for i := range w.brands {
		for j := range playersPerBrand {
			p := &player{
				name: fmt.Sprintf("player-%d-%d", i+1, j+1), host: w.brands[i].Host(),
				site: strconv.Itoa(i + 1),
			}
			require.True(t, w.renew(p, j%len(w.nodes)), "login of %s failed", p.name)
			balances[platform.BalanceOf(p.name)] = true
			out = append(out, p)
		}
	}
	require.Len(t, balances, len(out), "two players have the same balance")
	return out
}

// renew logs a player in and reports whether it succeeded.
func (w *world) renew(p *player, node int) bool {
	r := w.call(node, p.host, "", "", "user/login", map[string]any{"username": p.name, "password": platform.Password})
	if r.err != nil || !r.Result || r.cookie == "" {
		return false
	}
	p.mu.Lock()
	p.cookie = r.cookie
	p.mu.Unlock()
	return true
}

func (p *player) session() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cookie
}

var (
	canaries = regexp.MustCompile(`canary-(.+?)-end`)
	balances = regexp.MustCompile(`"balance(?:_after)?":(\d+)`)
)

// inspect searches a response for canaries and balances of other players.
func (p *player) inspect(r *response) {
	if r.err != nil {
		return
	}
	p.answers.Add(1)
	foreign := false
	for _, m := range canaries.FindAllStringSubmatch(r.raw, -1) {
		foreign = foreign || m[1] != p.name && m[1] != "site-"+p.site
	}
	for _, m := range balances.FindAllStringSubmatch(r.raw, -1) {
		foreign = foreign || m[1] != strconv.FormatFloat(platform.BalanceOf(p.name), 'f', -1, 64)
	}
	if foreign {
		p.foreign.Add(1)
		text := strings.ToValidUTF8(r.raw, "?")
		p.example.Store(&text)
	}
}

func (w *world) read(p *player, node, which int) {
	switch which % 4 {
	case 0:
		p.inspect(w.call(node, p.host, p.session(), "", "finance/check_balance", map[string]any{}))
	case 1:
		p.inspect(w.call(node, p.host, p.session(), "", "finance/list_transactions",
			map[string]any{"limit": 10, "offset": 0}))
	default:
		p.inspect(w.call(node, p.host, "", "", "cmscontroller/getSlider", map[string]any{}))
	}
}

// client uses one shared pool of connections. net/http never sends a call again, because the body
// has no GetBody.
var client = &http.Client{
	Timeout:   40 * time.Second,
	Transport: &http.Transport{MaxIdleConns: 1000, MaxIdleConnsPerHost: 500, DisableCompression: true},
}

type response struct {
	Status  int
	Result  bool   `json:"result"`
	Message string `json:"message"`
	Debug   string `json:"debug"`
	raw     string
	request string // the X-Request-Id
	cookie  string // of Set-Cookie
	began   time.Time
	ended   time.Time
	err     error // without a response
}

func (w *world) call(node int, host, cookie, key, name string, data map[string]any) *response {
	class, method, _ := strings.Cut(name, "/")
	body, err := json.Marshal(map[string]any{"api": map[string]string{"class": class, "method": method}, "data": data})
	if err != nil {
		return &response{err: err}
	}
	r := &response{began: time.Now()}
	defer func() { r.ended = time.Now() }()
	req, err := http.NewRequest(http.MethodPost, "http://"+*w.nodes[node].address.Load()+"/endpoint/v1",
		io.NopCloser(bytes.NewReader(body)))
	if err != nil {
		return &response{err: err}
	}
	req.Host, req.ContentLength = host, int64(len(body))
	for k, v := range map[string]string{
		"Content-Type": "application/json", "panel": "frontend", "Cookie": cookie,
		"Idempotency-Key": key,
	} {
		if v != "" {
			req.Header.Set(k, v)
		}
	}
	resp, err := client.Do(req)
	if err != nil {
		r.err = err
		return r
	}
	defer resp.Body.Close() //nolint:errcheck // read to EOF
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		r.err = err
		return r
	}
	if err := json.Unmarshal(raw, r); err != nil {
		r.err = err
		return r
	}
	r.Status, r.raw, r.request = resp.StatusCode, string(raw), resp.Header.Get("X-Request-Id")
	for _, c := range resp.Cookies() {
		if c.MaxAge >= 0 {
			r.cookie = c.Name + "=" + c.Value
		}
	}
	return r
}

// leaver is a player who logs in and out. The ended session must stay invalid at the instance of
// the logout, and at every instance after Redis recovers. Until then, another instance may accept
// the session.
type leaver struct {
	player
	ended     time.Time // time of the logout response
	node      int       // instance of the logout
	starts    int64     // starts of that instance before the logout
	revived   []*response
	elsewhere int // accepted calls at the other instance or at a restarted one
}

// leave logs a new player in and out, and uses the ended session at intervals.
func (w *world) leave(number int, nodes []int, pauses []time.Duration) *leaver {
	brand := number % len(w.brands)
	l := &leaver{
		player: player{
			name: fmt.Sprintf("leaver-%d", number), host: w.brands[brand].Host(),
			site: fmt.Sprint(brand + 1),
		},
		node: nodes[1],
	}
	if !w.renew(&l.player, nodes[0]) {
		return l
	}
	l.starts = w.nodes[l.node].starts.Load()
	if r := w.call(l.node, l.host, l.cookie, "", "user/logout", map[string]any{}); r.err != nil || !r.Result {
		return l
	}
	l.ended = time.Now()
	for i, pause := range pauses {
		time.Sleep(pause) // as players do
		if r := w.present(l, nodes[i]); r == nil {
			continue
		} else if nodes[i] == l.node && w.nodes[l.node].starts.Load() == l.starts {
			l.revived = append(l.revived, r)
		} else {
			l.elsewhere++
		}
	}
	return l
}

// present makes a call with the ended session. It returns the response if the instance accepted the
// session and called the platform.
func (w *world) present(l *leaver, node int) *response {
	r := w.call(node, l.host, l.cookie, "", "finance/check_balance", map[string]any{})
	l.inspect(r)
	if r.err == nil && (r.Result || r.Status == http.StatusInternalServerError || r.Status == http.StatusBadGateway ||
		r.Status == http.StatusGatewayTimeout) {
		return r
	}
	return nil
}

// presentAll uses every ended session at every instance after all faults.
func (w *world) presentAll(leavers []*leaver) {
	for _, l := range leavers {
		for node := range w.nodes {
			if l.ended.IsZero() {
				continue
			}
			if r := w.present(l, node); r != nil {
				l.revived = append(l.revived, r)
			}
		}
	}
}

package soak_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"croupier/bff/e2e/platform"
)

// playersPerBrand is how many players each brand has.
const playersPerBrand = 10

// player is a player of one brand.
type player struct {
	name, host, site string
	mu               sync.Mutex
	cookie           string
	foreign          atomic.Int64 // answers with something of another player or site
	answers          atomic.Int64
	example          atomic.Pointer[string]
}

// login logs the players in.
func (w *world) login(t *testing.T) []*player {
	t.Helper()
	var out []*player
	balances := map[float64]bool{}
	for i := range w.brands {
		for j := range playersPerBrand {
			p := &player{name: fmt.Sprintf("player-%d-%d", i+1, j+1), host: w.brands[i].Host(), site: strconv.Itoa(i + 1)}
			require.True(t, w.renew(p, j%2), "login of %s failed", p.name)
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

// inspect looks for the canaries and balances of others in an answer.
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

// read makes one of the reads of a player.
func (w *world) read(p *player, node, which int) {
	switch which % 4 {
	case 0:
		p.inspect(w.call(node, p.host, p.session(), "", "finance/check_balance", map[string]any{}))
	case 1:
		p.inspect(w.call(node, p.host, p.session(), "", "finance/list_transactions", map[string]any{"limit": 10, "offset": 0}))
	default:
		p.inspect(w.call(node, p.host, "", "", "cmscontroller/getSlider", map[string]any{}))
	}
}

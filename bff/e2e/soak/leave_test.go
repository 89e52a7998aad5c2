package soak_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"
)

// leaver is a player who logs in and out once. His session must never work again.
type leaver struct {
	player
	mu      sync.Mutex
	ended   time.Time // when he was told that he is logged out
	revived []*response
}

// leave logs a new player in and out and presents his session now and then. It reports nothing where
// no instance lets him in or out in time.
func (w *world) leave(number int, nodes []int, pauses []time.Duration) *leaver {
	brand := number % len(w.brands)
	l := &leaver{player: player{name: fmt.Sprintf("leaver-%d", number), host: w.brands[brand].Host(), site: fmt.Sprint(brand + 1)}}
	if !w.renew(&l.player, nodes[0]) {
		return l
	}
	if r := w.call(nodes[1], l.host, l.cookie, "", "user/logout", map[string]any{}); r.err != nil || !r.Result {
		return l
	}
	l.ended = time.Now()
	for i, pause := range pauses {
		time.Sleep(pause) // as players do
		w.present(l, nodes[i])
	}
	return l
}

// present makes a call with the ended session.
func (w *world) present(l *leaver, node int) {
	if l.ended.IsZero() {
		return
	}
	r := w.call(node, l.host, l.cookie, "", "finance/check_balance", map[string]any{})
	l.inspect(r)
	// Only an open session reaches the platform.
	if r.err == nil && (r.Result || strings.HasPrefix(r.Debug, "upstream") && r.Status != http.StatusServiceUnavailable || r.Debug == "bad upstream answer") {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.revived = append(l.revived, r)
	}
}

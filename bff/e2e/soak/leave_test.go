package soak_test

import (
	"fmt"
	"net/http"
	"time"
)

// leaver is a player who logs in and out once. His session must not work again at the instance that
// logged him out, nor at any once Redis is back: an instance that Redis keeps from knowing may
// take it for open meanwhile.
type leaver struct {
	player
	ended     time.Time // when he was told that he is logged out
	node      int       // where
	starts    int64     // of that instance until then
	revived   []*response
	elsewhere int // answers as to an open session at the other instance, or at a restarted one
}

// leave logs a new player in and out and presents his session now and then.
func (w *world) leave(number int, nodes []int, pauses []time.Duration) *leaver {
	brand := number % len(w.brands)
	l := &leaver{
		player: player{name: fmt.Sprintf("leaver-%d", number), host: w.brands[brand].Host(), site: fmt.Sprint(brand + 1)},
		node:   nodes[1],
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

// present makes a call with the ended session. It returns the response if the session was taken for
// open, which is seen by the platform having been called.
func (w *world) present(l *leaver, node int) *response {
	r := w.call(node, l.host, l.cookie, "", "finance/check_balance", map[string]any{})
	l.inspect(r)
	if r.err == nil && (r.Result || r.Status == http.StatusInternalServerError || r.Status == http.StatusBadGateway ||
		r.Status == http.StatusGatewayTimeout) {
		return r
	}
	return nil
}

// presentAll presents every ended session at every instance, with everything well again.
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

package games

import (
	"fmt"
	"net/http"
	"time"
)

// followHold is how long a look is held back at most while nothing happens. It bounds how
// late a page hears of a clock that was moved.
const followHold = time.Second

// sight is how a shared round stands: what the page is told, and when that changes by itself.
type sight struct {
	table any
	round int64
	phase string
	now   time.Time
	next  time.Time
}

// follow answers a page that follows a shared round: at once where it has not seen this
// round's phase yet (?seen=ROUND.PHASE), otherwise when something happens. So what happens
// is told then, and no earlier.
func (h *handler) follow(w http.ResponseWriter, r *http.Request, see func(Account) sight) error {
	var s sight
	look := func(b Account) error { s = see(b); return nil }
	err := h.wallet.View(r.Context(), r.PathValue("token"), look)
	if err == nil && r.URL.Query().Get("seen") == fmt.Sprintf("%d.%s", s.round, s.phase) {
		// The next whole millisecond: times are told in them.
		hold := time.NewTimer(min(s.next.Sub(s.now.Truncate(time.Millisecond)), followHold))
		defer hold.Stop()
		select {
		case <-hold.C:
		case <-r.Context().Done():
		}
		err = h.wallet.View(r.Context(), r.PathValue("token"), look)
	}
	if err == nil {
		answer(w, http.StatusOK, s.table)
	}
	return err
}

// following is the look that tells how a shared round stands, as see shows it to a session.
func following(see func(Session, Account) sight) action {
	return func(h *handler, w http.ResponseWriter, r *http.Request, session Session) error {
		return h.follow(w, r, func(b Account) sight { return see(session, b) })
	}
}

// act moves money at a shared round and answers with how it stands then.
func (h *handler) act(w http.ResponseWriter, r *http.Request, move func(Account) error, see func(Account) sight) error {
	var s sight
	err := h.wallet.Update(r.Context(), r.PathValue("token"), func(b Account) error {
		if err := move(b); err != nil {
			return err
		}
		s = see(b)
		return nil
	})
	if err == nil {
		answer(w, http.StatusOK, s.table)
	}
	return err
}

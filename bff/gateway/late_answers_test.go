package gateway_test

import (
	"context"
	"testing"
	"time"

	"croupier/bff"
)

// A session that ended while its call was under way may have a successor in the same browser: the
// answer that is late sets no cookie and clears none.
func TestLateAnswersKeepTheCookieOfTheNextSession(t *testing.T) {
	expired := bff.Answer{Message: "Oturum Süresi Doldu", Code: 403, Debug: "anonymous user"}
	renewed := bff.Answer{Result: true, Code: 200, Renewed: &bff.Identity{UID: "7", SID: "sid-8"}}
	for name, late := range map[string]struct {
		call   string
		answer bff.Answer
		touch  bool
	}{
		"the platform knows the session no more": {"system/ping", expired, false},
		"the platform has renewed its token":     {"system/ping", renewed, false},
		"the idle window was renewed":            {"system/ping", bff.Answer{Result: true, Code: 200}, true},
		"a second logout":                        {"user/logout", bff.Answer{Result: true, Code: 200}, false},
	} {
		for _, ended := range []bool{true, false} {
			r := newFixture(t)
			r.sessions.open("s")
			held := r.sessions.byToken["s"]
			if late.touch {
				r.sessions.touch = held
			}
			r.answer = func(ctx context.Context, _ *bff.UpstreamRequest) (*bff.Answer, error) {
				if !ended {
					return &late.answer, nil
				}
				return &late.answer, r.sessions.End(ctx, held)
			}
			w, _ := r.call(api(late.call, ""), cookie("s"))
			if got := setCookie(w); (got == nil) != ended {
				t.Errorf("%s, ended meanwhile: %v: cookie %v", name, ended, got)
			}
		}
	}
}

func TestLogoutDuringMaintenance(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("s")
	r.state = bff.MaintenanceState{On: true, Until: r.now.Add(time.Hour)}
	w, e := r.call(api("user/logout", ""), cookie("s"))
	if !e.Result || !isCleared(setCookie(w)) || r.sessions.byToken["s"] != nil {
		t.Errorf("got %d %s, %v", w.Code, w.Body, setCookie(w))
	}
}

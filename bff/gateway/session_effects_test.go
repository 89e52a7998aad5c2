package gateway_test

import (
	"context"
	"testing"
	"time"

	"croupier/bff"
)

func TestPasswordChangeEndsAllSessions(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("s")
	r.sessions.open("phone")
	r.sessions.open("other", func(s *bff.Session) { s.Identity.UID = "8" })
	r.respond(bff.Answer{Message: "Şifre yanlış", Code: 400})
	if w, _ := r.call(api("user/pass_change", passChange), cookie("s")); setCookie(w) != nil || len(r.sessions.byToken) != 3 {
		t.Error("a refused change ended sessions")
	}
	r.respond(bff.Answer{Result: true, Code: 200})
	w, e := r.call(api("user/pass_change", passChange), cookie("s"))
	if !e.Result || !isCleared(setCookie(w)) || len(r.sessions.byToken) != 1 || r.sessions.byToken["other"] == nil {
		t.Errorf("got %+v, %v, %v", e, setCookie(w), r.sessions.byToken)
	}
}

const passChange = `{"password":"Demo123","new_password":"Demo1234","new_password_confirm":"Demo1234"}`

func TestPasswordChangeOfUnknownOutcomeEndsAllSessions(t *testing.T) {
	for _, row := range []struct {
		name string
		err  error
		code int // 0: the sessions stay
	}{
		{"a timeout", bff.ReasonUpstreamTimeout, 504},
		{"a lost connection", bff.ReasonUnavailable.WithRetryAfter(time.Second), 503},
		{"an unreadable answer", bff.ReasonBadUpstreamAnswer, 502},
		{"an HTTP 500 with a message", &bff.Reason{Status: 500, Debug: "upstream error", Key: "upstream_error", Message: "ORA-01555"}, 500},
		{"a panic", nil, 500},
		{"a refused connection", bff.ReasonUnavailable.WithDelivery(bff.DeliveryNotSent), 0},
		{"maintenance", bff.ReasonMaintenance.WithDelivery(bff.DeliveryAnswered), 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newFixture(t)
			r.sessions.open("s")
			r.sessions.open("phone")
			r.sessions.open("other", func(s *bff.Session) { s.Identity.UID = "8" })
			r.answer = func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) {
				if row.err == nil {
					panic("after sending")
				}
				return nil, row.err
			}
			w, e := r.call(api("user/pass_change", passChange), cookie("s"))
			if row.code == 0 {
				if setCookie(w) != nil || len(r.sessions.byToken) != 3 || e.debug() == "outcome unknown" {
					t.Errorf("got %d %+v, %v", w.Code, e, r.sessions.byToken)
				}
				return
			}
			if w.Code != row.code || e.debug() != "outcome unknown" || e.Message != catalogue().Message("tr", "password_outcome_unknown", nil) || e.Message == "" {
				t.Errorf("got %d %+v", w.Code, e)
			}
			if again := w.Header().Get("Retry-After"); again != "" {
				t.Errorf("Retry-After %s for what may have been done", again)
			}
			if !isCleared(setCookie(w)) || len(r.sessions.byToken) != 1 || r.sessions.byToken["other"] == nil {
				t.Errorf("cookie %v, sessions %v", setCookie(w), r.sessions.byToken)
			}
		})
	}
}

// Every call with an effect on sessions reaches its end although the visitor leaves while the
// platform works.
func TestSessionEffectsOutlastTheVisitor(t *testing.T) {
	for _, row := range []struct {
		call, data, token, answer string
		done                      func(*sessions) bool
	}{
		{"user/pass_change", passChange, "s", "", func(s *sessions) bool { return s.byToken["s"] == nil && s.byToken["phone"] == nil }},
		{"user/logout", "", "s", "", func(s *sessions) bool { return s.byToken["s"] == nil }},
		{"user/check_ga", codeData, "p", "", func(s *sessions) bool { return s.byToken["p"] == nil && s.made == 1 }},
		{"user/login", login, "s", platformLogin, func(s *sessions) bool { return s.byToken["s"] == nil && s.made == 1 }},
	} {
		t.Run(row.call, func(t *testing.T) {
			r := newFixture(t)
			r.sessions.open("s")
			r.sessions.open("phone")
			r.sessions.open("p", pending)
			ctx, leave := context.WithCancel(t.Context())
			r.answer = func(ctx context.Context, _ *bff.UpstreamRequest) (*bff.Answer, error) {
				leave()
				if err := ctx.Err(); err != nil {
					return nil, err // as the chain does for a caller that left
				}
				return &bff.Answer{Result: true, Data: []byte(row.answer), Code: 200}, nil
			}
			r.serve(r.request(api(row.call, row.data), cookie(row.token)).WithContext(ctx))
			if !row.done(r.sessions) {
				t.Errorf("sessions %v, %d made", r.sessions.byToken, r.sessions.made)
			}
		})
	}
}

func TestPendingSessionCanLogOut(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("p", pending)
	w, e := r.call(api("user/logout", ""), cookie("p"))
	if !e.Result || !isCleared(setCookie(w)) || r.sessions.byToken["p"] != nil || len(r.sent) != 1 {
		t.Errorf("got %d %+v, sessions %v", w.Code, e, r.sessions.byToken)
	}
}

package gateway_test

import (
	"net/http"
	"testing"
	"time"

	"croupier/bff"
)

// Each text message costs the house money, and may go to whoever's number is typed in.
func TestTextMessagesOfAPlayerAreLimited(t *testing.T) {
	r := newRig(t)
	r.sessions.open("s")
	if w, _ := r.call(api("user/sms_send", ""), cookie("s")); w.Code != http.StatusOK || len(r.sent) != 1 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	counted := false
	for _, key := range r.limiter.taken {
		counted = counted || key.Rule == bff.LimitSMS && key.Subject == "7"
	}
	if !counted || len(r.limiter.forgiven) != 0 {
		t.Errorf("taken %v, given back %v", r.limiter.taken, r.limiter.forgiven)
	}
	r.limiter.denied[bff.LimitSMS] = time.Minute
	w, e := r.call(api("user/sms_send", ""), cookie("s"))
	if w.Code != http.StatusTooManyRequests || e.debug() != "rate limited" || w.Header().Get("Retry-After") != "60" || len(r.sent) != 1 {
		t.Errorf("%d %s after %d messages", w.Code, w.Body, len(r.sent))
	}
}

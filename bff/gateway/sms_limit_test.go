package gateway_test

import (
	"net/http"
	"testing"
	"time"

	"croupier/bff"
)

// Each text message costs money and may be sent to any number.
func TestSMSLimit(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("s")
	if w, _ := r.call(api("user/sms_send", ""), cookie("s")); w.Code != http.StatusOK || len(r.sent) != 1 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	counted := false
	for _, key := range r.limiter.taken {
		counted = counted || key.Rule == bff.LimitSMS && key.Subject == "7"
	}
	if !counted || len(r.limiter.refunded) != 0 {
		t.Errorf("taken %v, refunded %v", r.limiter.taken, r.limiter.refunded)
	}
	r.limiter.denied[bff.LimitSMS] = time.Minute
	w, e := r.call(api("user/sms_send", ""), cookie("s"))
	if w.Code != http.StatusTooManyRequests || e.debug() != "rate limited" || w.Header().Get("Retry-After") != "60" || len(r.sent) != 1 {
		t.Errorf("%d %s after %d messages", w.Code, w.Body, len(r.sent))
	}
}

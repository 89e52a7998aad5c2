package gateway_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/cache"
	"croupier/bff/gateway"
	"croupier/bff/upstream"
)

// shedding is a gateway with the real cache in front of the real chain.
type shedding struct {
	*fixture
	chain *upstream.Chain
	down  bool // the platform fails every call
	calls int  // that reached the platform
}

func newShedding(t *testing.T) *shedding {
	t.Helper()
	s := &shedding{}
	s.chain = upstream.NewChain(bff.UpstreamFunc(func(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
		s.calls++
		if s.down {
			return nil, bff.ReasonUnavailable.WithDelivery(bff.DeliveryNotSent)
		}
		return s.answer(ctx, r)
	}), upstream.Settings{Name: "platform", Breaker: upstream.BreakerSettings{OpenFor: time.Hour}})
	responses := cache.New(cache.Settings{})
	t.Cleanup(responses.Close)
	s.fixture = newFixture(t, func(o *gateway.Options) {
		o.Upstream, o.Refusal, o.Cache = s.chain, s.chain.Refusal, responses
	})
	s.sessions.open("t")
	return s
}

// breakCircuit opens the circuits of calls.
func (s *shedding) breakCircuits(calls ...string) {
	s.t.Helper()
	s.down = true
	for _, call := range calls {
		class, method, _ := strings.Cut(call, "/")
		c, _ := catalogue().Lookup(class, method)
		for range 20 {
			_, _ = s.chain.Do(s.t.Context(), &bff.UpstreamRequest{Brand: s.marmara(), Call: c, Rules: c.Rules, Lang: "tr"})
		}
		if s.chain.Refusal(s.marmara(), c, "") == nil {
			s.t.Fatalf("the circuit of %s is closed", call)
		}
	}
	s.calls = 0
}

// mustRefuse makes a call that must be refused as not sent.
func (s *shedding) mustRefuse(name, body string, edits ...func(*http.Request)) {
	s.t.Helper()
	w, e := s.call(body, edits...)
	if w.Code != http.StatusServiceUnavailable || e.debug() != "upstream unavailable" || e.Message == "" || e.Code != w.Code || w.Header().Get("Retry-After") == "" {
		s.t.Errorf("%s: %d %+v, Retry-After %q", name, w.Code, e, w.Header().Get("Retry-After"))
	}
}

const idempotencyHeader = "Idempotency-Key"

func TestWhatAnOpenCircuitRefusesEarly(t *testing.T) {
	s := newShedding(t)
	deposit := api("finance/save_bank_transfer", `{"cash_method_id":1,"amount":100,"bank_id":1,"user_bank_id":1}`)
	const key, otherKey = "0b0e1a5e-5a3e-4c53-8d5e-0d3b6a9f0001", "0b0e1a5e-5a3e-4c53-8d5e-0d3b6a9f0002"
	for _, example := range catalogue().Examples(mustLookup(t, "finance", "save_bank_transfer")) {
		deposit = api("finance/save_bank_transfer", string(example.Data))
		break
	}
	if w, e := s.call(deposit, cookie("t"), header(idempotencyHeader, key)); !e.Result {
		t.Fatalf("deposit: %d %+v", w.Code, e)
	}
	if _, e := s.call(providers); !e.Result {
		t.Fatalf("providers: %+v", e)
	}
	s.breakCircuits("finance/check_balance", "user/get_user_profile", "casino/provider_list")

	for _, name := range []string{"decoded", "known by its bytes"} {
		s.sessions.openErr = errors.New("the session was opened")
		s.mustRefuse(name, api("finance/check_balance", ""), cookie("t"))
		s.mustRefuse(name+", in English", api("finance/check_balance", `{"Lang":"en"}`), cookie("t"))
		s.sessions.openErr = nil
	}
	_, turkish := s.call(api("finance/check_balance", ""), cookie("t"))
	_, english := s.call(api("finance/check_balance", `{"Lang":"en"}`), cookie("t"))
	if turkish.Message == english.Message {
		t.Errorf("both languages: %q", turkish.Message)
	}
	s.mustRefuse("login", api("user/login", `{"username":"demo","password":"Demo123"}`))
	s.mustRefuse("a guest read that is not cached", api("casino/category_list", ""))
	if len(s.limiter.taken) == 0 || s.calls != 0 {
		t.Errorf("%d calls reached the platform", s.calls)
	}

	if w, e := s.call(providers); !e.Result || w.Header().Get("Croupier-Cache") != "HIT" {
		t.Errorf("cached response: %d %+v", w.Code, e)
	}
	if w, e := s.call(deposit, cookie("t"), header(idempotencyHeader, key)); !e.Result {
		t.Errorf("repeat of a known key: %d %+v", w.Code, e)
	}
	s.mustRefuse("a new money call", deposit, cookie("t"), header(idempotencyHeader, otherKey))
	if len(s.idempotencyStore.entries) != 1 {
		t.Error("the key of a refused money call is not released")
	}
	if _, e := s.call(api("maintenance/check_status", "")); !e.Result {
		t.Errorf("check_status: %+v", e)
	}
	if _, e := s.call(api("user/refresh", ""), cookie("t")); !e.Result {
		t.Errorf("refresh: %+v", e)
	}
	s.sessions.open("t")
	if _, e := s.call(api("user/logout", ""), cookie("t")); !e.Result || s.sessions.byToken["t"] != nil {
		t.Errorf("logout: %+v", e)
	}
	s.state.On = true
	if _, e := s.call(api("finance/check_balance", ""), cookie("t")); e.debug() == "upstream unavailable" {
		t.Error("a brand under maintenance is reported as unavailable")
	}
	s.state.On = false
	if s.calls != 0 {
		t.Errorf("%d calls reached the platform", s.calls)
	}
}

func mustLookup(t *testing.T, class, method string) *bff.Call {
	t.Helper()
	c, ok := catalogue().Lookup(class, method)
	if !ok {
		t.Fatalf("no call %s/%s", class, method)
	}
	return c
}

// What is known by its bytes is sent again as soon as the circuit passes calls.
func TestEarlyRefusalsEndWithTheOutage(t *testing.T) {
	s := newShedding(t)
	refused := true
	r := newFixture(t, func(o *gateway.Options) {
		o.Refusal = func(*bff.Brand, *bff.Call, string) error {
			if refused {
				return bff.ReasonUnavailable.WithDelivery(bff.DeliveryNotSent)
			}
			return nil
		}
	})
	s.fixture = r
	r.sessions.open("t")
	body := api("finance/check_balance", "")
	s.mustRefuse("first", body, cookie("t"))
	s.mustRefuse("second", body, cookie("t"))
	refused = false
	if _, e := r.call(body, cookie("t")); !e.Result || len(r.sent) != 1 {
		t.Errorf("afterwards: %+v, %d sent", e, len(r.sent))
	}
}

func TestRefusalsAreLoggedInSamples(t *testing.T) {
	s := newShedding(t)
	s.breakCircuits("finance/check_balance", "user/get_user_profile")
	const calls = 1000
	lines := func() (n int) { return strings.Count(s.log.String(), `"debug":"upstream unavailable"`) }
	for range calls {
		s.mustRefuse("call", api("finance/check_balance", ""), cookie("t"))
	}
	if n := lines(); n != 10 {
		t.Errorf("%d log lines of %d refusals in one second", n, calls)
	}
	s.mustRefuse("call", api("user/get_user_profile", ""), cookie("t"))
	if n := lines(); n != 11 {
		t.Errorf("a refusal of another class is not logged")
	}
	s.now = s.now.Add(time.Second)
	s.mustRefuse("call", api("finance/check_balance", ""), cookie("t"))
	if want := fmt.Sprintf(`"unlogged":%d`, calls-10); lines() != 12 || !strings.Contains(s.log.String(), want) {
		t.Errorf("the next second: %d lines, want one with %s", lines(), want)
	}
	if len(s.observations) != calls+2 {
		t.Errorf("%d of %d requests were observed", len(s.observations), calls+2)
	}
}

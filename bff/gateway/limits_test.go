package gateway_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/gateway"
	"croupier/bff/platform/cache"
	"croupier/bff/platform/upstream"
)

func isCodeUse(k bff.LimitKey) bool { return k.Rule == bff.LimitCodeUse }

// limitsOf formats the limits of a call from 2001:db8:1:2:3::4 without LimitCodeUse.
func limitsOf(t *testing.T, keys []bff.LimitKey) string {
	t.Helper()
	var out []string
	for _, k := range slices.DeleteFunc(slices.Clone(keys), isCodeUse) {
		assert.Equal(t, "marmara 2001:db8:1:2:3::4", k.Brand+" "+k.Visitor.String())
		out = append(out, string(k.Rule)+" "+strings.Replace(k.Subject, "2001:db8:1:2::/64", "here", 1))
	}
	return strings.Join(out, ", ")
}

func TestCallLimits(t *testing.T) {
	const codes, forgot = "code 7, code_address here", "forgot here, forgot_account demo@example.com"
	for _, row := range []struct {
		call, data string
		limits     string // rules and subjects in addition to the usual ones
		failures   bool
	}{
		{"casino/provider_list", "", "", false},
		{"user/get_user_profile", "", "", false},
		{"user/login", login, "password demo, password_address here", true},
		{"user/pass_change", passChange, "password 7, password_address here", true},
		{
			"user/update_profile", `{"username":"yeniad","password":"Demo123"}`,
			"password 7, password_address here", true,
		},
		{"user/check_ga", codeData, codes, true},
		{"user/sms_validate", `{"code":"123456"}`, codes, true},
		{"user/clear_generated_ga", `{"gacode":"123456"}`, codes, true},
		{"user/register", string(catalogue().Examples(callNamed(t, "user/register"))[0].Data), "register here", false},
		{"user/register_confirm", `{"token":"x"}`, "token here", true},
		{"user/pass_reset", `{"token":"x","password":"Yeni1234","password_confirm":"Yeni1234"}`, "token here", true},
		{"user/forgot", `{"email":"Demo@example.com"}`, forgot, false},
		{"user/register_resend", `{"username":" Demo"}`, "forgot here, forgot_account demo", false},
		{"finance/save_bank_transfer", bankTransfer, "money 7", false},
	} {
		t.Run(row.call, func(t *testing.T) {
			r := newPlayer(t)
			post := func() (taken, refunded string, e envelope) {
				r.sessions.open("s")
				clear(r.idempotencyStore.entries)
				r.limiter.taken, r.limiter.refunded = nil, nil
				_, e = r.call(api(row.call, row.data), cookie("s"), header("Idempotency-Key", uuid),
					from("2001:db8:1:2:3::4"))
				return limitsOf(t, r.limiter.taken), limitsOf(t, r.limiter.refunded), e
			}
			all := "address here"
			if callNamed(t, row.call).Rules.Who != bff.WhoGuest {
				all += ", session s"
			}
			r.respond(bff.Answer{Message: "no", Code: 400})
			taken, refunded, _ := post()
			assert.Equal(t, strings.TrimSuffix(all+", "+row.limits, ", "), taken)
			assert.Empty(t, refunded, "a failed attempt was refunded")
			refunds := map[bool]string{true: row.limits}[row.failures]
			r.respond(accepted(platformLogin))
			_, refunded, _ = post()
			assert.Equal(t, refunds, refunded, "a good answer")
			r.failWith(notSent(bff.ReasonUpstreamTimeout))
			_, refunded, _ = post()
			assert.Equal(t, refunds, refunded, "not sent")
			r.failWith(bff.ReasonUpstreamTimeout)
			_, refunded, _ = post()
			assert.Equal(t, refunded == "", !row.failures || !strings.HasPrefix(row.limits, "password"),
				"no answer: refunded %s", refunded)
			r.sent = nil
			limits := strings.FieldsFunc(row.limits, func(c rune) bool { return c == ',' })
			for i, denied := range limits {
				rule, _, _ := strings.Cut(strings.TrimSpace(denied), " ")
				r.limiter.denied = map[bff.LimitRule]time.Duration{bff.LimitRule(rule): time.Minute}
				_, refunded, e := post()
				assert.Equal(t, "429 rate limited", fmt.Sprint(e.Code, " ", e.debug()), denied)
				assert.True(t, !row.failures || refunded == strings.Join(limits[:i], ","),
					"refused by %s: refunded %s", denied, refunded)
			}
			r.wantSent("beyond the limits", "")
		})
	}
}

// A taken user name is not a wrong guess of the password.
func TestRefusalsOfOtherFieldsAreRefunded(t *testing.T) {
	for field, want := range map[string]string{
		"username": "password 7, password_address here", "password": "", "": "",
	} {
		r := newPlayer(t)
		r.respond(bff.Answer{Message: "no", Code: 409, Data: json.RawMessage(`{"field":"` + field + `"}`)})
		r.call(api("user/update_profile", `{"username":"yeniad","password":"Demo123"}`), cookie("s"),
			from("2001:db8:1:2:3::4"))
		assert.Equal(t, want, limitsOf(t, r.limiter.refunded), "refused: %s", field)
	}
}

// A guess also counts if its visitor disconnects before the platform responds.
func TestGuessesOfVisitorsWhoHangUpCount(t *testing.T) {
	for call, data := range map[string]string{
		"user/login": login, "user/pass_change": passChange,
		"user/check_ga": codeData, "user/sms_validate": `{"code":"123456"}`,
		"user/clear_generated_ga": `{"gacode":"123456"}`,
		"user/two_auth_type":      `{"mode":"set","type":0,"code":"123456"}`,
		"user/user_generate_ga":   `{"code":"123456"}`,
		"user/update_profile":     `{"phone":"+905551112233","code":"123456"}`,
	} {
		r := newPlayer(t)
		hangUp := r.leaving("")
		leave := r.answer
		r.answer = func(ctx context.Context, q *bff.UpstreamRequest) (*bff.Answer, error) {
			_, err := leave(ctx, q)
			assert.NoError(t, err, "%s ends with its visitor", q.Call.Name())
			return &bff.Answer{Message: "no", Code: 400}, err
		}
		r.serve(r.request(api(call, data), cookie("s"), hangUp))
		require.GreaterOrEqual(t, len(r.limiter.taken), 3, call)
		assert.Empty(t, slices.DeleteFunc(r.limiter.refunded, isCodeUse), call)
	}
}

func TestClassAndSessionLimits(t *testing.T) {
	r := newPlayer(t)
	rule := bff.LimitClass("casino")
	r.marmara().Limits = map[bff.LimitRule]bff.Allowance{rule: {Count: 1, Window: time.Second, Burst: 1}}
	for body, subject := range map[string][]string{
		api("casino/provider_list", ""):         {"192.0.2.9"},
		api("casino/init_game", `{"gameID":1}`): {"s"},
		api("livecasino/provider_list", ""):     nil, // another class
	} {
		r.limiter.taken, r.sent, r.limiter.denied = nil, nil, map[bff.LimitRule]time.Duration{}
		r.call(body, cookie("s"), from("192.0.2.9"))
		assert.Equal(t, subject, r.limiter.subjects(rule), body)
		if subject != nil {
			r.limiter.denied[rule] = time.Second
			r.want(body, 429, "rate limited", body, cookie("s"), from("192.0.2.9"))
			assert.Len(t, r.sent, 1, "sent beyond the limit")
		}
	}
	r.limiter.denied = map[bff.LimitRule]time.Duration{bff.LimitSession: time.Second}
	r.want("beyond the limit of a session", 429, "rate limited", api("user/get_user_profile", ""), cookie("s"))
	r.want("a guest call", 200, "", providers, cookie("s"))
}

// Each text message costs money and may be sent to any number.
func TestSMSLimit(t *testing.T) {
	r := newPlayer(t)
	r.want("the first message", 200, "", api("user/sms_send", ""), cookie("s"))
	assert.Equal(t, []string{"7"}, r.limiter.subjects(bff.LimitSMS))
	assert.Empty(t, r.limiter.refunded)
	r.limiter.denied[bff.LimitSMS] = time.Minute
	w, _ := r.want("beyond the limit", 429, "rate limited", api("user/sms_send", ""), cookie("s"))
	assert.Equal(t, "60", w.Header().Get("Retry-After"))
	r.wantSent("text messages", "user/sms_send")
}

func TestCodeIsAcceptedOnce(t *testing.T) {
	for _, row := range []struct {
		call, data, field string
		session           func(*bff.Session)
	}{
		{"user/check_ga", codeData, "ga_code", pending},
		{"user/sms_validate", `{"code":"123456"}`, "code", func(*bff.Session) {}},
		{"user/clear_generated_ga", `{"gacode":"123456"}`, "gacode", func(*bff.Session) {}},
	} {
		t.Run(row.call, func(t *testing.T) {
			r := newFixture(t)
			post := func() envelope {
				r.sessions.open("s", row.session)
				r.limiter.taken, r.limiter.refunded = nil, nil
				_, e := r.call(api(row.call, row.data), cookie("s"))
				return e
			}
			r.respond(bff.Answer{Message: "no", Code: 400})
			post()
			i, j := slices.IndexFunc(r.limiter.taken, isCodeUse), slices.IndexFunc(r.limiter.refunded, isCodeUse)
			require.True(t, i >= 0 && j >= 0,
				"a wrong code: taken %v, refunded %v", r.limiter.taken, r.limiter.refunded)
			use := r.limiter.taken[i]
			assert.Equal(t, use, r.limiter.refunded[j])
			assert.True(t, len(use.Subject) == 64 && !use.Visitor.IsValid() && use.Brand == "marmara",
				"counted as %+v", use)
			r.failWith(bff.ReasonUpstreamTimeout)
			post()
			assert.Empty(t, r.limiter.refunded, "a code that may have been checked")
			r.failWith(notSent(bff.ReasonUpstreamTimeout))
			post()
			assert.True(t, slices.ContainsFunc(r.limiter.refunded, isCodeUse),
				"a code that was not checked was not refunded")
			r.respond(bff.Answer{Result: true, Code: 200})
			post()
			assert.Contains(t, r.limiter.taken, use, "a correct code")
			assert.False(t, slices.ContainsFunc(r.limiter.refunded, isCodeUse), "a correct code was refunded")
			r.limiter.denied[bff.LimitCodeUse] = time.Minute
			r.sent = nil
			e := post()
			assert.True(t, e.Code == 400 && e.debug() == "invalid payload" &&
				strings.Contains(string(e.Data), row.field), "again: %+v", e)
			assert.Empty(t, r.limiter.refunded)
			r.limiter.denied[bff.LimitCodeUse] = 0 // the store is unreachable
			e = post()
			assert.Equal(t, "503 upstream unavailable", fmt.Sprint(e.Code, " ", e.debug()), "without the store")
			assert.NotEmpty(t, r.limiter.refunded, "an attempt that was not made was not refunded")
			assert.False(t, slices.ContainsFunc(r.limiter.refunded, isCodeUse),
				"a code that was not taken was refunded")
			r.wantSent("a code that was used, and a code without the store", "")
		})
	}
	// A check in a complete session takes no code.
	r := newPlayer(t)
	r.wantSession("a complete session", 200, "", "", []string{"s"}, api("user/check_ga", codeData), cookie("s"))
	assert.False(t, slices.ContainsFunc(r.limiter.taken, isCodeUse), "%v", r.limiter.taken)
}

func TestAccountSpellingsShareOneLimit(t *testing.T) {
	for account, spellings := range map[string][]string{
		"demo": {
			"demo", "DEMO", " demo ", "dEmO", "d\u0307emo", "démo", "demö", "ｄｅｍｏ", "de\u200bmo", "de mo", "demo\u00a0",
		},
		"ikili": {"ikili", "IKILI", "ıkılı", "İKİLİ", "Ikili"},
	} {
		for _, name := range spellings {
			r := newFixture(t)
			r.respond(bff.Answer{Message: "no", Code: 400})
			r.call(api("user/login", `{"username":"`+name+`","password":"Demo123"}`))
			got := r.limiter.taken[1]
			assert.True(t, got.Rule == bff.LimitPassword && got.Subject == account,
				"%q counts as %q", name, got.Subject)
		}
	}
}

// shedding is a gateway with the real cache in front of the real chain.
type shedding struct {
	*fixture
	chain *upstream.Chain
	down  bool // the platform fails every call
	calls int  // calls that reached the platform
}

func newShedding(t *testing.T) *shedding {
	t.Helper()
	s := &shedding{}
	s.chain = upstream.NewChain(bff.UpstreamFunc(func(
		ctx context.Context, r *bff.UpstreamRequest,
	) (*bff.Answer, error) {
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

// breakCircuits opens the circuits of calls.
func (s *shedding) breakCircuits(calls ...string) {
	s.t.Helper()
	s.down = true
	for _, call := range calls {
		c := callNamed(s.t, call)
		for range 20 {
			_, _ = s.chain.Do(s.t.Context(),
				&bff.UpstreamRequest{Brand: s.marmara(), Partition: "marmara", Call: c, Rules: c.Rules, Lang: "tr"})
		}
		require.Error(s.t, s.chain.Refusal(s.marmara(), c, "marmara"), "the circuit of %s is closed", call)
	}
	s.calls = 0
}

// mustRefuse makes a call, expects it to be refused as not sent, and returns the message.
func (s *shedding) mustRefuse(name, body string, edits ...func(*http.Request)) string {
	s.t.Helper()
	w, e := s.want(name, 503, "upstream unavailable", body, edits...)
	assert.True(s.t, e.Message != "" && e.Code == w.Code && w.Header().Get("Retry-After") != "",
		"%s: %+v %v", name, e, w.Header())
	return e.Message
}

func TestWhatAnOpenCircuitRefusesEarly(t *testing.T) {
	s := newShedding(t)
	deposit := api("finance/save_bank_transfer",
		string(catalogue().Examples(callNamed(t, "finance/save_bank_transfer"))[0].Data))
	key := func(last string) func(*http.Request) { return header("Idempotency-Key", uuid[:len(uuid)-1]+last) }
	s.want("a deposit before the outage", 200, "", deposit, cookie("t"), key("1"))
	s.want("providers before the outage", 200, "", providers)
	s.breakCircuits("finance/check_balance", "user/get_user_profile", "casino/provider_list")
	balance, inEnglish := api("finance/check_balance", ""), api("finance/check_balance", `{"Lang":"en"}`)
	s.sessions.openErr = errors.New("the session was opened")
	message := s.mustRefuse("a read in English", inEnglish, cookie("t"))
	assert.NotEqual(t, message, s.mustRefuse("a read", balance, cookie("t")), "both languages have one message")
	s.sessions.openErr = nil
	s.mustRefuse("a login", api("user/login", `{"username":"demo","password":"Demo123"}`))
	s.mustRefuse("a guest read that is not cached", api("casino/category_list", ""))
	assert.NotEmpty(t, s.limiter.taken)
	assert.Equal(t, 0, s.calls, "calls that reached the platform")
	w, _ := s.want("a cached response", 200, "", providers)
	assert.Equal(t, "HIT", w.Header().Get("Croupier-Cache"))
	s.want("a repeat of a known key", 200, "", deposit, cookie("t"), key("1"))
	s.mustRefuse("a new money call", deposit, cookie("t"), key("2"))
	assert.Len(t, s.idempotencyStore.entries, 1, "the key of a refused money call is not released")
	s.want("check_status", 200, "", api("maintenance/check_status", ""))
	s.want("refresh", 200, "", api("user/refresh", ""), cookie("t"))
	s.sessions.open("t")
	s.want("logout", 200, "", api("user/logout", ""), cookie("t"))
	assert.Nil(t, s.sessions.byToken["t"], "logout did not end the session")
	s.state.On = true
	_, e := s.call(balance, cookie("t"))
	assert.NotEqual(t, "upstream unavailable", e.debug(), "a brand under maintenance is reported as unavailable")
	assert.Equal(t, 0, s.calls, "calls that reached the platform")
}

func TestRefusalsAreLoggedInSamples(t *testing.T) {
	s := newShedding(t)
	s.breakCircuits("finance/check_balance", "user/get_user_profile")
	const calls = 200
	lines := func() int { return strings.Count(s.log.String(), `"debug":"upstream unavailable"`) }
	for range calls {
		s.mustRefuse("call", api("finance/check_balance", ""), cookie("t"))
	}
	assert.Equal(t, 10, lines(), "log lines of %d refusals in one second", calls)
	s.mustRefuse("call", api("user/get_user_profile", ""), cookie("t"))
	assert.Equal(t, 11, lines(), "a refusal of another class is not logged")
	s.now = s.now.Add(time.Second)
	s.mustRefuse("call", api("finance/check_balance", ""), cookie("t"))
	assert.Equal(t, 12, lines(), "the next second")
	assert.Contains(t, s.log.String(), fmt.Sprintf(`"unlogged":%d`, calls-10))
	assert.Len(t, s.observations, calls+2, "observed requests")
}

// The real gateway, cache and chain face a platform that hangs after a period of healthy traffic.
// 100 guest reads per second miss the cache.
func TestHungPlatformBehindTheCache(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const rate, healthy, calls = 100, 3000, 600
		var hung atomic.Bool
		var reached, quick atomic.Int64
		chain := upstream.NewChain(bff.UpstreamFunc(func(
			ctx context.Context, _ *bff.UpstreamRequest,
		) (*bff.Answer, error) {
			reached.Add(1)
			if hung.Load() {
				<-ctx.Done()
				return nil, bff.ReasonUpstreamTimeout.WithCause(ctx.Err())
			}
			time.Sleep(20 * time.Millisecond) // synctest's clock
			return &bff.Answer{Result: true, Code: 200}, nil
		}), upstream.Settings{})
		responses := cache.New(cache.Settings{})
		defer responses.Close()
		handler := newRealGateway(t, chain, func(o *gateway.Options) { o.Refusal, o.Cache = chain.Refusal, responses })
		traffic := func(from, n int) {
			for i := range n {
				go func() {
					began := time.Now()
					body := api("casino/games_list", fmt.Sprintf(`{"searchGameName":"game %d"}`, from+i))
					w := httptest.NewRecorder()
					handler.ServeHTTP(w, (&fixture{t: t}).request(body))
					switch {
					case w.Code == http.StatusBadRequest:
						t.Errorf("%s", w.Body)
					case time.Since(began) <= 50*time.Millisecond:
						quick.Add(1)
					}
				}()
				synctest.Wait()
				time.Sleep(time.Second / rate)
			}
		}
		traffic(0, healthy)
		time.Sleep(50 * time.Millisecond) // the last ones are in flight
		synctest.Wait()
		require.Equal(t, []int64{healthy, healthy}, []int64{reached.Load(), quick.Load()},
			"healthy: calls that were sent, quick ones")
		reached.Store(0)
		quick.Store(0)
		hung.Store(true)
		traffic(healthy, calls)
		time.Sleep(time.Minute)
		assert.LessOrEqual(t, reached.Load(), int64(30), "calls that reached the hung platform")
		assert.GreaterOrEqual(t, quick.Load(), int64(calls*95/100), "calls that were answered within 50 ms")
	})
}

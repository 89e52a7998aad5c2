package gateway_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

func TestLogoutAllEndsEverySessionOfThePlayer(t *testing.T) {
	logoutAll := api("user/logout_all", "")
	r := newPlayer(t)
	r.sessions.open("there")
	r.sessions.open("another", player("8"))
	r.sessions.endErr = bff.ReasonUnavailable
	all := []string{"another", "s", "there"}
	r.wantSession("an end that cannot be recorded", 503, "upstream unavailable", "", all, logoutAll, cookie("s"))
	r.sessions.endErr = nil
	r.state.On = true // it works during maintenance
	r.wantSession("logout of all", 200, "", "cleared", []string{"another"}, logoutAll, cookie("s"))
	r.wantSent("logout of all", "")
}

func TestSessionsOfThePlayer(t *testing.T) {
	r := newFixture(t)
	for token, edit := range map[string]func(*bff.Session){
		"MRC7LOGIN.member-1":   func(s *bff.Session) { s.LoginAt = r.now.Add(-2 * time.Hour) },
		"OLDERLOGIN.member-2":  func(s *bff.Session) { s.LoginAt = r.now.Add(-3 * time.Hour) },
		"NEWERLOGIN.member-3":  func(s *bff.Session) { s.LoginAt = r.now.Add(-time.Hour) },
		"NOTYETLOGIN.member-4": pending,
		"SAMENAME.member-5":    player("8"), // with a user name that folds to the same name
	} {
		r.sessions.open(token, edit)
	}
	agent := header("User-Agent", strings.Replace(firefox, "133", "120", 2))
	w, e := r.want("sessions", 200, "", api("user/sessions", ""), cookie("MRC7LOGIN.member-1"),
		from("203.0.113.77"), agent)
	type session struct {
		ID, Device, Address, Since string
		Current                    bool
	}
	var got []session
	must(t, json.Unmarshal(e.Data, &got))
	require.Len(t, got, 3)
	assert.NotContains(t, w.Body.String(), "LOGIN", "the answer has an id of the server")
	for i, want := range []session{
		{"", "Firefox 120 · Linux", "203.0.113.0/24", "2026-01-02 04:04:05", true},
		{"", "Firefox 133 · Linux", "198.51.100.0/24", "2026-01-02 05:04:05", false}, // the newest other one
		{"", "Firefox 133 · Linux", "198.51.100.0/24", "2026-01-02 03:04:05", false},
	} {
		assert.NotEmpty(t, got[i].ID)
		r.want("the id as a token", 403, "anonymous user", api("user/get_user_profile", ""), cookie(got[i].ID))
		want.ID = got[i].ID
		assert.Equal(t, want, got[i])
	}
	var data any
	must(t, json.Unmarshal(e.Data, &data))
	assert.NoError(t, catalogue().CheckAnswer(callNamed(t, "user/sessions"), data))
	r.sessions.activeErr = bff.ReasonUnavailable
	r.want("sessions that cannot be read", 503, "upstream unavailable", api("user/sessions", ""),
		cookie("MRC7LOGIN.member-1"))
}

func TestSuggestAsksTheIndex(t *testing.T) {
	r := newFixture(t)
	r.search.answer = json.RawMessage(`{"games":[],"tables":[],"providers":[]}`)
	_, e := r.want("a query", 200, "", api("search/suggest", `{"q":"rulte","Lang":"en"}`))
	assert.Equal(t, string(r.search.answer), string(e.Data))
	q := r.search.asked[0]
	assert.True(t, q.Brand.ID == "marmara" && q.Lang == "en" && q.Text == "rulte" && q.Limit == 12, "asked %+v", q)
	r.search.err = bff.ReasonUnavailable
	r.want("without an index", 503, "upstream unavailable", api("search/suggest", `{"q":"rulte"}`))
	long := `{"q":"` + strings.Repeat("a", 65) + `"}`
	for _, data := range []string{`{}`, `{"q":""}`, `{"q":"   "}`, long, `{"q":"a","limit":51}`, `{"q":"a","more":1}`} {
		r.want(data, 400, "invalid payload", api("search/suggest", data))
	}
}

// A demo game is a call of anyone. The platform gets the session if there is a valid one.
func TestACallOfAnyone(t *testing.T) {
	demo, forMoney := api("casino/init_game", `{"gameID":1001,"demo":true}`), api("casino/init_game", `{"gameID":1001}`)
	for _, row := range []struct {
		name, cookie string
		edit         func(*bff.Session)
		player       bool // whether the platform receives the session
	}{
		{"a guest", "", player("7"), false},
		{"a player", "s", player("7"), true},
		{"a login that is not complete", "s", pending, false},
		{"an ended session", "gone", player("7"), false},
		{"a session of another brand", "s", func(s *bff.Session) { s.Brand = "zephyr" }, false},
	} {
		r := newFixture(t)
		r.sessions.open("s", row.edit)
		r.wantSession(row.name, 200, "", "", []string{"s"}, demo, cookie(row.cookie))
		assert.True(t, len(r.sent) == 1 && (r.sent[0].Identity != nil) == row.player, "%s: sent %+v", row.name, r.sent)
		r.want(row.name+", for money", 403, "anonymous user", forMoney, cookie(""))
	}
	r := newPlayer(t)
	r.respond(sessionExpired)
	r.wantSession("a demo that the platform refuses to guests", 200, "anonymous user", "",
		[]string{"s"}, demo, cookie(""))
	r = newPlayer(t)
	r.sessions.openErr = bff.ReasonUnavailable
	r.want("sessions that cannot be read", 503, "upstream unavailable", demo, cookie("s"))
	r.wantSent("sessions that cannot be read", "")
}

func TestAChangedUsernameIsThatOfTheSession(t *testing.T) {
	for _, row := range []struct {
		name, data, answer string
		refused            bool
		want               string // the session's user name afterwards
	}{
		{"a changed name", `{"username":"yeniad","password":"Demo123"}`, `{"username":"yeniad"}`, false, "yeniad"},
		{
			"a name that the platform spells its own way", `{"username":"YeniAd","password":"Demo123"}`,
			`{"username":"yeniad"}`, false, "yeniad",
		},
		{"an answer without the profile", `{"username":"yeniad","password":"Demo123"}`, `[]`, false, "yeniad"},
		{"a refused name", `{"username":"yeniad","password":"Demo123"}`, `null`, true, "demo"},
		{"the same name", `{"username":"demo","password":"Demo123"}`, `{"username":"demo"}`, false, "demo"},
		{"another field", `{"city":"Muğla"}`, `{"username":"yeniad","city":"Muğla"}`, false, "demo"},
	} {
		r := newPlayer(t)
		r.respond(bff.Answer{Result: !row.refused, Data: json.RawMessage(row.answer), Code: 200})
		w, e := r.call(api("user/update_profile", row.data), cookie("s"))
		assert.NotEqual(t, row.refused, e.Result, row.name)
		wantCookie(t, row.name, w, map[bool]string{true: "s"}[row.want != "demo"])
		_, e = r.call(api("user/refresh", ""), cookie("s"))
		assert.Equal(t, row.want, loginData(t, e)["username"], row.name)
	}
	// The change succeeds although the session cannot be reissued.
	r := newPlayer(t)
	r.sessions.tokenErr = bff.ReasonUnavailable
	r.respond(accepted(`{"username":"yeniad"}`))
	r.wantSession("no token", 200,
		"", "", []string{"s"}, api("user/update_profile", `{"username":"yeniad","password":"Demo123"}`), cookie("s"))
}

func TestPasswordChangeEndsAllSessions(t *testing.T) {
	withMessage := &bff.Reason{Status: 500, Debug: "upstream error", Key: "upstream_error", Message: "ORA-01555"}
	outcomeUnknown := catalogue().Message("tr", "password_outcome_unknown", nil)
	require.NotEmpty(t, outcomeUnknown)
	for _, row := range []struct {
		name   string
		answer *bff.Answer // nil without an error: the call panics
		err    error
		code   int
		debug  string
		ends   bool
	}{
		{"a refused change", &bff.Answer{Message: "Şifre yanlış", Code: 400}, nil, 200, "", false},
		{"a change", &bff.Answer{Result: true, Code: 200}, nil, 200, "", true},
		{"a timeout", nil, bff.ReasonUpstreamTimeout, 504, "outcome unknown", true},
		{"a lost connection", nil, bff.ReasonUnavailable.WithRetryAfter(time.Second), 503, "outcome unknown", true},
		{"an unreadable answer", nil, bff.ReasonBadUpstreamAnswer, 502, "outcome unknown", true},
		{"an HTTP 500 with a message", nil, withMessage, 500, "outcome unknown", true},
		{"a panic", nil, nil, 500, "outcome unknown", true},
		{
			"a refused connection", nil, bff.ReasonUnavailable.WithDelivery(bff.DeliveryNotSent),
			503, "upstream unavailable", false,
		},
		{"maintenance", nil, bff.ReasonMaintenance.WithDelivery(bff.DeliveryAnswered), 503, "maintenance", false},
	} {
		r := newPlayer(t)
		r.sessions.open("phone")
		r.sessions.open("other", player("8"))
		r.setOutcome(row.answer, row.err)
		w, e := r.call(api("user/pass_change", passChange), cookie("s"))
		assert.Equal(t, fmt.Sprint(row.code, row.debug), fmt.Sprint(w.Code, e.debug()), row.name)
		if row.ends {
			wantCookie(t, row.name, w, "cleared")
			r.wantSessions(row.name, "other")
		} else {
			wantCookie(t, row.name, w, "")
			r.wantSessions(row.name, "other", "phone", "s")
		}
		if row.debug == "outcome unknown" {
			assert.Equal(t, outcomeUnknown, e.Message, row.name)
			assert.Equal(t, "", w.Header().Get("Retry-After"), "%s: it may have been done", row.name)
		}
	}
}

// A call with an effect on sessions completes even if the visitor disconnects while the platform
// works.
func TestSessionEffectsOutlastTheVisitor(t *testing.T) {
	for _, row := range []struct {
		call, data, token, answer string
		left                      []string
	}{
		{"user/pass_change", passChange, "s", "", nil},
		{"user/logout", "", "s", "", []string{"p", "phone"}},
		{"user/check_ga", codeData, "p", "", []string{"made-1", "phone", "s"}},
		{"user/login", login, "s", platformLogin, []string{"made-1", "p", "phone"}},
	} {
		r := newPlayer(t)
		r.sessions.open("phone")
		r.sessions.open("p", pending)
		r.serve(r.request(api(row.call, row.data), cookie(row.token), r.leaving(row.answer)))
		r.wantSessions(row.call, row.left...)
	}
}

// A session that ended during its call may have a successor in the same browser. A late response
// sets no cookie and clears none.
func TestLateAnswersKeepTheCookieOfTheNextSession(t *testing.T) {
	renewed := bff.Answer{Result: true, Code: 200, Renewed: &bff.Identity{UID: "7", SID: "sid-8"}}
	for name, late := range map[string]struct {
		call   string
		answer bff.Answer
		touch  bool
	}{
		"the platform no longer knows the session": {"system/ping", sessionExpired, false},
		"the platform has renewed its token":       {"system/ping", renewed, false},
		"the idle window was renewed":              {"system/ping", bff.Answer{Result: true, Code: 200}, true},
		"a second logout":                          {"user/logout", bff.Answer{Result: true, Code: 200}, false},
	} {
		for _, ended := range []bool{true, false} {
			r := newPlayer(t)
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
			assert.Equal(t, ended, setCookie(w) == nil, "%s, ended meanwhile: %v: %v", name, ended, w.Header())
		}
	}
}

var errStore = errors.New("the store is gone")

func TestSessionStoreFailuresFailTheCall(t *testing.T) {
	login, refresh, ping := api("user/login", login), api("user/refresh", ""), api("system/ping", "")
	failAll, failToken := func(s *sessions) { s.failing = errStore }, func(s *sessions) { s.tokenErr = errStore }
	failSeal := func(s *sessions) { s.sealErr = errStore }
	for _, row := range []struct {
		name, body string
		fail       func(*sessions)
	}{
		{"begin at login", login, failAll},
		{"token at login", login, failToken},
		{"seal at login", login, failSeal},
		{"the end of the previous session at login", login, func(s *sessions) { s.endErr = errStore }},
		{"refresh", refresh, failAll},
		{"token at refresh", refresh, failToken},
		{"seal at refresh", refresh, failSeal},
		{"complete", api("user/check_ga", codeData), func(s *sessions) {
			pending(s.byToken["s"])
			s.failing = errStore
		}},
		{"token of a renewed session", ping, func(s *sessions) { s.touch, s.tokenErr = s.byToken["s"], errStore }},
		{"open", ping, func(s *sessions) { s.openErr = errStore }},
	} {
		r := newPlayer(t)
		r.respond(accepted(platformLogin))
		row.fail(r.sessions)
		_, e := r.want(row.name, 500, "internal error", row.body, cookie("s"))
		assert.Equal(t, "null", string(e.Data), row.name)
		assert.Contains(t, r.log.String(), errStore.Error(), row.name)
	}
}

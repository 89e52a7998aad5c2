package gateway_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"croupier/bff"
)

func TestLogoutAllEndsEverySessionOfThePlayer(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("here")
	r.sessions.open("there")
	r.sessions.open("another", func(s *bff.Session) { s.Identity.UID = "8" })
	w, e := r.call(api("user/logout_all", ""), cookie("here"))
	if w.Code != http.StatusOK || !e.Result || !isCleared(setCookie(w)) {
		t.Errorf("got %d %s, cookie %+v", w.Code, w.Body, setCookie(w))
	}
	if _, ok := r.sessions.byToken["another"]; !ok || len(r.sessions.byToken) != 1 {
		t.Errorf("left: %v", r.sessions.byToken)
	}
	if len(r.sent) != 0 {
		t.Error("sent to the platform")
	}
}

func TestLogoutAllThatCannotBeRecordedEndsNothing(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("here")
	r.sessions.endErr = bff.ReasonUnavailable
	w, e := r.call(api("user/logout_all", ""), cookie("here"))
	if w.Code != bff.ReasonUnavailable.Status || e.Result || setCookie(w) != nil {
		t.Errorf("got %d %s, cookie %+v", w.Code, w.Body, setCookie(w))
	}
}

func TestLogoutAllDuringMaintenance(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("here")
	r.state = bff.MaintenanceState{On: true}
	if w, e := r.call(api("user/logout_all", ""), cookie("here")); !e.Result {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
}

func TestSessionsOfThePlayer(t *testing.T) {
	r := newFixture(t)
	at := func(ago time.Duration) func(*bff.Session) {
		return func(s *bff.Session) { s.LoginAt = r.now.Add(-ago) }
	}
	r.sessions.open("MRC7LOGIN.member-1", at(2*time.Hour))
	r.sessions.open("OLDERLOGIN.member-2", at(3*time.Hour))
	r.sessions.open("NEWERLOGIN.member-3", at(time.Hour))
	r.sessions.open("NOTYETLOGIN.member-4", pending)
	r.sessions.open("SAMENAME.member-5", func(s *bff.Session) { s.Identity.UID = "8" }) // a name with the same folding
	w, e := r.call(api("user/sessions", ""), cookie("MRC7LOGIN.member-1"), from("203.0.113.77"), header("User-Agent", strings.Replace(firefox, "133", "120", 2)))
	var got []struct {
		ID, Device, Address, Since string
		Current                    bool
	}
	if err := json.Unmarshal(e.Data, &got); err != nil || len(got) != 3 {
		t.Fatalf("got %d %s", w.Code, w.Body)
	}
	if s := got[0]; !s.Current || s.Device != "Firefox 120 · Linux" || s.Address != "203.0.113.0/24" || s.Since != "2026-01-02 04:04:05" {
		t.Errorf("this session: %+v", s)
	}
	if s := got[1]; s.Current || s.Device != "Firefox 133 · Linux" || s.Address != "198.51.100.0/24" || s.Since != "2026-01-02 05:04:05" {
		t.Errorf("the newest other one: %+v", s)
	}
	if s := got[2]; s.Current || s.Since != "2026-01-02 03:04:05" {
		t.Errorf("the oldest one: %+v", s)
	}
	for _, s := range got {
		if strings.Contains(w.Body.String(), "LOGIN") || s.ID == "" {
			t.Errorf("the answer tells an id of the server: %s", w.Body)
		}
		if w, _ := r.call(api("user/get_user_profile", ""), cookie(s.ID)); w.Code != bff.ReasonAnonymous.Status {
			t.Errorf("the id %s opens the session: %d", s.ID, w.Code)
		}
	}
	call, _ := catalogue().Lookup("user", "sessions")
	var data any
	if err := json.Unmarshal(e.Data, &data); err != nil {
		t.Fatal(err)
	}
	if err := catalogue().CheckAnswer(call, data); err != nil {
		t.Error(err)
	}
}

func TestSessionsThatCannotBeRead(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("s")
	r.sessions.activeErr = bff.ReasonUnavailable
	if w, e := r.call(api("user/sessions", ""), cookie("s")); w.Code != bff.ReasonUnavailable.Status || e.Result {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
}

func TestSuggestAsksTheIndex(t *testing.T) {
	r := newFixture(t)
	r.search.answer = json.RawMessage(`{"games":[],"tables":[],"providers":[]}`)
	w, e := r.call(api("search/suggest", `{"q":"rulte","Lang":"en"}`))
	if w.Code != http.StatusOK || !e.Result || string(e.Data) != string(r.search.answer) {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
	if q := r.search.asked[0]; q.Brand.ID != "marmara" || q.Lang != "en" || q.Text != "rulte" || q.Limit != 12 {
		t.Errorf("asked %+v", q)
	}
	r.search.err = bff.ReasonUnavailable
	if w, _ := r.call(api("search/suggest", `{"q":"rulte"}`)); w.Code != bff.ReasonUnavailable.Status {
		t.Errorf("without an index: got %d", w.Code)
	}
	for _, data := range []string{`{}`, `{"q":""}`, `{"q":"   "}`, `{"q":"` + strings.Repeat("a", 65) + `"}`, `{"q":"a","limit":51}`, `{"q":"a","more":1}`} {
		if w, e := r.call(api("search/suggest", data)); w.Code != http.StatusBadRequest || e.debug() != "invalid payload" {
			t.Errorf("%s: got %d %s", data, w.Code, w.Body)
		}
	}
}

func TestACallOfAnyone(t *testing.T) {
	for _, row := range []struct {
		name   string
		cookie string
		edit   func(*bff.Session)
		player bool // whether the platform receives the session
		status int
	}{
		{"a guest", "", nil, false, 200},
		{"a player", "s", nil, true, 200},
		{"a login that is not complete", "s", pending, false, 200},
		{"a session that is over", "gone", nil, false, 200},
		{"a session of another brand", "s", func(s *bff.Session) { s.Brand = "zephyr" }, false, 200},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newFixture(t)
			if row.edit == nil {
				row.edit = func(*bff.Session) {}
			}
			r.sessions.open("s", row.edit)
			w, _ := r.call(api("casino/init_game", `{"gameID":1001,"demo":true}`), cookie(row.cookie))
			if w.Code != row.status || len(r.sent) != 1 || (r.sent[0].Identity != nil) != row.player {
				t.Errorf("got %d %s, sent %+v", w.Code, w.Body, r.sent)
			}
			if c := setCookie(w); c != nil {
				t.Errorf("cookie %+v", c)
			}
			if w, _ = r.call(api("casino/init_game", `{"gameID":1001}`), cookie("")); w.Code != bff.ReasonAnonymous.Status {
				t.Errorf("for money: got %d", w.Code)
			}
		})
	}
}

// What a platform answers to a guest ends no session.
func TestADemoThatThePlatformRefusesToGuests(t *testing.T) {
	r := newFixture(t)
	r.respond(bff.Answer{Message: "Oturum Süresi Doldu", Code: 403, Debug: "anonymous user"})
	w, e := r.call(api("casino/init_game", `{"gameID":1001,"demo":true}`), cookie(""))
	if e.Result || e.debug() != "anonymous user" || setCookie(w) != nil || len(r.sessions.ended) != 0 {
		t.Errorf("got %d %s, ended %v", w.Code, w.Body, r.sessions.ended)
	}
}

func TestADemoWhoseSessionsCannotBeRead(t *testing.T) {
	r := newFixture(t)
	r.sessions.openErr = bff.ReasonUnavailable
	if w, _ := r.call(api("casino/init_game", `{"gameID":1001,"demo":true}`), cookie("s")); w.Code != bff.ReasonUnavailable.Status || len(r.sent) != 0 {
		t.Errorf("got %d, sent %v", w.Code, r.sent)
	}
}

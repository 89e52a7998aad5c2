package gateway_test

import (
	"encoding/json"
	"testing"

	"croupier/bff"
)

func TestAChangedUsernameIsThatOfTheSession(t *testing.T) {
	for _, row := range []struct {
		name, data, answer string
		refused            bool
		want               string // the session's user name afterwards
	}{
		{"a changed name", `{"username":"yeniad"}`, `{"username":"yeniad"}`, false, "yeniad"},
		{"a name that the platform spells its own way", `{"username":"YeniAd"}`, `{"username":"yeniad"}`, false, "yeniad"},
		{"an answer without the profile", `{"username":"yeniad"}`, `[]`, false, "yeniad"},
		{"a refused name", `{"username":"yeniad"}`, `null`, true, "demo"},
		{"the same name", `{"username":"demo"}`, `{"username":"demo"}`, false, "demo"},
		{"another field", `{"city":"Muğla"}`, `{"username":"yeniad","city":"Muğla"}`, false, "demo"},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newFixture(t)
			r.sessions.open("s")
			r.respond(bff.Answer{Result: !row.refused, Data: json.RawMessage(row.answer), Code: 200})
			w, e := r.call(api("user/update_profile", row.data), cookie("s"))
			if e.Result == row.refused {
				t.Fatalf("got %d %s", w.Code, w.Body)
			}
			if reissued := setCookie(w) != nil; reissued != (row.want != "demo") {
				t.Errorf("cookie %+v", setCookie(w))
			}
			_, e = r.call(api("user/refresh", ""), cookie("s"))
			var got struct{ Username string }
			if err := json.Unmarshal(e.Data, &got); err != nil || got.Username != row.want {
				t.Errorf("refreshed as %q, want %q", got.Username, row.want)
			}
		})
	}
}

// A name that was changed is no failure, though the session cannot be handed out.
func TestAChangedUsernameWhoseSessionCannotBeReissued(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("s")
	r.sessions.tokenErr = bff.ReasonUnavailable
	r.respond(bff.Answer{Result: true, Data: json.RawMessage(`{"username":"yeniad"}`), Code: 200})
	if w, e := r.call(api("user/update_profile", `{"username":"yeniad"}`), cookie("s")); !e.Result || setCookie(w) != nil {
		t.Errorf("got %d %s, cookie %+v", w.Code, w.Body, setCookie(w))
	}
}

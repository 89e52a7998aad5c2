package conformance

import (
	"context"
	"encoding/json"
	"fmt"

	"croupier/bff"
)

// identity is what of a login answer later calls are sent with (calls.md §3).
type identity struct {
	RID any    `json:"rid"`
	UID any    `json:"uid"`
	SID string `json:"sid"`
	UIP string `json:"uip"`
	GTM any    `json:"gtm"`
	GMT any    `json:"gmt"` // what some platforms call gtm
}

// login tries a wrong password, then logs in. It tells whether there is a session.
func (s *suite) login(ctx context.Context) bool {
	call := s.lookup("user", "login")
	if s.Username == "" {
		s.tell(call, "logging in", Skipped, "no username was given; nothing of a session is checked")
		return false
	}
	data := map[string]any{"username": s.Username, "password": s.Password}
	s.expect(ctx, call, "a wrong password", with(data, "password", s.Password+"-yanlis1"), nil, "login failed")
	a, err := s.ask(ctx, call, data, nil)
	if err != nil {
		s.tell(call, "logging in", Broken, err.Error())
		return false
	}
	if !a.Result {
		s.tell(call, "logging in", Broken, "refused: "+a.Message)
		return false
	}
	var id identity
	if _, err = s.fits(call, a); err == nil {
		err = json.Unmarshal(a.Data, &id)
	}
	if err == nil && (id.SID == "" || text(id.UID) == "") {
		err = fmt.Errorf("uid and sid are what a session needs")
	}
	if err != nil {
		s.tell(call, "logging in", Broken, err.Error())
		return false
	}
	if id.GTM == nil {
		id.GTM = id.GMT
	}
	s.identity = &bff.Identity{UID: text(id.UID), SID: id.SID, UIP: id.UIP, GMT: text(id.GTM), RID: text(id.RID), Username: s.Username}
	s.tell(call, "logging in", Passed, "")
	return true
}

// text writes an id that may be a number.
func text(v any) string {
	if v == nil {
		return ""
	}
	return fmt.Sprint(v)
}

// unknownGame asks for a game that is not there.
func (s *suite) unknownGame(ctx context.Context) {
	call := s.lookup("casino", "init_game")
	a, err := s.ask(ctx, call, map[string]any{"gameID": json.Number("9007199254740991")}, s.identity)
	switch check := "a game that is not there"; {
	case err != nil:
		s.tell(call, check, Broken, err.Error())
	case a.Result:
		s.tell(call, check, Broken, "is opened")
	default:
		s.refusal(call, check, a)
	}
}

// ends checks that a session that never was, and one that has been left, are told as ended.
func (s *suite) ends(ctx context.Context) {
	profile, logout := s.lookup("user", "get_user_profile"), s.lookup("user", "logout")
	stranger := *s.identity
	stranger.SID = "not-a-session"
	s.expect(ctx, profile, "a session that never was", nil, &stranger, "anonymous user")
	if a, err := s.ask(ctx, logout, nil, s.identity); err != nil || !a.Result {
		s.tell(logout, "logging out", Broken, "is not done")
		return
	}
	s.tell(logout, "logging out", Passed, "")
	s.expect(ctx, profile, "a session that was left", nil, s.identity, "anonymous user")
}

// expect sends a call that has to be refused in words that the contract knows.
func (s *suite) expect(ctx context.Context, call *bff.Call, check string, data map[string]any, as *bff.Identity, debug string) {
	a, err := s.ask(ctx, call, data, as)
	switch {
	case err != nil:
		s.tell(call, check, Broken, err.Error())
	case a.Result:
		s.tell(call, check, Broken, "is not refused")
	default:
		known, _ := s.Calls.ClassifyMessage(a.Message)
		if a.Debug != debug && known.Debug != debug {
			s.tell(call, check, Broken, fmt.Sprintf("is refused by %q, which does not mean %q", a.Message, debug))
			return
		}
		s.tell(call, check, Passed, "")
	}
}

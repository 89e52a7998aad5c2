package session

import (
	"context"
	"errors"
	"testing"
	"time"

	"croupier/bff"
)

// usernames returns the user names of sessions by User-Agent.
func usernames(all []bff.ActiveSession) map[string]string {
	out := map[string]string{}
	for _, b := range all {
		out[b.UserAgent] = b.Identity.Username
	}
	return out
}

func TestRenameFindsEverySessionOfThePlayer(t *testing.T) {
	f, _ := newIndexedFixture(t)
	begin := func(agent string, id bff.Identity) *bff.Session {
		t.Helper()
		f.clock.advance(time.Second)
		s, err := f.Begin(requestContext(t, "192.0.2.1", agent), marmara, bff.NewSession{Identity: id})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	renamed := ayse
	renamed.Username = "AyseNur"
	phone, desk := begin("Phone", ayse), begin("Desk", ayse)
	begin("Another", bff.Identity{UID: "u-2", SID: "s", Username: "aysenur"})
	f.clock.advance(time.Minute)
	phone = f.Rename(requestContext(t, "192.0.2.7", "Phone"), marmara, phone, renamed.Username)
	if phone.Identity != renamed {
		t.Errorf("renamed to %+v", phone.Identity)
	}
	later := begin("Later", renamed)
	if all := f.active(t, "ayse"); len(all) != 0 {
		t.Errorf("under the old name: %+v", all)
	}
	if all := f.active(t, "aysenur"); len(all) != 4 {
		t.Errorf("under the new name: %+v", all)
	}
	for _, s := range []*bff.Session{phone, desk, later} {
		all, err := f.Siblings(t.Context(), marmara, s)
		if got := usernames(all); err != nil || len(got) != 3 || got["Phone"] != "AyseNur" || got["Desk"] != "AyseNur" || got["Later"] != "AyseNur" {
			t.Errorf("siblings of %s: %v, %v", s.Identity.Username, got, err)
		}
	}
	// The token of the other device still has the old name.
	token := f.token(t, desk)
	desk = f.mustOpen(t, token)
	f.clock.advance(30 * time.Minute)
	touched, err := f.Touch(requestContext(t, "192.0.2.1", "Desk"), desk)
	if err != nil || touched.Identity != renamed {
		t.Errorf("touched to %+v, %v", touched, err)
	}
	refreshed, err := f.Refresh(requestContext(t, "192.0.2.1", "Desk"), desk)
	if err != nil || refreshed.Identity != renamed {
		t.Errorf("refreshed to %+v, %v", refreshed, err)
	}
	if all := f.active(t, "ayse"); len(all) != 0 {
		t.Errorf("renewed under the old name: %+v", all)
	}
}

func TestRenameOutlastsAnIndexThatMissedIt(t *testing.T) {
	f, b := newIndexedFixture(t)
	s, _ := f.login(t)
	b.fail = errors.New("no answer")
	s = f.Rename(t.Context(), marmara, s, "aysenur")
	b.fail = nil
	f.clock.advance(30 * time.Minute)
	token := f.token(t, s)
	next, err := f.Refresh(t.Context(), f.mustOpen(t, token))
	if err != nil || next.Identity.Username != "aysenur" {
		t.Errorf("refreshed to %+v, %v", next, err)
	}
	if all := f.active(t, "aysenur"); len(all) != 1 {
		t.Errorf("under the new name: %+v", all)
	}
}

func TestRenameWithoutAnIndex(t *testing.T) {
	f := newFixture(t)
	s, _ := f.login(t)
	if got := f.Rename(context.Background(), marmara, s, "aysenur"); got.Identity.Username != "aysenur" || got.ID != s.ID {
		t.Errorf("renamed to %+v", got)
	}
}

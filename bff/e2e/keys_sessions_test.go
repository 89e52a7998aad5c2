package e2e_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"croupier/bff"
)

func TestKeysShowTheirSessionsOnEveryInstance(t *testing.T) {
	parallel(t)
	for name, env := range map[string][]string{"tokens": nil, "tickets": {"CROUPIER_SESSION_STORE=redis"}} {
		d := deploy(t, 2, env...)
		d.addStaff(t)
		a, b := d.visitorAt(0), d.visitorAt(1)
		first, _ := a.login(t, "", "demo", "Demo123"), b.login(t, "", "yeni", "Demo123")
		viewers := []staffClient{d.staff(t, 0, "izleyici"), d.staff(t, 1, "izleyici")}
		keys := func(c staffClient) (all []bff.SealingKey) { // newest first
			c.must(t, http.MethodGet, "/keys", "", http.StatusOK, &all)
			return all
		}
		if all := keys(viewers[1]); len(all) != 1 || !all[0].Active || all[0].Sessions != 2 || !all[0].RetireAfter.IsZero() {
			t.Fatalf("%s: before the rotation: %+v", name, all)
		}
		kids := runKeys(t, "rotate", "--keys-file", d.keys)
		// want waits until both instances show the new key and the old one with these sessions.
		want := func(what string, next, old int) {
			t.Helper()
			for _, v := range viewers {
				eventually(t, name+": "+what, func() bool {
					all := keys(v)
					if len(all) != 2 || all[0].Kid != kids[0] || all[1].Kid != kids[1] || all[0].Sessions != next || all[1].Sessions != old {
						return false
					}
					require.True(t, all[0].Active && !all[1].Active && all[0].RetireAfter.IsZero() && !all[1].RetireAfter.Before(all[0].Created.Add(time.Hour)),
						"%+v", all)
					return true
				})
			}
		}
		want("the old key with both sessions", 0, 2)
		other := b.login(t, "", "zengin", "Demo123")
		want("a login with the new key", 1, 2)
		_, _, refreshed := b.call(t, first, "user/refresh", nil)
		want("a refreshed session moves to the new key", 2, 1)
		a.logout(t, other)
		a.logout(t, refreshed)
		want("ended sessions are not counted", 0, 1)
	}
}

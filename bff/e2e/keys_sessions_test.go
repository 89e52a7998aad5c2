package e2e_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"croupier/bff"
)

// keys returns the keys of the ring, newest first.
func (c staffClient) keys(t *testing.T) (all []bff.SealingKey) {
	t.Helper()
	status, raw := c.do(t, http.MethodGet, "/keys", "")
	if err := json.Unmarshal(raw, &all); err != nil || status != http.StatusOK {
		t.Fatalf("keys: %d %v %s", status, err, raw)
	}
	return all
}

func TestKeysShowTheirSessionsOnEveryInstance(t *testing.T) {
	t.Parallel()
	for name, env := range map[string][]string{"tokens": nil, "tickets": {"CROUPIER_SESSION_STORE=redis"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := deploy(t, 2, env...)
			d.addStaff(t)
			file := strings.TrimPrefix(d.env[3], "CROUPIER_KEYS_FILE=")
			first, _ := d.visitorAt(0).login(t, "", "demo", "Demo123"), d.visitorAt(1).login(t, "", "yeni", "Demo123")
			viewers := []staffClient{
				staffLogin(t, d.instances[0].Address, "localhost", "izleyici", "Izleyici123!"),
				staffLogin(t, d.instances[1].Address, "localhost", "izleyici", "Izleyici123!"),
			}
			if all := viewers[1].keys(t); len(all) != 1 || !all[0].Active || all[0].Sessions != 2 || !all[0].RetireAfter.IsZero() {
				t.Fatalf("before the rotation: %+v", all)
			}
			kids := runKeys(t, "rotate", "--keys-file", file)
			// check reports whether both instances show the new key and the old one with these sessions.
			check := func(next, old int) func() bool {
				return func() bool {
					for _, v := range viewers {
						all := v.keys(t)
						if len(all) != 2 || all[0].Kid != kids[0] || all[1].Kid != kids[1] || all[0].Sessions != next || all[1].Sessions != old {
							return false
						}
						if !all[0].Active || all[1].Active || !all[0].RetireAfter.IsZero() || all[1].RetireAfter.Before(all[0].Created.Add(time.Hour)) {
							t.Fatalf("%+v", all)
						}
					}
					return true
				}
			}
			eventually(t, "the old key with both sessions", check(0, 2))
			other := d.visitorAt(1).login(t, "", "zengin", "Demo123")
			eventually(t, "a login with the new key", check(1, 2))
			status, a, refreshed := d.visitorAt(1).call(t, first, "user/refresh", nil)
			if status != http.StatusOK || string(a["result"]) != "true" {
				t.Fatalf("refresh: %d %s", status, a["message"])
			}
			eventually(t, "a refreshed session moves to the new key", check(2, 1))
			for _, token := range []string{other, refreshed} {
				d.visitorAt(0).call(t, token, "user/logout", nil)
			}
			eventually(t, "ended sessions are not counted", check(0, 1))
		})
	}
}

package e2e_test

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

// runKeys runs `croupier keys` and returns the listed key IDs, the active one first.
func runKeys(t *testing.T, args ...string) (kids []string) {
	out := run(t, nil, append([]string{"keys"}, args...)...)
	_, table, _ := strings.Cut(out, "\n") // the first line has the path of the key ring
	lines := strings.Split(strings.TrimSpace(table), "\n")
	require.True(t, len(lines) >= 2 && strings.Contains(lines[1], "encrypts"), "keys %s printed\n%s",
		strings.Join(args, " "), out)
	for _, line := range lines[1:] {
		kids = append(kids, strings.Fields(line)[0])
	}
	return kids
}

// kidOf returns the ID of the key that signed a token.
func kidOf(t *testing.T, token string) string {
	head, _, _ := strings.Cut(token, ".")
	raw, err := base64.RawURLEncoding.DecodeString(head)
	require.NoError(t, err)
	var in struct{ Kid string }
	unmarshal(t, raw, &in)
	return in.Kid
}

func TestKeyRotationKeepsSessions(t *testing.T) {
	parallel(t)
	v := startAlone(t, nil)
	before := runKeys(t, "list", "--data-dir", v.dir)
	token := v.login(t, "demo")
	require.Equal(t, []string{kidOf(t, token)}, before)
	after := runKeys(t, "rotate", "--data-dir", v.dir)
	require.True(t, len(after) == 2 && after[1] == before[0] && v.hasSession(t, token),
		"keys %v after %v, or the rotation ended a session", after, before)
	var newToken string
	eventually(t, "a login with the new key", func() bool {
		newToken = v.login(t, "zengin")
		return kidOf(t, newToken) == after[0]
	})
	assert.True(t, v.hasSession(t, token) && v.hasSession(t, newToken), "loading the new key ended a session")
	refreshed := v.call(t, token, "user/refresh", nil)
	assert.True(t, refreshed.Result, "refresh: %s", refreshed)
	assert.Equal(t, after[0], kidOf(t, refreshed.token), "the key of the refreshed session")

	// The server logs an invalid key file and uses its current keys.
	require.NoError(t, os.WriteFile(filepath.Join(v.dir, "keys.json"), []byte(`{"keys":[]}`), 0o600))
	logged(t, v.Process, "key file rejected")
	assert.True(t, v.hasSession(t, token) && v.hasSession(t, v.login(t, "yeni")),
		"the invalid key file ended a session")
}

func TestKeysCommand(t *testing.T) {
	parallel(t)
	file := filepath.Join(t.TempDir(), "ring", "keys.json")
	first := runKeys(t, "new", "--keys-file", file)
	refuse(t, nil, "already exists", "keys", "new", "--keys-file", file)
	got := runKeys(t, "rotate", "--keys-file", file)
	assert.True(t, len(got) == 2 && got[1] == first[0], "keys %v after %v", got, first)
	planned := run(t, nil, "keys", "rotate", "--keys-file", file, "--in", "1h")
	lines := strings.Split(planned, "\n")[1:]
	assert.True(t, len(lines) >= 4 && !strings.Contains(lines[1], "encrypts") && strings.Contains(lines[2], "encrypts"),
		"rotate --in:\n%s", planned)
	raw, err := os.ReadFile(file)
	require.NoError(t, err)
	var ring struct {
		IndexKey string `json:"index_key"`
		Keys     []struct{ Secret string }
	}
	unmarshal(t, raw, &ring)
	out := run(t, nil, "keys", "list", "--keys-file", file)
	assert.NotEmpty(t, ring.IndexKey)
	assert.NotContains(t, out, ring.IndexKey)
	for _, k := range ring.Keys {
		assert.NotContains(t, out, k.Secret, "a secret is printed")
	}
	for _, args := range [][]string{
		{"list", "--keys-file", file + ".none"},
		{"rotate", "--data-dir", t.TempDir()},
		{"rotate", "--keys-file", file, "--keep", "-1h"},
		{"rotate", "--keys-file", file, "--in", "-1h"},
		{"rotate", "--keys-file", file, "--data-dir", t.TempDir()},
	} {
		refuse(t, nil, "", append([]string{"keys"}, args...)...)
	}
}

func TestKeysShowTheirSessionsOnEveryInstance(t *testing.T) {
	parallel(t)
	for name, env := range map[string][]string{"tokens": nil, "tickets": {"CROUPIER_SESSION_STORE=redis"}} {
		d := deploy(t, 2, env...)
		d.addStaff(t)
		a, b := d.visitorAt(0), d.visitorAt(1)
		first, _ := a.login(t, "demo"), b.login(t, "yeni")
		viewers := []staffClient{d.staff(t, 0, "izleyici"), d.staff(t, 1, "izleyici")}
		keys := func(c staffClient) (all []bff.SealingKey) { // newest first
			c.get(t, "/keys", &all)
			return all
		}
		all := keys(viewers[1])
		require.True(t, len(all) == 1 && all[0].Active && all[0].Sessions == 2 && all[0].RetireAfter.IsZero(),
			"%s: %+v", name, all)
		kids := runKeys(t, "rotate", "--keys-file", d.keys)
		// want waits until both instances show the new key and the old one with these sessions.
		want := func(what string, next, old int) {
			for _, v := range viewers {
				eventually(t, name+": "+what, func() bool {
					all := keys(v)
					if len(all) != 2 || all[0].Kid != kids[0] || all[1].Kid != kids[1] || all[0].Sessions != next ||
						all[1].Sessions != old {
						return false
					}
					require.True(t, all[0].Active && !all[1].Active && all[0].RetireAfter.IsZero(), "%+v", all)
					require.False(t, all[1].RetireAfter.Before(all[0].Created.Add(time.Hour)), "%+v", all)
					return true
				})
			}
		}
		want("the old key with both sessions", 0, 2)
		other := b.login(t, "zengin")
		want("a login with the new key", 1, 2)
		refreshed := b.call(t, first, "user/refresh", nil).token
		want("a refreshed session moves to the new key", 2, 1)
		a.logout(t, other)
		a.logout(t, refreshed)
		want("ended sessions are not counted", 0, 1)
	}
}

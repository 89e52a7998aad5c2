package e2e_test

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// runKeys runs `croupier keys` and returns the listed key IDs, the active one first.
func runKeys(t *testing.T, args ...string) (kids []string) {
	t.Helper()
	out := run(t, nil, append([]string{"keys"}, args...)...)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	require.True(t, len(lines) >= 2 && strings.Contains(lines[1], "seals"), "keys %s printed\n%s", strings.Join(args, " "), out)
	for _, line := range lines[1:] {
		kids = append(kids, strings.Fields(line)[0])
	}
	return kids
}

// kidOf returns the ID of the key that signed a token.
func kidOf(t *testing.T, token string) string {
	t.Helper()
	head, _, _ := strings.Cut(token, ".")
	raw, err := base64.RawURLEncoding.DecodeString(head)
	require.NoError(t, err)
	var in struct{ Kid string }
	unmarshal(t, raw, &in)
	return in.Kid
}

func TestKeyRotationKeepsSessions(t *testing.T) {
	parallel(t)
	dir := t.TempDir()
	p := startDemo(t, dir)
	v := visitor{p.Address, "localhost", ""}
	before := runKeys(t, "list", "--data-dir", dir)
	token := v.login(t, "", "demo", "Demo123")
	require.True(t, len(before) == 1 && kidOf(t, token) == before[0], "keys %v, the token has %s", before, kidOf(t, token))
	after := runKeys(t, "rotate", "--data-dir", dir)
	require.True(t, len(after) == 2 && after[1] == before[0] && v.hasSession(t, token),
		"keys %v after %v, or the rotation ended a session", after, before)
	var newToken string
	eventually(t, "a login with the new key", func() bool {
		newToken = v.login(t, "", "zengin", "Demo123")
		return kidOf(t, newToken) == after[0]
	})
	assert.True(t, v.hasSession(t, token) && v.hasSession(t, newToken), "loading the new key ended a session")
	_, a, refreshed := v.call(t, token, "user/refresh", nil)
	assert.True(t, string(a["result"]) == "true" && kidOf(t, refreshed) == after[0],
		"refresh: %s, signed with %s", a["message"], kidOf(t, refreshed))

	// An invalid key file is logged, and the server keeps its keys.
	require.NoError(t, os.WriteFile(filepath.Join(dir, "keys.json"), []byte(`{"keys":[]}`), 0o600))
	eventually(t, "the log message about the invalid file", func() bool {
		return strings.Contains(p.Log(),
			"load key file: rejected")
	})
	assert.True(t, v.hasSession(t, token) && v.hasSession(t, v.login(t, "", "yeni", "Demo123")),
		"the invalid key file ended a session")
}

func TestKeysCommand(t *testing.T) {
	parallel(t)
	file := filepath.Join(t.TempDir(), "ring", "keys.json")
	first := runKeys(t, "new", "--keys-file", file)
	refuse(t, nil, "there already", "keys", "new", "--keys-file", file)
	got := runKeys(t, "rotate", "--keys-file", file)
	assert.True(t, len(got) == 2 && got[1] == first[0], "keys %v after %v", got, first)
	planned := run(t, nil, "keys", "rotate", "--keys-file", file, "--in", "1h")
	lines := strings.Split(planned, "\n")
	assert.True(t, len(lines) >= 4 && !strings.Contains(lines[1], "seals") && strings.Contains(lines[2], "seals"),
		"rotate --in:\n%s", planned)
	raw, err := os.ReadFile(file)
	require.NoError(t, err)
	var ring struct {
		IndexKey string `json:"index_key"`
		Keys     []struct{ Secret string }
	}
	unmarshal(t, raw, &ring)
	out := run(t, nil, "keys", "list", "--keys-file", file)
	assert.True(t, ring.IndexKey != "" && !strings.Contains(out, ring.IndexKey),
		"index key %q in the file; printed:\n%s", ring.IndexKey, out)
	for _, k := range ring.Keys {
		assert.NotContains(t, out, k.Secret, "a secret is printed:\n%s", out)
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

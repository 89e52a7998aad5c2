package session

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
)

func TestParseKeyRingRejectsWeakFiles(t *testing.T) {
	secret := base64.StdEncoding.EncodeToString([]byte("0123456789abcdef0123456789abcdef"))
	key := func(kid, created, secret string) string {
		return fmt.Sprintf(`{"kid":%q,"created":%q,"secret":%q}`, kid, created, secret)
	}
	const day = "2026-03-01T00:00:00Z"
	const index = `"index_key":"SW5kZXgga2V5IG9mIGEgdGVzdCwgMzIgYnl0ZXMhISE="`
	_, err := ParseKeyRing([]byte(`{` + index + `,"keys":[` + key("k-01", day, secret) + `]}`))
	must(t, err)
	for name, raw := range map[string]string{
		"nothing":          ``,
		"no keys":          `{` + index + `,"keys":[]}`,
		"unknown field":    `{` + index + `,"keys":[` + key("k-01", day, secret) + `],"more":1}`,
		"something behind": `{` + index + `,"keys":[` + key("k-01", day, secret) + `]}{}`,
		"an empty secret":  `{` + index + `,"keys":[` + key("k-01", day, "") + `]}`,
		"a short secret":   `{` + index + `,"keys":[` + key("k-01", day, secret[:20]) + `]}`,
		"31 bytes": `{` +
			index + `,"keys":[` + key("k-01", day, base64.StdEncoding.EncodeToString(make([]byte, 31))) + `]}`,
		"32 zeros": `{` +
			index + `,"keys":[` + key("k-01", day, base64.StdEncoding.EncodeToString(make([]byte, 32))) + `]}`,
		"no base64":        `{` + index + `,"keys":[` + key("k-01", day, "!") + `]}`,
		"no kid":           `{` + index + `,"keys":[` + key("", day, secret) + `]}`,
		"a kid with a dot": `{` + index + `,"keys":[` + key("a.bcd", day, secret) + `]}`,
		"no created":       `{` + index + `,"keys":[{"kid":"k-01","secret":"` + secret + `"}]}`,
		"the same kid twice": `{` + index + `,"keys":[` + key("k-01", day, secret) + `,` +
			key("k-01", day, strings.Replace(secret, "M", "N", 1)) + `]}`,
		"one secret twice": `{` + index + `,"keys":[` + key("k-01", day, secret) + `,` +
			key("k-02", day, secret) + `]}`,
		"no index key": `{"keys":[` + key("k-01", day, secret) + `]}`,
		"a weak index key": `{"index_key":"` + base64.StdEncoding.EncodeToString(make([]byte, 32)) +
			`","keys":[` + key("k-01", day, secret) + `]}`,
		"a short index key": `{"index_key":"` + secret[:20] + `","keys":[` + key("k-01", day, secret) + `]}`,
		"index key as key":  `{"index_key":"` + secret + `","keys":[` + key("k-01", day, secret) + `]}`,
	} {
		if _, err := ParseKeyRing([]byte(raw)); assert.Error(t, err, name) {
			assert.NotContains(t, err.Error(), secret, name)
		}
	}
}

func TestOpenKeyRingCreatesAPrivateFileOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data", "keys.json")
	kids := make([]string, 8)
	var wg sync.WaitGroup
	for i := range kids {
		wg.Go(func() {
			if r, err := OpenKeyRing(path, newClock().now()); assert.NoError(t, err) {
				kids[i] = r.Keys(newClock().now())[0].Kid
			}
		})
	}
	wg.Wait()
	for _, kid := range kids {
		require.True(t, kid != "" && kid == kids[0], "rings with different keys: %q", kids)
	}
	info, err := os.Stat(path)
	must(t, err)
	assert.EqualValues(t, 0o600, info.Mode().Perm())
	left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*"))
	assert.Empty(t, left, "left behind")
}

func TestOpenKeyRingDoesNotReplaceABrokenFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys.json")
	must(t, os.WriteFile(path, []byte("{"), 0o600))
	_, err := OpenKeyRing(path, newClock().now())
	assert.ErrorContains(t, err, path)
	raw, _ := os.ReadFile(path)
	assert.Equal(t, "{", string(raw))
}

func TestRotateKeepsKeysOfLiveSessions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys.json")
	c := newClock()
	const day = 24 * time.Hour
	r, err := OpenKeyRing(path, c.now())
	must(t, err)
	first := r.Keys(c.now())[0].Kid
	rotate := func() []bff.SealingKey {
		r, err := Rotate(path, c.now(), 0, day)
		must(t, err)
		loaded, err := LoadKeyRing(path)
		must(t, err)
		require.Equal(t, fmt.Sprint(r.Keys(c.now())), fmt.Sprint(loaded.Keys(c.now())), "the file")
		return r.Keys(c.now())
	}
	two := rotate() // within the same second
	require.True(t, len(two) == 2 && two[1].Kid == first && two[0].Active && !two[1].Active,
		"after one rotation: %v", two)
	c.advance(day - time.Minute)
	require.Len(t, rotate(), 3, "within the life of the first key's sessions")
	c.advance(2 * time.Minute)
	keys := rotate()
	require.True(t, len(keys) == 3 && keys[2].Kid == two[0].Kid,
		"the first key was followed more than a day ago: %v", keys)
	loaded, err := LoadKeyRing(path)
	must(t, err)
	assert.True(t, loaded.IndexKey().Equal(r.IndexKey()), "the index key was rotated too")
	_, err = Rotate(filepath.Join(t.TempDir(), "none.json"), c.now(), 0, day)
	assert.ErrorIs(t, err, os.ErrNotExist, "rotating nothing")
}

func keyFileOf(t *testing.T, records ...record) []byte {
	raw, err := json.Marshal(file{IndexKey: indexkey.New().Encode(), Keys: records})
	must(t, err)
	return raw
}

func TestParseKeyRingRefusesPublishedKeys(t *testing.T) {
	now := time.Now()
	mine, renamed, named := newRecord(now), newRecord(now), newRecord(now)
	secret, err := base64.StdEncoding.DecodeString(renamed.Secret)
	must(t, err)
	sum := sha256.Sum256(secret)
	publishedSecrets[hex.EncodeToString(sum[:])] = true
	defer delete(publishedSecrets, hex.EncodeToString(sum[:]))
	for kid := range publishedKids {
		named.Kid = kid
	}
	for name, row := range map[string]struct {
		raw     []byte
		refused bool
	}{
		"a new key":                            {keyFileOf(t, mine), false},
		"a published secret under another kid": {keyFileOf(t, renamed), true},
		"behind a new key":                     {keyFileOf(t, mine, renamed), true},
		"the kid of a published key":           {keyFileOf(t, named), true},
	} {
		_, err := ParseKeyRing(row.raw)
		assert.Equal(t, row.refused, errors.Is(err, ErrPublished), "%s: %v, want refused", name, err)
	}
}

// committedRing is a key file in the repository's history. removedIn is the commit that removed it.
const (
	committedRing = "web/data/keys.json"
	removedIn     = "e55127e"
)

// The fingerprint belongs to a key in the repository's history. The test adds an index key, as an
// owner would.
func TestTheCommittedKeyRingIsRefused(t *testing.T) {
	git := exec.CommandContext(t.Context(), "git", "show", removedIn+"^:"+committedRing)
	git.Dir = ".."
	raw, err := git.Output()
	if err != nil {
		t.Skip("the source has no history: the fingerprint is tested in repositories only")
	}
	var committed file
	must(t, json.Unmarshal(raw, &committed))
	for _, k := range committed.Keys {
		k.Kid = "renamed"
		path := filepath.Join(t.TempDir(), KeyFileName)
		must(t, os.WriteFile(path, keyFileOf(t, k), 0o600))
		for name, open := range map[string]func() (*KeyRing, error){
			"load":   func() (*KeyRing, error) { return LoadKeyRing(path) },
			"open":   func() (*KeyRing, error) { return OpenKeyRing(path, time.Now()) },
			"rotate": func() (*KeyRing, error) { return Rotate(path, time.Now(), 0, time.Hour) },
		} {
			_, err := open()
			assert.ErrorIs(t, err, ErrPublished, name)
		}
	}
	assert.NotEmpty(t, committed.Keys, "the committed ring has no keys")
}

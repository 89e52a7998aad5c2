package session

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"croupier/bff/internal/indexkey"
)

// keyFileOf returns a key file with an index key and records.
func keyFileOf(t *testing.T, records ...record) []byte {
	t.Helper()
	raw, err := json.Marshal(file{IndexKey: indexkey.New().Encode(), Keys: records})
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestParseKeyRingRefusesPublishedKeys(t *testing.T) {
	now := time.Now()
	mine, renamed, named := newRecord(now), newRecord(now), newRecord(now)
	secret, err := base64.StdEncoding.DecodeString(renamed.Secret)
	if err != nil {
		t.Fatal(err)
	}
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
		if _, err := ParseKeyRing(row.raw); errors.Is(err, ErrPublished) != row.refused {
			t.Errorf("%s: %v, want refused: %v", name, err, row.refused)
		}
	}
}

// committedRing is a key file that was committed once, and the commit that removed it.
const (
	committedRing = "web/data/keys.json"
	removedIn     = "e55127e"
)

// The fingerprint is that of the key in the repository's history, with an index key added, as its owner would.
func TestTheCommittedKeyRingIsRefused(t *testing.T) {
	git := exec.CommandContext(t.Context(), "git", "show", removedIn+"^:"+committedRing)
	git.Dir = ".."
	raw, err := git.Output()
	if err != nil {
		t.Skip("the source has no history: the fingerprint is tested in repositories only")
	}
	var committed file
	if err := json.Unmarshal(raw, &committed); err != nil {
		t.Fatal(err)
	}
	for _, k := range committed.Keys {
		k.Kid = "renamed"
		path := filepath.Join(t.TempDir(), KeyFileName)
		if err := os.WriteFile(path, keyFileOf(t, k), 0o600); err != nil {
			t.Fatal(err)
		}
		for name, open := range map[string]func() (*KeyRing, error){
			"load":   func() (*KeyRing, error) { return LoadKeyRing(path) },
			"open":   func() (*KeyRing, error) { return OpenKeyRing(path, time.Now()) },
			"rotate": func() (*KeyRing, error) { return Rotate(path, time.Now(), 0, time.Hour) },
		} {
			if _, err := open(); !errors.Is(err, ErrPublished) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if len(committed.Keys) == 0 {
		t.Error("the committed ring has no keys")
	}
}

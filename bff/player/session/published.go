package session

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
)

// ErrPublished means that a key ring contains a secret that was published, for example in a source
// repository: anybody can make sessions with it.
var ErrPublished = errors.New("the secret of a key was published; create a new file with keys new")

// publishedKids and publishedSecrets identify the published keys: by their names, and by the SHA-256 of
// their 32 random bytes. A key is refused by either.
var (
	publishedKids    = map[string]bool{"20261120-SK6IT2O4": true}
	publishedSecrets = map[string]bool{
		"722bbdc88dd0096d59d2d970a357a9cdf9abae7fb4ca22fd006d017653cedc91": true, // 20261120-SK6IT2O4
	}
)

// refusePublished returns ErrPublished where one of the records is a published key.
func refusePublished(records []record) error {
	for _, r := range records {
		secret, err := base64.StdEncoding.DecodeString(r.Secret)
		if err != nil {
			continue // reported with the other faults of the secret
		}
		sum := sha256.Sum256(secret)
		if publishedKids[r.Kid] || publishedSecrets[hex.EncodeToString(sum[:])] {
			return fmt.Errorf("key ring: key %s: %w", r.Kid, ErrPublished)
		}
	}
	return nil
}

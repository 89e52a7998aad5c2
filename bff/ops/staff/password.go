package staff

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/alexedwards/argon2id"

	"croupier/bff"
)

// hashParams are OWASP's minimum for argon2id: 19 MiB and two iterations.
var hashParams = &argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

const maxConcurrentHashes = 4 // limits the memory of password checks to about 80 MiB

// Lengths of passwords in bytes.
const (
	minPassword = 10
	maxPassword = 200
)

func checkPassword(field, password string) error {
	switch {
	case password == "":
		return fault(field, "required")
	case len(password) < minPassword:
		return fault(field, "min_length", "min", strconv.Itoa(minPassword))
	case len(password) > maxPassword:
		return fault(field, "max_length", "max", strconv.Itoa(maxPassword))
	}
	return nil
}

// WithPassword returns a copy of the account with a password. It fails with ErrPassword.
func (a Account) WithPassword(password string) (Account, error) {
	if len(password) < minPassword || len(password) > maxPassword {
		return Account{}, ErrPassword
	}
	hash, err := argon2id.CreateHash(password, hashParams)
	if err != nil {
		return Account{}, fmt.Errorf("could not hash the password: %w", err)
	}
	a.Hash = hash
	return a, nil
}

// beginHash waits for a slot to hash a password. The caller must call done afterwards.
func (a *Accounts) beginHash(ctx context.Context) (done func(), err error) {
	select {
	case a.hashing <- struct{}{}:
		return func() { <-a.hashing }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (a *Accounts) hash(ctx context.Context, password string) (string, error) {
	done, err := a.beginHash(ctx)
	if err != nil {
		return "", err
	}
	defer done()
	return argon2id.CreateHash(password, hashParams)
}

// errDisabled is returned for the right password of a disabled account.
var errDisabled = fmt.Errorf("%w: the account is disabled", ErrUnknown)

// authenticate returns the account with a name and password, or ErrUnknown. The time of an
// ErrUnknown does not depend on whether the account exists.
func (a *Accounts) authenticate(ctx context.Context, name, password string) (Account, error) {
	done, err := a.beginHash(ctx)
	if err != nil {
		return Account{}, err
	}
	defer done()
	one, err := a.Find(ctx, name)
	if err != nil && !errors.Is(err, ErrUnknown) {
		return Account{}, err
	}
	right, fault := argon2id.ComparePasswordAndHash(password, cmp.Or(one.Hash, a.dummyHash))
	if fault != nil {
		return Account{}, fmt.Errorf("could not compare the password of the staff account %s: %w", name, fault)
	}
	switch {
	case !right || one.Hash == "":
		return Account{}, ErrUnknown
	case one.Disabled:
		return Account{}, errDisabled
	}
	return one, nil
}

// trustAfter is the time for which an account can act as an account that it has invited, reset or
// changed. Meanwhile the owner and other admins can notice the change.
const trustAfter = 24 * time.Hour

// checkSecondPerson returns ReasonSamePerson if one person can act as proposer and as v.
func (s *server) checkSecondPerson(ctx context.Context, v *visit, proposer string, proposedAt time.Time) error {
	all, err := s.Accounts.List(ctx)
	if err != nil {
		return err
	}
	proposers := personsBehind(all, strings.ToLower(proposer), proposedAt.Add(-trustAfter))
	for name := range personsBehind(all, v.account.Name, s.Clock().Add(-trustAfter)) {
		for other := range proposers {
			if bff.MayBeSamePerson(name, other) {
				return ReasonSamePerson.WithCause(fmt.Errorf("%s and %s can act as %s and %s", name, other,
					v.account.Name, proposer))
			}
		}
	}
	return nil
}

// personsBehind returns the accounts that can act as an account: the account itself, the accounts
// that have changed it since, and recursively the accounts that have changed those.
func personsBehind(all []Account, name string, since time.Time) map[string]bool {
	changedBy := map[string]map[string]time.Time{}
	for _, one := range all {
		changedBy[one.Name] = one.ChangedBy
	}
	out := map[string]bool{name: true}
	for next := []string{name}; len(next) > 0; next = next[1:] {
		for by, at := range changedBy[next[0]] {
			if !out[by] && at.After(since) {
				out[by] = true
				next = append(next, by)
			}
		}
	}
	return out
}

func (a *Account) noteChange(by string, at time.Time) {
	if a.ChangedBy == nil {
		a.ChangedBy = map[string]time.Time{}
	}
	a.ChangedBy[by] = at.UTC()
}

// InvitationTTL is the lifetime of an invitation.
const InvitationTTL = 24 * time.Hour

// invitation allows the owner of its token to set a password once. Only the token's hash is stored.
type invitation struct {
	Hash  string    `json:"hash"` // hex of the SHA-256 of the token
	Until time.Time `json:"until"`
}

// InvitationPath returns an invitation's path. Browsers do not send the fragment with the token.
func InvitationPath(token string) string { return "/maintenance-control/invitation#token=" + token }

func hashOf(secret string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(secret))) }

// Invite removes the password, ends the logins and returns the token of a new invitation.
func (a *Account) Invite(now time.Time) (token string) {
	token = rand.Text()
	a.Hash, a.Invitation = "",
		&invitation{Hash: hashOf(token), Until: now.Add(InvitationTTL).UTC().Truncate(time.Second)}
	a.Logins = nil
	return token
}

func (a *Accounts) invited(ctx context.Context, token string, now time.Time) (string, error) {
	all, err := a.List(ctx)
	if err != nil {
		return "", err
	}
	for _, one := range all {
		if one.Invitation.admits(token, now) && !one.Disabled {
			return one.Name, nil
		}
	}
	return "", ErrUnknown
}

func (i *invitation) admits(token string, now time.Time) bool {
	return i != nil && i.Hash == hashOf(token) && now.Before(i.Until)
}

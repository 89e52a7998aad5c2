package staff

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"
)

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
		if proposers[name] {
			return ReasonSamePerson.WithCause(fmt.Errorf("%s can act as %s and %s", name, proposer, v.account.Name))
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

func hashOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

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

package staff

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// ErrLastAdmin is returned for a change that would leave no account that can administer accounts.
var ErrLastAdmin = errors.New("last admin: no other account is admin of all brands")

// errContended is returned when other changes of the same account kept coming in between.
var errContended = errors.New("staff accounts: too many concurrent changes")

const (
	// guardKey is the key of the adminGuard; no account has such a name.
	guardKey = "*admins"
	// guardTime is how long a removal may take.
	guardTime      = time.Minute
	changeAttempts = 20
)

// adminGuard names the admins that are being removed, so that concurrent removals know of each
// other: a removal is entered here before the account is changed.
type adminGuard struct {
	Removing map[string]time.Time `json:"removing"` // by account: since
}

func (a *Account) administers() bool {
	return !a.Disabled && a.Hash != "" && a.Roles.Of(Everywhere) == Admin
}

// AccountChange is a change of an account.
type AccountChange struct {
	Name  string
	Apply func(a *Account) error // may run more than once; its error is returned
	// DemoCounts says that accounts of the demo may log in, and so count as admins.
	DemoCounts bool
	// Forced allows the removal of the last admin.
	Forced bool
}

// Change applies a change to the stored account and returns the changed account. A change of another
// instance is never lost. It fails with ErrUnknown and ErrLastAdmin.
func (a *Accounts) Change(ctx context.Context, c AccountChange) (after Account, err error) {
	for range changeAttempts {
		raw, err := a.records.All(ctx)
		if err != nil {
			return after, fmt.Errorf("staff accounts: %w", err)
		}
		old, ok := raw[c.Name]
		if !ok || c.Name == guardKey {
			return after, ErrUnknown
		}
		var before Account
		after = Account{}
		if err := errors.Join(json.Unmarshal(old, &before), json.Unmarshal(old, &after)); err != nil {
			return after, fmt.Errorf("staff account %s: %w", c.Name, err)
		}
		if err := c.Apply(&after); err != nil {
			return after, err
		}
		if before.administers() && !after.administers() && !c.Forced {
			entered, err := a.enterRemoval(ctx, raw, c)
			if err != nil {
				return after, err
			}
			if !entered {
				continue
			}
		}
		value, err := json.Marshal(after)
		swapped := false
		if err == nil {
			swapped, err = a.records.Swap(ctx, c.Name, old, value)
		}
		if err != nil {
			return after, fmt.Errorf("staff account %s: %w", c.Name, err)
		}
		if swapped {
			return after, nil
		}
	}
	return after, errContended
}

// enterRemoval enters the removal of an admin into the guard. It fails with ErrLastAdmin where no other
// admin would be left, if every entered removal happens. It reports false if the guard has changed.
func (a *Accounts) enterRemoval(ctx context.Context, raw map[string][]byte, c AccountChange) (entered bool, err error) {
	var guard adminGuard
	old := raw[guardKey]
	if old != nil {
		if err := json.Unmarshal(old, &guard); err != nil {
			return false, fmt.Errorf("staff accounts: %w", err)
		}
	}
	now := a.now()
	next := adminGuard{Removing: map[string]time.Time{c.Name: now}}
	for name, since := range guard.Removing {
		if name != c.Name && now.Sub(since) < guardTime {
			next.Removing[name] = since
		}
	}
	all, err := decodeAccounts(raw)
	if err != nil {
		return false, err
	}
	left := slices.ContainsFunc(all, func(one Account) bool {
		_, removing := next.Removing[one.Name]
		return !removing && one.administers() && (!one.Demo || c.DemoCounts)
	})
	if !left {
		return false, ErrLastAdmin
	}
	value, err := json.Marshal(next)
	if err == nil {
		entered, err = a.records.Swap(ctx, guardKey, old, value)
	}
	if err != nil {
		return false, fmt.Errorf("staff accounts: %w", err)
	}
	return entered, nil
}

// trustAfter is how long somebody who invited, reset or changed an account counts as a person who can
// act as it. The owner of the account, and other admins, see the change meanwhile.
const trustAfter = 24 * time.Hour

// checkSecondPerson returns ReasonSamePerson if one person can act as both the account that proposed
// something and the account of v, which approves it.
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

// personsBehind returns the accounts whose owners can act as an account: its own, those that changed it
// since a time, and those that changed these.
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

// InvitationTTL is how long the token of an invitation is valid.
const InvitationTTL = 24 * time.Hour

// invitation lets somebody set the password of an account, once. The store has only the hash of its
// token.
type invitation struct {
	Hash  string    `json:"hash"` // hex of the SHA-256 of the token
	Until time.Time `json:"until"`
}

// InvitationPath returns the path of the console at which an invitation is accepted. The token is in the
// fragment, which browsers do not send.
func InvitationPath(token string) string { return "/maintenance-control/invitation#token=" + token }

func hashOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// Invite gives an account without a password, or one whose password is to be reset, an invitation and
// returns its token. The password becomes useless and the account's logins end.
func (a *Account) Invite(now time.Time) (token string) {
	token = rand.Text()
	a.Hash, a.Invitation = "", &invitation{Hash: hashOf(token), Until: now.Add(InvitationTTL).UTC().Truncate(time.Second)}
	a.Generation++
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

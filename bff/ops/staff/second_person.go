package staff

import (
	"context"
	"fmt"
	"strings"
	"time"

	"croupier/bff"
)

// trustAfter is how long somebody who invited, reset or changed an account counts as a person who can
// act as it. The owner of the account, and other admins, see the change meanwhile.
const trustAfter = 24 * time.Hour

// checkSecondPerson returns ReasonSamePerson if one person can act as both the account that proposed
// something and the account of v, which approves it.
func (s *server) checkSecondPerson(ctx context.Context, v *visit, proposer string, proposedAt time.Time) error {
	all, err := s.Accounts.List(ctx)
	if err != nil {
		return bff.ReasonUnavailable.WithCause(err)
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

// noteChange records that another account has changed a.
func (a *Account) noteChange(by string, at time.Time) {
	if a.ChangedBy == nil {
		a.ChangedBy = map[string]time.Time{}
	}
	a.ChangedBy[by] = at.UTC()
}

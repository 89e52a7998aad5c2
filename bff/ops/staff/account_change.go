package staff

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
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
	guardTime = time.Minute
	// changeAttempts bounds how often a change is tried again.
	changeAttempts = 20
)

// adminGuard names the admins that are being removed, so that concurrent removals know of each
// other: a removal is entered here before the account is changed.
type adminGuard struct {
	Removing map[string]time.Time `json:"removing"` // by account: since
}

// administers reports whether the account can administer accounts.
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

// Change applies a change to the stored account and returns the account before and after it. A
// change of another instance is never lost. It fails with ErrUnknown and ErrLastAdmin.
func (a *Accounts) Change(ctx context.Context, c AccountChange) (before, after Account, err error) {
	for range changeAttempts {
		raw, err := a.records.All(ctx)
		if err != nil {
			return before, after, fmt.Errorf("staff accounts: %w", err)
		}
		old, ok := raw[c.Name]
		if !ok || c.Name == guardKey {
			return before, after, ErrUnknown
		}
		before, after = Account{}, Account{}
		if err := errors.Join(json.Unmarshal(old, &before), json.Unmarshal(old, &after)); err != nil {
			return before, after, fmt.Errorf("staff account %s: %w", c.Name, err)
		}
		if err := c.Apply(&after); err != nil {
			return before, after, err
		}
		removal := before.administers() && !after.administers() && !c.Forced
		if removal {
			entered, err := a.enterRemoval(ctx, raw, c)
			if err != nil {
				return before, after, err
			}
			if !entered {
				continue
			}
		}
		value, err := json.Marshal(after)
		if err != nil {
			return before, after, fmt.Errorf("staff account %s: %w", c.Name, err)
		}
		swapped, err := a.records.Swap(ctx, c.Name, old, value)
		if err != nil {
			return before, after, fmt.Errorf("staff account %s: %w", c.Name, err)
		}
		if swapped {
			return before, after, nil
		}
	}
	return before, after, errContended
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

package staff

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/alexedwards/argon2id"

	"croupier/bff"
	"croupier/bff/internal/lists"
)

// Account is a staff account. It contains its logins, so one write changes a password and ends the
// logins. A concurrent login with the old password fails.
type Account struct {
	Name     string    `json:"name"`
	Roles    Roles     `json:"roles"`
	Hash     string    `json:"hash"`               // argon2id hash of the password, empty without a password
	TOTP     string    `json:"totp,omitempty"`     // base32 secret of the authenticator, empty without an authenticator
	NewTOTP  string    `json:"new_totp,omitempty"` // the secret that replaces TOTP after confirmation
	Disabled bool      `json:"disabled,omitempty"`
	Demo     bool      `json:"demo,omitempty"` // an account of the demo with a public password
	Since    time.Time `json:"since"`

	BreakGlass bool     `json:"break_glass,omitempty"` // may log in despite config.LocalBreakGlass
	Company    *Company `json:"company,omitempty"`     // nil: a local account

	InvitedBy string               `json:"invited_by,omitempty"`
	ChangedBy map[string]time.Time `json:"changed_by,omitempty"` // last changes by other accounts, by name

	Invitation *invitation      `json:"invitation,omitempty"`
	Logins     map[string]login `json:"logins,omitempty"`  // by hash of the token
	Unlocks    int              `json:"unlocks,omitempty"` // the number of unlocks by an admin
}

// Errors of account changes.
var (
	ErrName     = errors.New("the name must have 2 to 32 characters of a-z, 0-9, dot, dash and underscore")
	ErrRole     = errors.New("the role must be one of " + roleNames)
	ErrPassword = errors.New("the password must be 10 to 200 bytes long")
	ErrExists   = errors.New("the account already exists")
	ErrUnknown  = errors.New("unknown account")
)

var namePattern = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{1,31}$`)

// Accounts manages the staff accounts. They are one record because a change must see all of them.
type Accounts struct {
	records   bff.SwapStore
	updating  sync.Mutex
	hashing   chan struct{} // semaphore that limits the memory of concurrent hashes
	dummyHash string        // compared for unknown names, for a constant response time
}

const (
	accountsKey    = "accounts" // the key of the record with the accounts by name
	changeAttempts = 20         // attempts of a change while other instances change the record
)

// OpenAccounts returns the accounts of records.
func OpenAccounts(records bff.SwapStore) (*Accounts, error) {
	dummy, err := argon2id.CreateHash("dummy", hashParams)
	if err != nil {
		return nil, fmt.Errorf("could not hash a password: %w", err)
	}
	return &Accounts{records: records, dummyHash: dummy, hashing: make(chan struct{}, maxConcurrentHashes)}, nil
}

func (a *Accounts) load(ctx context.Context) (all map[string]Account, raw []byte, err error) {
	records, err := a.records.All(ctx)
	all, raw = map[string]Account{}, records[accountsKey]
	if err == nil && raw != nil {
		err = json.Unmarshal(raw, &all)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("could not read the staff accounts: %w", err)
	}
	return all, raw, nil
}

// update applies change to the accounts and stores them. change may run more than once. If change
// fails, update returns its error.
func (a *Accounts) update(ctx context.Context, change func(all map[string]Account) error) error {
	a.updating.Lock() // leaves only conflicts with other instances
	defer a.updating.Unlock()
	for range changeAttempts {
		all, old, err := a.load(ctx)
		if err != nil {
			return err
		}
		if err := change(all); err != nil {
			return err
		}
		raw, err := json.Marshal(all)
		swapped := false
		if err == nil {
			swapped, err = a.records.Swap(ctx, accountsKey, old, raw)
		}
		if err != nil {
			return fmt.Errorf("could not store the staff accounts: %w", err)
		}
		if swapped {
			return nil
		}
	}
	return errors.New("could not change the staff accounts because of too many concurrent changes, try again")
}

// List returns every account, sorted by name.
func (a *Accounts) List(ctx context.Context) ([]Account, error) {
	all, _, err := a.load(ctx)
	return slices.SortedFunc(maps.Values(all), func(x, y Account) int { return strings.Compare(x.Name, y.Name) }), err
}

// Find returns the account with a name, or ErrUnknown.
func (a *Accounts) Find(ctx context.Context, name string) (Account, error) {
	all, _, err := a.load(ctx)
	one, ok := all[name]
	if err == nil && !ok {
		err = fmt.Errorf("%w %q", ErrUnknown, name)
	}
	return one, err
}

// Add stores a new account. It fails with ErrName, ErrRole, ErrPassword or ErrExists.
func (a *Accounts) Add(ctx context.Context, one Account) error {
	if _, _, _, err := argon2id.DecodeHash(one.Hash); err != nil {
		return cmp.Or(one.check(), ErrPassword)
	}
	return a.Invite(ctx, one)
}

func (a *Account) check() error {
	if !namePattern.MatchString(a.Name) {
		return ErrName
	}
	return a.Roles.check()
}

// Invite stores a new account without a password. It fails like Add.
func (a *Accounts) Invite(ctx context.Context, one Account) error {
	if err := one.check(); err != nil {
		return err
	}
	return a.update(ctx, func(all map[string]Account) error {
		if _, ok := all[one.Name]; ok {
			return ErrExists
		}
		all[one.Name] = one
		return nil
	})
}

// Remove removes an account and its logins. A missing account is not an error.
func (a *Accounts) Remove(ctx context.Context, name string) error {
	return a.update(ctx, func(all map[string]Account) error {
		delete(all, name)
		return nil
	})
}

// AccountChange is a change of an account.
type AccountChange struct {
	Name       string
	Apply      func(a *Account) error // may run more than once
	DemoCounts bool                   // demo accounts may log in, so they count as admins
	Forced     bool                   // allows the removal of the last admin
}

// ErrLastAdmin is returned for a change after which no account could administer accounts.
var ErrLastAdmin = errors.New("the account is the last admin of all brands, add another admin first")

// Change applies a change. It fails with ErrUnknown, ErrLastAdmin or the error of Apply.
func (a *Accounts) Change(ctx context.Context, c AccountChange) (after Account, err error) {
	err = a.update(ctx, func(all map[string]Account) error {
		var ok bool
		if after, ok = all[c.Name]; !ok {
			return fmt.Errorf("%w %q", ErrUnknown, c.Name)
		}
		isRemoval := after.administers()
		if err := c.Apply(&after); err != nil {
			return err
		}
		all[c.Name] = after
		for _, one := range all {
			if one.administers() && (!one.Demo || c.DemoCounts || one.Name == c.Name) {
				isRemoval = false
			}
		}
		if isRemoval && !c.Forced {
			return ErrLastAdmin
		}
		return nil
	})
	return after, err
}

func (a *Account) administers() bool {
	return !a.Disabled && a.Hash != "" && a.Roles[Everywhere] == Admin
}

func (a *Account) removeAuthenticator() error {
	a.TOTP, a.NewTOTP, a.Logins = "", "", nil
	return nil
}

// DemoAccount is a demo account with a public password. Servers with a real platform refuse it.
type DemoAccount struct {
	Name, Password string
	Role           Role
}

// AddDemo creates the demo accounts if there is no account.
func (a *Accounts) AddDemo(ctx context.Context, demo []DemoAccount, now time.Time) error {
	all, err := a.List(ctx)
	if err != nil || len(all) > 0 {
		return err
	}
	for _, one := range demo {
		account, err := Account{
			Name: one.Name, Roles: ForAllBrands(one.Role), Demo: true, Since: now,
		}.WithPassword(one.Password)
		if err == nil {
			err = a.Add(ctx, account)
		}
		if err != nil && !errors.Is(err, ErrExists) { // ErrExists: another instance was faster
			return err
		}
	}
	return nil
}

// Demo returns the names of the demo accounts, including disabled ones.
func (a *Accounts) Demo(ctx context.Context) ([]string, error) {
	all, err := a.List(ctx)
	demo := lists.Filter(all, func(one Account) bool { return one.Demo })
	return lists.Map(demo, func(one Account) string { return one.Name }), err
}

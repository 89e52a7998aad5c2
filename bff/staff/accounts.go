package staff

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/alexedwards/argon2id"

	"croupier/bff"
)

// Account is one of the staff.
type Account struct {
	Name     string    `json:"name"`
	Role     Role      `json:"role"`
	Hash     string    `json:"hash"`           // argon2id, of the password
	TOTP     string    `json:"totp,omitempty"` // secret of the authenticator in base32; empty: none is asked for
	Disabled bool      `json:"disabled,omitempty"`
	Since    time.Time `json:"since"`
}

// Faults of changes to accounts.
var (
	ErrName     = errors.New("want a name of 2 to 32 of a-z, 0-9, dot, dash and underscore")
	ErrRole     = errors.New("want viewer, support or admin")
	ErrPassword = errors.New("want a password of 10 to 200 characters")
	ErrExists   = errors.New("there is such an account already")
	ErrUnknown  = errors.New("there is no such account")
)

var nameForm = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{1,31}$`)

// cost is what OWASP names as least: 19 MiB, twice over.
var cost = &argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// Accounts are the staff that records keep.
type Accounts struct {
	records bff.RecordStore
	nobody  string // the hash that passwords of unknown names are held against
}

// OpenAccounts reads accounts from records. With demo, records that hold nobody get the
// three accounts of the demo (calls.md §8).
func OpenAccounts(ctx context.Context, records bff.RecordStore, demo bool, now time.Time) (*Accounts, error) {
	nobody, err := argon2id.CreateHash("nobody", cost)
	if err != nil {
		return nil, fmt.Errorf("staff: %w", err)
	}
	a := &Accounts{records: records, nobody: nobody}
	if !demo {
		return a, nil
	}
	all, err := a.List(ctx)
	if err != nil || len(all) > 0 {
		return a, err
	}
	for _, one := range []struct {
		name, password string
		role           Role
	}{{"destek", "Destek123!", Support}, {"izleyici", "Izleyici123!", Viewer}, {"yonetici", "Yonetici123!", Admin}} {
		account, err := Account{Name: one.name, Role: one.role, Since: now}.Locked(one.password)
		if err == nil {
			err = a.Add(ctx, account)
		}
		if err != nil && !errors.Is(err, ErrExists) { // made by an instance that begins beside this one
			return nil, err
		}
	}
	return a, nil
}

// List gives every account by name.
func (a *Accounts) List(ctx context.Context) ([]Account, error) {
	all, err := a.records.All(ctx)
	if err != nil {
		return nil, fmt.Errorf("staff: %w", err)
	}
	out := make([]Account, 0, len(all))
	for name, raw := range all {
		var one Account
		if err := json.Unmarshal(raw, &one); err != nil {
			return nil, fmt.Errorf("staff: account %s: %w", name, err)
		}
		out = append(out, one)
	}
	slices.SortFunc(out, func(x, y Account) int { return strings.Compare(x.Name, y.Name) })
	return out, nil
}

// Find gives the account of a name; ErrUnknown where there is none.
func (a *Accounts) Find(ctx context.Context, name string) (Account, error) {
	all, err := a.List(ctx)
	if err != nil {
		return Account{}, err
	}
	i := slices.IndexFunc(all, func(one Account) bool { return one.Name == name })
	if i < 0 {
		return Account{}, ErrUnknown
	}
	return all[i], nil
}

// Locked gives the account with the hash of a password. It fails with ErrPassword.
func (one Account) Locked(password string) (Account, error) {
	if len(password) < 10 || len(password) > maxPassword {
		return Account{}, ErrPassword
	}
	hash, err := argon2id.CreateHash(password, cost)
	if err != nil {
		return Account{}, fmt.Errorf("staff: %w", err)
	}
	one.Hash = hash
	return one, nil
}

// Add keeps a new account, which is Locked. It fails with ErrName, ErrRole, ErrPassword or
// ErrExists where it cannot be one.
func (a *Accounts) Add(ctx context.Context, one Account) error {
	if !nameForm.MatchString(one.Name) {
		return ErrName
	}
	if !slices.Contains(roles, one.Role) {
		return ErrRole
	}
	if _, _, _, err := argon2id.DecodeHash(one.Hash); err != nil {
		return ErrPassword
	}
	switch _, err := a.Find(ctx, one.Name); {
	case err == nil:
		return ErrExists
	case !errors.Is(err, ErrUnknown):
		return err
	}
	return a.put(ctx, one)
}

// Disable ends an account and its logins. It fails with ErrUnknown where there is none.
func (a *Accounts) Disable(ctx context.Context, name string) error {
	one, err := a.Find(ctx, name)
	if err != nil {
		return err
	}
	one.Disabled = true
	return a.put(ctx, one)
}

func (a *Accounts) put(ctx context.Context, one Account) error {
	raw, err := json.Marshal(one)
	if err == nil {
		err = a.records.Put(ctx, one.Name, raw)
	}
	if err != nil {
		return fmt.Errorf("staff: account %s: %w", one.Name, err)
	}
	return nil
}

// maxPassword is the most bytes of a password that are hashed.
const maxPassword = 200

// errDisabled is the right password of an account that is disabled.
var errDisabled = fmt.Errorf("%w: it is disabled", ErrUnknown)

// check finds the account that a name and password are of; ErrUnknown for a wrong one. A
// name that is nobody's, or of an account that is disabled, costs the same work.
func (a *Accounts) check(ctx context.Context, name, password string) (Account, error) {
	one, err := a.Find(ctx, name)
	if err != nil && !errors.Is(err, ErrUnknown) {
		return Account{}, err
	}
	hash := a.nobody
	if err == nil {
		hash = one.Hash
	}
	right, fault := argon2id.ComparePasswordAndHash(password, hash)
	if fault != nil {
		return Account{}, fmt.Errorf("staff: account %s: %w", name, fault)
	}
	switch {
	case !right || err != nil:
		return Account{}, ErrUnknown
	case one.Disabled:
		return Account{}, errDisabled
	}
	return one, nil
}

package staff

import (
	"cmp"
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

// Account is a staff account.
type Account struct {
	Name     string    `json:"name"`
	Roles    Roles     `json:"roles"`
	Hash     string    `json:"hash"`               // argon2id hash of the password; empty until it is set
	TOTP     string    `json:"totp,omitempty"`     // base32 secret of the authenticator; empty without one
	NewTOTP  string    `json:"new_totp,omitempty"` // the secret that replaces TOTP once it is confirmed
	Disabled bool      `json:"disabled,omitempty"`
	Demo     bool      `json:"demo,omitempty"` // an account of the demo, whose password is public
	Since    time.Time `json:"since"`

	InvitedBy string               `json:"invited_by,omitempty"`
	ChangedBy map[string]time.Time `json:"changed_by,omitempty"` // when other accounts last invited, reset or changed it

	Invitation *invitation `json:"invitation,omitempty"`
	Generation int         `json:"generation,omitempty"` // of logins; those of another one have ended
	Unlocks    int         `json:"unlocks,omitempty"`    // how often a lock-out was lifted
}

// Errors of account changes.
var (
	ErrName     = errors.New("name: want 2 to 32 characters of a-z, 0-9, dot, dash and underscore")
	ErrRole     = errors.New("role: want viewer, support or admin")
	ErrPassword = errors.New("password: want 10 to 200 characters")
	ErrExists   = errors.New("account exists already")
	ErrUnknown  = errors.New("unknown account")
)

var namePattern = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{1,31}$`)

// hashParams are the minimum that OWASP recommends for argon2id: 19 MiB, two iterations.
var hashParams = &argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// Accounts manages the staff accounts in a record store.
type Accounts struct {
	records   bff.SwapStore
	now       func() time.Time
	dummyHash string // compared for unknown names, so that they take the same time
}

// OpenAccounts returns the accounts of records.
func OpenAccounts(records bff.SwapStore, now func() time.Time) (*Accounts, error) {
	dummy, err := argon2id.CreateHash("dummy", hashParams)
	if err != nil {
		return nil, fmt.Errorf("staff accounts: %w", err)
	}
	return &Accounts{records: records, now: now, dummyHash: dummy}, nil
}

// List returns every account, sorted by name.
func (a *Accounts) List(ctx context.Context) ([]Account, error) {
	all, err := a.records.All(ctx)
	if err != nil {
		return nil, fmt.Errorf("staff accounts: %w", err)
	}
	return decodeAccounts(all)
}

func decodeAccounts(all map[string][]byte) ([]Account, error) {
	out := make([]Account, 0, len(all))
	for name, raw := range all {
		if name == guardKey {
			continue
		}
		var one Account
		if err := json.Unmarshal(raw, &one); err != nil {
			return nil, fmt.Errorf("staff account %s: %w", name, err)
		}
		out = append(out, one)
	}
	slices.SortFunc(out, func(x, y Account) int { return strings.Compare(x.Name, y.Name) })
	return out, nil
}

// Find returns the account with a name; ErrUnknown without one.
func (a *Accounts) Find(ctx context.Context, name string) (Account, error) {
	all, err := a.List(ctx)
	if err != nil {
		return Account{}, err
	}
	i := slices.IndexFunc(all, func(a Account) bool { return a.Name == name })
	if i < 0 {
		return Account{}, ErrUnknown
	}
	return all[i], nil
}

// WithPassword returns a copy of the account with the hash of a password. It fails with
// ErrPassword.
func (a Account) WithPassword(password string) (Account, error) {
	if len(password) < minPassword || len(password) > maxPassword {
		return Account{}, ErrPassword
	}
	hash, err := argon2id.CreateHash(password, hashParams)
	if err != nil {
		return Account{}, fmt.Errorf("staff accounts: %w", err)
	}
	a.Hash = hash
	return a, nil
}

// Add stores a new account that has a password hash. It fails with ErrName, ErrRole,
// ErrPassword or ErrExists.
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
	raw, err := json.Marshal(one)
	created := false
	if err == nil {
		created, err = a.records.Swap(ctx, one.Name, nil, raw)
	}
	switch {
	case err != nil:
		return fmt.Errorf("staff account %s: %w", one.Name, err)
	case !created:
		return ErrExists
	}
	return nil
}

func (a *Account) removeAuthenticator() error {
	a.TOTP, a.NewTOTP = "", ""
	a.Generation++
	return nil
}

// Remove removes an account, which may be absent, and so ends its logins.
func (a *Accounts) Remove(ctx context.Context, name string) error {
	if err := a.records.Delete(ctx, name); err != nil {
		return fmt.Errorf("remove staff account %s: %w", name, err)
	}
	return nil
}

// errDisabled is returned for the right password of a disabled account.
var errDisabled = fmt.Errorf("%w: it is disabled", ErrUnknown)

// authenticate returns the account with a name and password; ErrUnknown for a wrong one. Unknown names and
// disabled accounts take the same time.
func (a *Accounts) authenticate(ctx context.Context, name, password string) (Account, error) {
	one, err := a.Find(ctx, name)
	if err != nil && !errors.Is(err, ErrUnknown) {
		return Account{}, err
	}
	hash := a.dummyHash
	if err == nil && one.Hash != "" {
		hash = one.Hash
	}
	right, fault := argon2id.ComparePasswordAndHash(password, hash)
	if fault != nil {
		return Account{}, fmt.Errorf("staff account %s: %w", name, fault)
	}
	switch {
	case !right || err != nil || one.Hash == "":
		return Account{}, ErrUnknown
	case one.Disabled:
		return Account{}, errDisabled
	}
	return one, nil
}

// DemoAccount is an account of the demo. Its password is public, so that the record of the account
// is tagged and a server in front of a real platform refuses it.
type DemoAccount struct {
	Name, Password string
	Role           Role
}

// AddDemo creates the demo's accounts where there is no account yet.
func (a *Accounts) AddDemo(ctx context.Context, demo []DemoAccount, now time.Time) error {
	all, err := a.List(ctx)
	if err != nil || len(all) > 0 {
		return err
	}
	for _, one := range demo {
		account, err := Account{Name: one.Name, Roles: ForAllBrands(one.Role), Demo: true, Since: now}.WithPassword(one.Password)
		if err == nil {
			err = a.Add(ctx, account)
		}
		if err != nil && !errors.Is(err, ErrExists) { // created concurrently by another instance
			return err
		}
	}
	return nil
}

// Demo returns the names of the demo's accounts, disabled ones too.
func (a *Accounts) Demo(ctx context.Context) ([]string, error) {
	all, err := a.List(ctx)
	var names []string
	for _, one := range all {
		if one.Demo {
			names = append(names, one.Name)
		}
	}
	return names, err
}

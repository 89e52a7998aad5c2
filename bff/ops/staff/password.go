package staff

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/alexedwards/argon2id"
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

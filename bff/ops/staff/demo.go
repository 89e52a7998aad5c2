package staff

import (
	"context"
	"errors"
	"time"
)

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

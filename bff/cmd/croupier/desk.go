package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/maintenance"
)

// order is what an operator wants of maintenance; the command line sends it to a running
// server, or carries it out itself.
type order struct {
	Do     string             `json:"do"`    // set, clear, status or pass
	Brand  string             `json:"brand"` // "*" for all
	By     string             `json:"by"`    // who gives it
	Notice maintenance.Notice `json:"notice,omitzero"`
}

// What an order may do.
const (
	doSet    = "set"
	doClear  = "clear"
	doStatus = "status"
	doPass   = "pass"
)

// outcome is what became of an order.
type outcome struct {
	Brands []maintenance.Status `json:"brands"`
	Pass   *pass                `json:"pass,omitempty"`
}

// pass lets its holder into a closed brand.
type pass struct {
	Host   string    `json:"host"`
	Secure bool      `json:"secure"` // the host is reached by TLS
	Query  string    `json:"query"`  // of any address of the brand
	Until  time.Time `json:"until"`
}

// desk carries out orders.
type desk struct {
	states *maintenance.Manager
	brands func() []*bff.Brand
	calls  *contract.Catalogue
}

// errOrder is an order that cannot be carried out as it stands.
var errOrder = errors.New("this cannot be done")

func (d *desk) carryOut(ctx context.Context, o order) (outcome, error) {
	brands, err := d.named(o)
	if err != nil {
		return outcome{}, err
	}
	out := outcome{}
	switch o.Do {
	case doSet:
		if err := d.known(o.Notice.Calls); err != nil {
			return outcome{}, err
		}
		err = d.states.Set(ctx, o.Brand, o.Notice)
	case doClear:
		err = d.states.Clear(ctx, o.Brand)
		if o.Brand == maintenance.Everywhere { // whoever opens all means those closed one by one too
			for _, b := range brands {
				err = errors.Join(err, d.states.Clear(ctx, b.ID))
			}
		}
	case doPass:
		if o.Brand == maintenance.Everywhere || len(brands[0].Hosts) == 0 {
			return outcome{}, fmt.Errorf("%w: a pass is for one brand that has a host", errOrder)
		}
		word, until, err := d.states.BypassToken(o.Brand)
		if err != nil {
			return outcome{}, err
		}
		out.Pass = &pass{Host: brands[0].Hosts[0], Secure: brands[0].Sessions.Secure, Query: "bypass=" + word, Until: until}
	case doStatus:
	default:
		return outcome{}, fmt.Errorf("%w: %q is no order", errOrder, o.Do)
	}
	if err != nil {
		return outcome{}, err
	}
	for _, b := range brands {
		out.Brands = append(out.Brands, d.states.Status(b.ID))
	}
	return out, nil
}

// named gives the brands that an order concerns.
func (d *desk) named(o order) ([]*bff.Brand, error) {
	brands := slices.Clone(d.brands())
	slices.SortFunc(brands, func(a, b *bff.Brand) int { return strings.Compare(a.ID, b.ID) })
	if o.Brand == maintenance.Everywhere {
		return brands, nil
	}
	var ids []string
	for _, b := range brands {
		if b.ID == o.Brand {
			return []*bff.Brand{b}, nil
		}
		ids = append(ids, b.ID)
	}
	return nil, fmt.Errorf("%w: there is no brand %q, only %s", errOrder, o.Brand, strings.Join(ids, ", "))
}

// known refuses classes and calls that the contract does not have: a misspelled one would
// close nothing.
func (d *desk) known(names []string) error {
	for _, name := range names {
		if !slices.ContainsFunc(d.calls.Calls(), func(c *bff.Call) bool { return c.Class == name || c.Name() == name }) {
			return fmt.Errorf("%w: the contract has no class or call %q", errOrder, name)
		}
	}
	return nil
}

// deskPath is where a running server takes orders, on its listener for operators.
const deskPath = "/maintenance"

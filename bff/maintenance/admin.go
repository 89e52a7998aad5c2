package maintenance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"croupier/bff"
)

// Operation is what an AdminRequest does.
type Operation string

// The operations of an AdminRequest.
const (
	OpSet    Operation = "set"
	OpClear  Operation = "clear"
	OpStatus Operation = "status"
	OpBypass Operation = "bypass"
)

// AdminRequest is a request of an operator. The command line sends it to a running server, or
// runs it on the store itself.
type AdminRequest struct {
	Operation Operation `json:"operation"`
	Brand     string    `json:"brand"` // a brand id, or Everywhere
	By        string    `json:"by"`    // who makes the request
	Notice    Notice    `json:"notice,omitzero"`
}

// AdminResponse holds the states after an AdminRequest.
type AdminResponse struct {
	Brands []Status `json:"brands"`
	Bypass *Bypass  `json:"bypass,omitempty"` // of OpBypass
}

// Bypass is a link that opens a closed brand for a tester.
type Bypass struct {
	Host   string    `json:"host"`
	Secure bool      `json:"secure"` // the host uses TLS
	Query  string    `json:"query"`  // to be added to any address of the brand
	Until  time.Time `json:"until"`
}

// ErrAdminRequest is wrapped by the errors of invalid requests.
var ErrAdminRequest = errors.New("invalid request")

// Audit records an action in the audit log: action, subject and the state before and requested,
// then runs do and records its result. It returns the error of do.
type Audit func(ctx context.Context, by, action, subject string, before, requested any, do func(context.Context) (after any, err error)) error

// Admin is the admin service of maintenance.
type Admin struct {
	Manager   *Manager
	Brands    func() []*bff.Brand
	KnownCall func(name string) bool // reports whether the contract has a class or class/method
	Audit     Audit
}

// Do runs a request under an audit entry.
func (a *Admin) Do(ctx context.Context, r AdminRequest) (out AdminResponse, err error) {
	if r.Operation == OpStatus {
		return a.Apply(ctx, r)
	}
	before, err := a.Apply(ctx, AdminRequest{Operation: OpStatus, Brand: r.Brand})
	if err != nil {
		return AdminResponse{}, err
	}
	run := func(ctx context.Context) (any, error) {
		if out, err = a.Apply(ctx, r); err == nil && out.Bypass != nil {
			return map[string]time.Time{"until": out.Bypass.Until}, nil // without the link, which is a credential
		}
		return out.Brands, err
	}
	switch r.Operation {
	case OpBypass:
		err = a.Audit(ctx, r.By, "bypass link", r.Brand, nil, nil, run)
	case OpSet:
		err = a.Audit(ctx, r.By, "maintenance", r.Brand, before.Brands, r.Notice, run)
	default:
		err = a.Audit(ctx, r.By, "maintenance", r.Brand, before.Brands, nil, run)
	}
	return out, err
}

// Apply runs a request without an audit entry, for callers that write their own.
func (a *Admin) Apply(ctx context.Context, r AdminRequest) (AdminResponse, error) {
	brands, err := a.brands(r.Brand)
	if err != nil {
		return AdminResponse{}, err
	}
	out := AdminResponse{}
	switch r.Operation {
	case OpSet:
		if err := a.checkCalls(r.Notice.Calls); err != nil {
			return AdminResponse{}, err
		}
		r.Notice.By = r.By
		err = a.Manager.Set(ctx, r.Brand, r.Notice)
	case OpClear:
		err = a.Manager.Clear(ctx, r.Brand)
		if r.Brand == Everywhere { // opening all brands includes those that were closed singly
			for _, b := range brands {
				err = errors.Join(err, a.Manager.Clear(ctx, b.ID))
			}
		}
	case OpBypass:
		out.Bypass, err = a.bypass(r.Brand, brands)
	case OpStatus:
	default:
		err = fmt.Errorf("%w: unknown operation %q", ErrAdminRequest, r.Operation)
	}
	if err != nil {
		return AdminResponse{}, err
	}
	for _, b := range brands {
		out.Brands = append(out.Brands, a.Manager.Status(b.ID))
	}
	return out, nil
}

func (a *Admin) bypass(brand string, brands []*bff.Brand) (*Bypass, error) {
	if brand == Everywhere || len(brands[0].Hosts) == 0 {
		return nil, fmt.Errorf("%w: a bypass link needs one brand that has a host", ErrAdminRequest)
	}
	token, until, err := a.Manager.BypassToken(brand)
	if err != nil {
		return nil, err
	}
	return &Bypass{Host: brands[0].Hosts[0], Secure: brands[0].Sessions.Secure, Query: "bypass=" + token, Until: until}, nil
}

// brands returns the brands that a request names, sorted by id.
func (a *Admin) brands(name string) ([]*bff.Brand, error) {
	all := slices.Clone(a.Brands())
	slices.SortFunc(all, func(x, y *bff.Brand) int { return strings.Compare(x.ID, y.ID) })
	if name == Everywhere {
		return all, nil
	}
	var ids []string
	for _, b := range all {
		if b.ID == name {
			return []*bff.Brand{b}, nil
		}
		ids = append(ids, b.ID)
	}
	return nil, fmt.Errorf("%w: unknown brand %q, want one of %s", ErrAdminRequest, name, strings.Join(ids, ", "))
}

// checkCalls rejects names that the contract does not have: a misspelled one would close
// nothing.
func (a *Admin) checkCalls(names []string) error {
	for _, name := range names {
		if !a.KnownCall(name) {
			return fmt.Errorf("%w: the contract has no class or call %q", ErrAdminRequest, name)
		}
	}
	return nil
}

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

// Operation is the operation of an AdminRequest.
type Operation string

// The operations of an AdminRequest.
const (
	OpSet      Operation = "set"      // turns the switch on, with the notice
	OpClear    Operation = "clear"    // turns the switch off, for the parts and calls of the notice
	OpSchedule Operation = "schedule" // creates a window from notice, From and Until
	OpExtend   Operation = "extend"   // sets Until of the window ID
	OpEnd      Operation = "end"      // ends the window ID
	OpStatus   Operation = "status"
	OpBypass   Operation = "bypass" // creates a link
	OpLinks    Operation = "links"  // lists the links
	OpRevoke   Operation = "revoke" // revokes the link ID
)

// AdminRequest is a request of an operator, to a running server or directly to the store.
type AdminRequest struct {
	Operation Operation             `json:"operation"`
	Brand     string                `json:"brand"` // a brand id, or Everywhere
	By        string                `json:"by"`    // the operator
	Notice    bff.MaintenanceNotice `json:"notice,omitzero"`
	From      time.Time             `json:"from,omitzero"`
	Until     time.Time             `json:"until,omitzero"`
	ID        string                `json:"id,omitempty"`
}

// AdminResponse contains the states after an AdminRequest.
type AdminResponse struct {
	Brands []bff.MaintenanceStatus `json:"brands"`
	Bypass *Bypass                 `json:"bypass,omitempty"` // of OpBypass
	Links  []bff.BypassLink        `json:"links,omitempty"`  // of OpLinks
}

// Bypass is a new link that lets a tester use a brand in maintenance.
type Bypass struct {
	bff.BypassLink
	Host   string `json:"host"`
	Secure bool   `json:"secure"` // the host uses TLS
	Query  string `json:"query"`  // add it to any URL of the brand
}

// ErrAdminRequest is the error that errors of invalid requests wrap.
var ErrAdminRequest = errors.New("invalid request")

// Audit runs do, records it in the audit log and returns its error.
type Audit func(ctx context.Context, by, action, subject string, before, requested any, do func(context.Context) (
	after any, err error)) (any, error)

// Admin implements the admin requests about maintenance.
type Admin struct {
	Manager   *Manager
	Brands    func() []*bff.Brand
	KnownCall func(name string) bool // reports whether the contract has a class or class/method
	Audit     Audit
}

// actions are the names of operations in the audit log.
var actions = map[Operation]string{
	OpSet: "maintenance", OpClear: "maintenance", OpSchedule: "maintenance window", OpExtend: "maintenance window",
	OpEnd: "maintenance window ended", OpBypass: "bypass link", OpRevoke: "bypass link revoked",
}

// Do runs a request and records a change in the audit log.
func (a *Admin) Do(ctx context.Context, r AdminRequest) (out AdminResponse, err error) {
	var before, requested any
	subject := r.Brand
	if r.Operation == OpExtend || r.Operation == OpEnd {
		w, err := a.window(r.ID)
		if err != nil {
			return AdminResponse{}, err
		}
		before, subject, r.Brand = w, w.Brand+"/"+w.ID, w.Brand
	}
	brands, err := a.brands(r.Brand)
	if err != nil {
		return AdminResponse{}, err
	}
	action, isChange := actions[r.Operation]
	switch {
	case !isChange:
		return a.apply(ctx, r, brands)
	case r.Operation == OpSet, r.Operation == OpClear:
		before, requested = a.Manager.Statuses(brands), r.Notice
	case r.Operation == OpSchedule:
		requested = bff.MaintenanceWindow{Brand: r.Brand, From: r.From, Until: r.Until, MaintenanceNotice: r.Notice}
	case r.Operation == OpRevoke:
		subject += "/" + r.ID
	}
	_, err = a.Audit(ctx, r.By, action, subject, before, requested, func(ctx context.Context) (any, error) {
		out, err = a.apply(ctx, r, brands)
		switch {
		case err != nil, r.Operation == OpRevoke:
			return nil, err
		case r.Operation == OpBypass:
			return out.Bypass.BypassLink, nil // without Query, which is a credential
		}
		return out.Brands, nil
	})
	return out, err
}

func (a *Admin) apply(ctx context.Context, r AdminRequest, brands []*bff.Brand) (out AdminResponse, err error) {
	if err := a.check(&r.Notice, brands); err != nil {
		return AdminResponse{}, err
	}
	r.Notice.By = r.By
	switch r.Operation {
	case OpSet:
		err = a.Manager.SetSwitch(ctx, r.Brand, r.Notice)
	case OpClear:
		err = a.Manager.ClearSwitch(ctx, r.Brand, r.Notice.Closed())
	case OpSchedule:
		_, err = a.Manager.AddWindow(ctx, r.Brand,
			bff.MaintenanceWindow{From: r.From, Until: r.Until, MaintenanceNotice: r.Notice})
	case OpExtend:
		_, err = a.Manager.ChangeWindow(ctx, r.Brand, r.ID, 0, func(w *window) { w.Until = r.Until })
	case OpEnd:
		_, err = a.Manager.EndWindow(ctx, r.Brand, r.ID, r.By)
	case OpBypass:
		out.Bypass, err = a.bypass(ctx, r, brands)
	case OpLinks:
		out.Links = a.Manager.BypassLinks(r.Brand)
	case OpRevoke:
		err = a.Manager.RevokeBypassLink(ctx, r.Brand, r.ID)
	case OpStatus:
	default:
		err = fmt.Errorf("%w: unknown operation %q", ErrAdminRequest, r.Operation)
	}
	if err != nil {
		return AdminResponse{}, err
	}
	out.Brands = a.Manager.Statuses(brands)
	return out, nil
}

func (a *Admin) window(id string) (bff.MaintenanceWindow, error) {
	var ids []string
	for _, w := range a.Manager.allWindows() {
		if w.ID == id {
			return w, nil
		}
		if w.State != bff.WindowEnded {
			ids = append(ids, w.ID)
		}
	}
	allowed := "none, because no window is open or scheduled"
	if len(ids) > 0 {
		allowed = strings.Join(ids, ", ")
	}
	return bff.MaintenanceWindow{}, fmt.Errorf("%w: unknown window %q (allowed: %s)", ErrAdminRequest, id, allowed)
}

func (a *Admin) bypass(ctx context.Context, r AdminRequest, brands []*bff.Brand) (*Bypass, error) {
	if r.Brand == Everywhere || len(brands[0].Hosts) == 0 {
		return nil, fmt.Errorf("%w: a bypass link needs one brand that has a host", ErrAdminRequest)
	}
	link, token, err := a.Manager.AddBypassLink(ctx, r.Brand, r.By)
	if err != nil {
		return nil, err
	}
	return &Bypass{
		BypassLink: link, Host: brands[0].Hosts[0], Secure: brands[0].Sessions.Secure, Query: "bypass=" + token,
	}, nil
}

// brands returns the brands that a request names, sorted by id.
func (a *Admin) brands(name string) ([]*bff.Brand, error) {
	all := slices.Clone(a.Brands())
	slices.SortFunc(all, func(x, y *bff.Brand) int { return strings.Compare(x.ID, y.ID) })
	if name == Everywhere {
		return all, nil
	}
	var ids []string
	for i, b := range all {
		if ids = append(ids, b.ID); b.ID == name {
			return all[i : i+1], nil
		}
	}
	return nil, fmt.Errorf("%w: unknown brand %q (allowed: %s)", ErrAdminRequest, name, strings.Join(ids, ", "))
}

// check rejects parts, calls and languages that the contract or the brands do not have.
func (a *Admin) check(n *bff.MaintenanceNotice, brands []*bff.Brand) error {
	if err := checkNotice(n); err != nil {
		return fmt.Errorf("%w: %w", ErrAdminRequest, err)
	}
	if i := slices.IndexFunc(n.Calls, func(name string) bool { return !a.KnownCall(name) }); i >= 0 {
		return fmt.Errorf("%w: unknown part, class or call %q: %w", ErrAdminRequest, n.Calls[i], ErrBadPart)
	}
	for lang := range n.Message {
		if !slices.ContainsFunc(brands, func(b *bff.Brand) bool { return b.SupportsLanguage(lang) }) {
			return fmt.Errorf("%w: message in %q, but the brand does not support this language", ErrAdminRequest, lang)
		}
	}
	return nil
}

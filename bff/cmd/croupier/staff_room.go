package main

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"

	"croupier/bff"
	"croupier/bff/staff"
)

// staffOrder is what an operator wants of the accounts; the command line sends it to a
// running server, or carries it out itself.
type staffOrder struct {
	Do      string        `json:"do"` // add, list or disable
	By      string        `json:"by"`
	Account staff.Account `json:"account,omitzero"` // disable takes its name only
}

// What a staffOrder may do.
const (
	doAdd     = "add"
	doList    = "list"
	doDisable = "disable"
)

// staffPath is where a running server takes orders about accounts, on its listener for
// operators.
const staffPath = "/staff"

// staffOutcome is what became of a staffOrder.
type staffOutcome struct {
	Accounts []staffLine `json:"accounts,omitempty"`
}

// staffLine is what is shown of an account: none of its secrets.
type staffLine struct {
	Name          string     `json:"name"`
	Role          staff.Role `json:"role"`
	Authenticator bool       `json:"authenticator"`
	Disabled      bool       `json:"disabled"`
	Since         time.Time  `json:"since"`
}

func lineOf(a staff.Account) staffLine {
	return staffLine{Name: a.Name, Role: a.Role, Authenticator: a.TOTP != "", Disabled: a.Disabled, Since: a.Since}
}

// staffRoom is where the accounts of the console and their trail lie.
type staffRoom struct {
	accounts *staff.Accounts
	trail    *staff.AuditLog
	bus      bff.Bus
	log      *slog.Logger
}

// openStaffRoom opens it in the stores; demo is as for staff.OpenAccounts.
func openStaffRoom(ctx context.Context, s *stores, demo bool, log *slog.Logger) (*staffRoom, error) {
	records, err := s.records(staffRecords)
	if err != nil {
		return nil, err
	}
	accounts, err := staff.OpenAccounts(ctx, records, demo, time.Now())
	if err != nil {
		return nil, err
	}
	trail := &staff.AuditLog{Clock: time.Now, Log: log}
	if trail.Actions, err = s.trail(staffDeeds, staff.ActionRetention); err != nil {
		return nil, err
	}
	if trail.Refusals, err = s.trail(staffRefusals, staff.RefusalRetention); err != nil {
		return nil, err
	}
	earlier, err := s.records(staffEarlier)
	if err != nil {
		return nil, err
	}
	return &staffRoom{accounts, trail, s.bus, log}, carryTrail(ctx, earlier, trail.Actions)
}

// carryTrail moves the lines that an earlier version kept as records.
func carryTrail(ctx context.Context, from bff.RecordStore, to staff.AuditStore) error {
	lines, err := from.All(ctx)
	if err != nil {
		return fmt.Errorf("earlier staff trail: %w", err)
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(64) // side by side, so that they share syncs of the disk
	for id, line := range lines {
		group.Go(func() error {
			if err := to.Put(ctx, id, line); err != nil {
				return err
			}
			return from.Delete(ctx, id)
		})
	}
	return group.Wait()
}

// carryOut does what an operator wants, under a line of the trail.
func (r *staffRoom) carryOut(ctx context.Context, o staffOrder) (staffOutcome, error) {
	by := staff.Entry{Who: o.By}
	switch o.Do {
	case doAdd:
		d := staff.Action{Action: "account added", Subject: o.Account.Name, Requested: lineOf(o.Account)}
		return staffOutcome{}, r.trail.Do(ctx, by, d, func(ctx context.Context) (any, error) {
			return lineOf(o.Account), r.accounts.Add(ctx, o.Account)
		})
	case doDisable:
		account, err := r.accounts.Find(ctx, o.Account.Name)
		if err != nil {
			return staffOutcome{}, err
		}
		after := lineOf(account)
		after.Disabled = true
		d := staff.Action{Action: "account disabled", Subject: account.Name, Before: lineOf(account), Requested: after}
		return staffOutcome{}, r.trail.Do(ctx, by, d, func(ctx context.Context) (any, error) { return after, r.disable(ctx, account.Name) })
	case doList:
		accounts, err := r.accounts.List(ctx)
		out := staffOutcome{}
		for _, a := range accounts {
			out.Accounts = append(out.Accounts, lineOf(a))
		}
		return out, err
	}
	return staffOutcome{}, fmt.Errorf("%w: %q is no order", errOrder, o.Do)
}

// disable ends an account. Every request asks for it; streams of events that are open are
// told, or find out at their next beat.
func (r *staffRoom) disable(ctx context.Context, name string) error {
	if err := r.accounts.Disable(ctx, name); err != nil {
		return err
	}
	if err := r.bus.Publish(ctx, bff.TopicStaff, nil); err != nil {
		r.log.WarnContext(ctx, "instances not told of a disabled account", "error", err)
	}
	return nil
}

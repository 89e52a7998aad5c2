package maintenance

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"croupier/bff"
)

// auditEntry is one action recorded by a test's Audit.
type auditEntry struct {
	by, action, subject string
	before, requested   any
	after               any
	err                 error
}

func newAdmin(t *testing.T) (*Admin, *[]auditEntry) {
	t.Helper()
	m, err := New(t.Context(), Settings{Store: &testStore{values: map[string][]byte{}}})
	if err != nil {
		t.Fatal(err)
	}
	var entries []auditEntry
	return &Admin{
		Manager: m,
		Brands: func() []*bff.Brand {
			return []*bff.Brand{{ID: "zephyr"}, {ID: "marmara", Hosts: []string{"localhost"}}}
		},
		KnownCall: func(name string) bool { return name == "livecasino" },
		Audit: func(ctx context.Context, by, action, subject string, before, requested any, do func(context.Context) (any, error)) error {
			after, err := do(ctx)
			entries = append(entries, auditEntry{by, action, subject, before, requested, after, err})
			return err
		},
	}, &entries
}

func states(out AdminResponse) (all []string) {
	for _, s := range out.Brands {
		all = append(all, s.Brand+" "+s.State)
	}
	return all
}

func TestAdminChangesAreApplied(t *testing.T) {
	a, _ := newAdmin(t)
	for _, c := range []struct {
		name string
		q    AdminRequest
		want []string
	}{
		{"status of all, sorted", AdminRequest{Operation: OpStatus, Brand: Everywhere}, []string{"marmara open", "zephyr open"}},
		{"close one", AdminRequest{Operation: OpSet, Brand: "zephyr"}, []string{"zephyr maintenance"}},
		{"close part of another", AdminRequest{Operation: OpSet, Brand: "marmara", Notice: Notice{Calls: []string{"livecasino"}}}, []string{"marmara maintenance"}},
		{"open all, including those closed singly", AdminRequest{Operation: OpClear, Brand: Everywhere}, []string{"marmara open", "zephyr open"}},
	} {
		out, err := a.Do(t.Context(), c.q)
		if err != nil || !slices.Equal(states(out), c.want) {
			t.Errorf("%s: %v, %v", c.name, states(out), err)
		}
	}
}

func TestAdminRejectsInvalidRequests(t *testing.T) {
	a, entries := newAdmin(t)
	for name, q := range map[string]AdminRequest{
		"unknown brand":             {Operation: OpSet, Brand: "pera"},
		"unknown call":              {Operation: OpSet, Brand: "marmara", Notice: Notice{Calls: []string{"livecasin"}}},
		"unknown operation":         {Operation: "close", Brand: "marmara"},
		"bypass link for all":       {Operation: OpBypass, Brand: Everywhere},
		"bypass link without hosts": {Operation: OpBypass, Brand: "zephyr"},
	} {
		if _, err := a.Do(t.Context(), q); !errors.Is(err, ErrAdminRequest) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, e := range *entries {
		if e.err == nil {
			t.Errorf("recorded as done: %+v", e)
		}
	}
}

func TestAdminRecordsActions(t *testing.T) {
	a, entries := newAdmin(t)
	if _, err := a.Do(t.Context(), AdminRequest{Operation: OpStatus, Brand: "marmara"}); err != nil || len(*entries) != 0 {
		t.Fatalf("a status is recorded: %+v, %v", *entries, err)
	}
	if _, err := a.Do(t.Context(), AdminRequest{Operation: OpSet, Brand: "marmara", By: "destek", Notice: Notice{Message: map[string]string{"en": "Back soon"}}}); err != nil {
		t.Fatal(err)
	}
	e := (*entries)[0]
	before, _ := e.before.([]Status)
	after, _ := e.after.([]Status)
	if e.by != "destek" || e.action != "maintenance" || e.subject != "marmara" || len(before) != 1 || before[0].State != StateOpen || len(after) != 1 || after[0].State != StateMaintenance || after[0].By != "destek" {
		t.Errorf("recorded %+v", e)
	}
	out, err := a.Do(t.Context(), AdminRequest{Operation: OpBypass, Brand: "marmara", By: "destek"})
	if err != nil || !strings.HasPrefix(out.Bypass.Query, "bypass=") || out.Bypass.Host != "localhost" {
		t.Fatalf("%+v, %v", out.Bypass, err)
	}
	if e := (*entries)[1]; e.action != "bypass link" || e.before != nil {
		t.Errorf("recorded %+v", e)
	}
}

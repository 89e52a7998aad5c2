package maintenance

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

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
			return []*bff.Brand{
				{ID: "zephyr", Languages: []bff.Language{{Lang: "tr"}}},
				{ID: "marmara", Hosts: []string{"localhost"}, Languages: []bff.Language{{Lang: "en"}}},
			}
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
		{"close part of another", AdminRequest{Operation: OpSet, Brand: "marmara", Notice: notice{Calls: []string{"livecasino"}}}, []string{"marmara maintenance"}},
		{"open all, including those closed singly", AdminRequest{Operation: OpClear, Brand: Everywhere}, []string{"marmara maintenance", "zephyr open"}},
		{"open the part", AdminRequest{Operation: OpClear, Brand: Everywhere, Notice: notice{Calls: []string{"livecasino"}}}, []string{"marmara open", "zephyr open"}},
		{"a window of one", AdminRequest{Operation: OpSchedule, Brand: "zephyr", From: time.Now().Add(time.Hour)}, []string{"zephyr scheduled"}},
		{"a message in the language of one of all", AdminRequest{Operation: OpSet, Brand: Everywhere, Notice: notice{Message: map[string]string{"tr": "Bakım"}}}, []string{"marmara maintenance", "zephyr maintenance"}},
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
		"unknown call":              {Operation: OpSet, Brand: "marmara", Notice: notice{Calls: []string{"livecasin"}}},
		"a language of none":        {Operation: OpSet, Brand: Everywhere, Notice: notice{Message: map[string]string{"fr": "x"}}},
		"a language of another":     {Operation: OpSchedule, Brand: "marmara", Notice: notice{Message: map[string]string{"tr": "x"}}},
		"an unknown call to open":   {Operation: OpClear, Brand: "marmara", Notice: notice{Calls: []string{"livecasin"}}},
		"extend an unknown window":  {Operation: OpExtend, Brand: Everywhere, ID: "none", Until: time.Now().Add(time.Hour)},
		"end an unknown window":     {Operation: OpEnd, Brand: Everywhere, ID: "none"},
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
	if _, err := a.Do(t.Context(), AdminRequest{Operation: OpSet, Brand: "marmara", By: "destek", Notice: notice{Message: map[string]string{"en": "Back soon"}}}); err != nil {
		t.Fatal(err)
	}
	e := (*entries)[0]
	before, _ := e.before.([]bff.MaintenanceStatus)
	after, _ := e.after.([]bff.MaintenanceStatus)
	if e.by != "destek" || e.action != "maintenance" || e.subject != "marmara" || len(before) != 1 || before[0].State != bff.StatusOpen || len(after) != 1 || after[0].State != bff.StatusMaintenance || after[0].By != "destek" {
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

func TestAdminChangesWindows(t *testing.T) {
	a, entries := newAdmin(t)
	do := func(r AdminRequest) bff.MaintenanceWindow {
		t.Helper()
		r.By = "cli"
		out, err := a.Do(t.Context(), r)
		if err != nil || len(out.Brands[0].Windows) != 1 {
			t.Fatalf("%+v, %v", out, err)
		}
		return out.Brands[0].Windows[0]
	}
	from := time.Now().Add(time.Hour).UTC().Truncate(time.Second)
	w := do(AdminRequest{Operation: OpSchedule, Brand: "marmara", From: from, Notice: notice{Message: map[string]string{"en": "Soon"}, Why: "database"}})
	if w.State != bff.WindowScheduled || w.By != "cli" || !w.From.Equal(from) || w.Why != "database" {
		t.Errorf("scheduled: %+v", w)
	}
	until := from.Add(time.Hour)
	if w = do(AdminRequest{Operation: OpExtend, Brand: Everywhere, ID: w.ID, Until: until}); !w.Until.Equal(until) || w.Message["en"] != "Soon" || !w.From.Equal(from) {
		t.Errorf("extended: %+v", w)
	}
	if w = do(AdminRequest{Operation: OpEnd, Brand: Everywhere, ID: w.ID}); w.State != bff.WindowEnded || w.Ended.By != "cli" {
		t.Errorf("ended: %+v", w)
	}
	var got []string
	for _, e := range *entries {
		got = append(got, e.action+" "+strings.ReplaceAll(e.subject, w.ID, "ID"))
	}
	if want := "maintenance window marmara,maintenance window marmara/ID,maintenance window ended marmara/ID"; strings.Join(got, ",") != want {
		t.Errorf("recorded %v", got)
	}
}

func TestAdminRevokesLinks(t *testing.T) {
	a, entries := newAdmin(t)
	out, err := a.Do(t.Context(), AdminRequest{Operation: OpBypass, Brand: "marmara", By: "cli"})
	if err != nil {
		t.Fatal(err)
	}
	id := out.Bypass.ID
	if out, err := a.Do(t.Context(), AdminRequest{Operation: OpLinks, Brand: "marmara"}); err != nil || len(out.Links) != 1 || out.Links[0].ID != id || out.Links[0].By != "cli" {
		t.Errorf("links: %+v, %v", out.Links, err)
	}
	if _, err := a.Do(t.Context(), AdminRequest{Operation: OpRevoke, Brand: "marmara", ID: id}); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Do(t.Context(), AdminRequest{Operation: OpRevoke, Brand: "marmara", ID: id}); !errors.Is(err, bff.ErrMaintenanceUnknown) {
		t.Errorf("revoked twice: %v", err)
	}
	if e := (*entries)[1]; e.action != "bypass link revoked" || e.subject != "marmara/"+id {
		t.Errorf("recorded %+v", e)
	}
}

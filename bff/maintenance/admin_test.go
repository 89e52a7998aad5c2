package maintenance

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

// auditEntry is one action recorded by a test's Audit.
type auditEntry struct {
	by, action, subject string
	before, after       any
	err                 error
}

// adminTest is an Admin with the actions that it recorded.
type adminTest struct {
	*Admin
	t       *testing.T
	entries []auditEntry
}

func newAdmin(t *testing.T) *adminTest {
	t.Helper()
	m, err := New(t.Context(), Settings{Store: &testStore{values: map[string][]byte{}}})
	must(t, err)
	a := &adminTest{t: t}
	a.Admin = &Admin{
		Manager: m,
		Brands: func() []*bff.Brand {
			return []*bff.Brand{
				{ID: "zephyr", Languages: []bff.Language{{Lang: "tr"}}},
				{ID: "marmara", Hosts: []string{"localhost"}, Languages: []bff.Language{{Lang: "en"}}},
			}
		},
		KnownCall: func(name string) bool { return name == "livecasino" },
		Audit: func(ctx context.Context, by, action, subject string, before, _ any, do func(context.Context) (any, error)) error {
			after, err := do(ctx)
			a.entries = append(a.entries, auditEntry{by, action, subject, before, after, err})
			return err
		},
	}
	return a
}

// do makes a request of the account cli.
func (a *adminTest) do(r AdminRequest) AdminResponse {
	a.t.Helper()
	r.By = "cli"
	out, err := a.Do(a.t.Context(), r)
	must(a.t, err)
	return out
}

func TestAdminChangesAreApplied(t *testing.T) {
	a := newAdmin(t)
	live, words := notice{Calls: []string{"livecasino"}}, notice{Message: map[string]string{"tr": "Bakım"}}
	for _, c := range []struct {
		name string
		q    AdminRequest
		want string
	}{
		{"status of all, sorted", AdminRequest{Operation: OpStatus, Brand: Everywhere}, "marmara open, zephyr open"},
		{"close one", AdminRequest{Operation: OpSet, Brand: "zephyr"}, "zephyr maintenance"},
		{"close part of another", AdminRequest{Operation: OpSet, Brand: "marmara", Notice: live}, "marmara maintenance"},
		{"open all, including single ones", AdminRequest{Operation: OpClear, Brand: Everywhere}, "marmara maintenance, zephyr open"},
		{"open the part", AdminRequest{Operation: OpClear, Brand: Everywhere, Notice: live}, "marmara open, zephyr open"},
		{"a window of one", AdminRequest{Operation: OpSchedule, Brand: "zephyr", From: time.Now().Add(time.Hour)}, "zephyr scheduled"},
		{
			"a message in the language of one of all",
			AdminRequest{Operation: OpSet, Brand: Everywhere, Notice: words},
			"marmara maintenance, zephyr maintenance",
		},
	} {
		var got []string
		for _, s := range a.do(c.q).Brands {
			got = append(got, s.Brand+" "+s.State)
		}
		assert.Equal(t, c.want, strings.Join(got, ", "), "%s: %q", c.name, got)
	}
}

func TestAdminRejectsInvalidRequests(t *testing.T) {
	a := newAdmin(t)
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
		_, err := a.Do(t.Context(), q)
		assert.ErrorIs(t, err, ErrAdminRequest, name)
	}
	for _, e := range a.entries {
		assert.Error(t, e.err, "recorded as done: %+v", e)
	}
}

func TestAdminRecordsActions(t *testing.T) {
	a := newAdmin(t)
	a.do(AdminRequest{Operation: OpStatus, Brand: "marmara"})
	require.Empty(t, a.entries, "a status is recorded")
	a.do(AdminRequest{Operation: OpSet, Brand: "marmara", Notice: notice{Message: map[string]string{"en": "Back soon"}}})
	e := a.entries[0]
	before, _ := e.before.([]bff.MaintenanceStatus)
	after, _ := e.after.([]bff.MaintenanceStatus)
	assert.True(t, e.by == "cli" && e.action == "maintenance" && e.subject == "marmara" && len(before) == 1 && before[0].State == bff.StatusOpen,
		"recorded %+v", e)
	assert.True(t, len(after) == 1 && after[0].State == bff.StatusMaintenance && after[0].By == "cli", "recorded %+v", after)

	link := a.do(AdminRequest{Operation: OpBypass, Brand: "marmara"}).Bypass
	if e := a.entries[1]; !strings.HasPrefix(link.Query, "bypass=") || link.Host != "localhost" || e.action != "bypass link" ||
		e.before != nil {
		t.Errorf("%+v, recorded %+v", link, e)
	}
	links := a.do(AdminRequest{Operation: OpLinks, Brand: "marmara"}).Links
	assert.True(t, len(links) == 1 && links[0].ID == link.ID && links[0].By == "cli", "links: %+v", links)
	revoke := AdminRequest{Operation: OpRevoke, Brand: "marmara", ID: link.ID}
	a.do(revoke)
	if e := a.entries[2]; e.action != "bypass link revoked" || e.subject != "marmara/"+link.ID {
		t.Errorf("recorded %+v", e)
	}
	_, err := a.Do(t.Context(), revoke)
	assert.ErrorIs(t, err, bff.ErrMaintenanceUnknown, "revoked twice")
}

func TestAdminChangesWindows(t *testing.T) {
	a := newAdmin(t)
	do := func(r AdminRequest) bff.MaintenanceWindow {
		t.Helper()
		windows := a.do(r).Brands[0].Windows
		require.Len(t, windows, 1, "windows %+v", windows)
		return windows[0]
	}
	from := time.Now().Add(time.Hour).UTC().Truncate(time.Second)
	until := from.Add(time.Hour)
	planned := notice{Message: map[string]string{"en": "Soon"}, Why: "database"}
	w := do(AdminRequest{Operation: OpSchedule, Brand: "marmara", From: from, Notice: planned})
	assert.True(t, w.State == bff.WindowScheduled && w.By == "cli" && w.From.Equal(from) && w.Why == "database",
		"scheduled: %+v", w)
	w = do(AdminRequest{Operation: OpExtend, Brand: Everywhere, ID: w.ID, Until: until})
	assert.True(t, w.Until.Equal(until) && w.Message["en"] == "Soon" && w.From.Equal(from), "extended: %+v", w)
	w = do(AdminRequest{Operation: OpEnd, Brand: Everywhere, ID: w.ID})
	assert.True(t, w.State == bff.WindowEnded && w.Ended.By == "cli", "ended: %+v", w)
	var got []string
	for _, e := range a.entries {
		got = append(got, e.action+" "+strings.ReplaceAll(e.subject, w.ID, "ID"))
	}
	const want = "maintenance window marmara,maintenance window marmara/ID,maintenance window ended marmara/ID"
	assert.Equal(t, want, strings.Join(got, ","), "recorded %v", got)
}

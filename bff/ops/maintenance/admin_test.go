package maintenance

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/test/testkit"
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
	m, err := New(t.Context(), settings(new(testkit.Records), new(testkit.Bus), time.Now))
	require.NoError(t, err)
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
		Audit: func(ctx context.Context, by, action, subject string, before, _ any, do func(context.Context) (
			any, error),
		) (any, error) {
			after, err := do(ctx)
			a.entries = append(a.entries, auditEntry{by, action, subject, before, after, err})
			return after, err
		},
	}
	return a
}

// do makes a request of the account cli.
func (a *adminTest) do(r AdminRequest) AdminResponse {
	a.t.Helper()
	r.By = "cli"
	out, err := a.Do(a.t.Context(), r)
	require.NoError(a.t, err)
	return out
}

// recorded returns the accounts, actions and subjects that were recorded.
func (a *adminTest) recorded() string {
	var all []string
	for _, e := range a.entries {
		all = append(all, e.by+" "+e.action+" "+e.subject)
	}
	return strings.Join(all, ", ")
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
		{
			"close part of another",
			AdminRequest{Operation: OpSet, Brand: "marmara", Notice: live},
			"marmara maintenance",
		},
		{
			"open all, including single ones",
			AdminRequest{Operation: OpClear, Brand: Everywhere},
			"marmara maintenance, zephyr open",
		},
		{
			"open the part",
			AdminRequest{Operation: OpClear, Brand: Everywhere, Notice: live},
			"marmara open, zephyr open",
		},
		{
			"close a part of the site",
			AdminRequest{Operation: OpSet, Brand: "zephyr", Notice: notice{Parts: []bff.Part{"slots"}}},
			"zephyr maintenance",
		},
		{
			"open it",
			AdminRequest{Operation: OpClear, Brand: "zephyr", Notice: notice{Parts: []bff.Part{"slots"}}},
			"zephyr open",
		},
		{
			"a window of one",
			AdminRequest{Operation: OpSchedule, Brand: "zephyr", From: time.Now().Add(time.Hour)},
			"zephyr scheduled",
		},
		{
			"a message",
			AdminRequest{Operation: OpSet, Brand: Everywhere, Notice: words},
			"marmara maintenance, zephyr maintenance",
		},
	} {
		var got []string
		for _, s := range a.do(c.q).Brands {
			got = append(got, s.Brand+" "+s.State)
		}
		assert.Equal(t, c.want, strings.Join(got, ", "), c.name)
	}
}

func TestAdminRejectsInvalidRequests(t *testing.T) {
	a := newAdmin(t)
	for name, q := range map[string]AdminRequest{
		"unknown brand": {Operation: OpSet, Brand: "pera"},
		"unknown call":  {Operation: OpSet, Brand: "marmara", Notice: notice{Calls: []string{"livecasin"}}},
		"a language of none": {
			Operation: OpSet, Brand: Everywhere,
			Notice: notice{Message: map[string]string{"fr": "x"}},
		},
		"a language of another": {
			Operation: OpSchedule, Brand: "marmara",
			Notice: notice{Message: map[string]string{"tr": "x"}},
		},
		"an unknown call to open": {
			Operation: OpClear, Brand: "marmara",
			Notice: notice{Calls: []string{"livecasin"}},
		},
		"extend an unknown window": {
			Operation: OpExtend, Brand: Everywhere, ID: "none",
			Until: time.Now().Add(time.Hour),
		},
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
	a.do(AdminRequest{
		Operation: OpSet, Brand: "marmara",
		Notice: notice{Message: map[string]string{"en": "Back soon"}},
	})
	before, _ := a.entries[0].before.([]bff.MaintenanceStatus)
	after, _ := a.entries[0].after.([]bff.MaintenanceStatus)
	require.Equal(t, "1 1", fmt.Sprint(len(before), len(after)), "recorded states")
	assert.Equal(t, "open, maintenance cli", before[0].State+", "+after[0].State+" "+after[0].By)
	link := a.do(AdminRequest{Operation: OpBypass, Brand: "marmara"}).Bypass
	assert.True(t, strings.HasPrefix(link.Query, "bypass=") && link.Host == "localhost", "%+v", link)
	assert.Nil(t, a.entries[1].before)
	links := a.do(AdminRequest{Operation: OpLinks, Brand: "marmara"}).Links
	assert.True(t, len(links) == 1 && links[0].ID == link.ID && links[0].By == "cli", "links: %+v", links)
	revoke := AdminRequest{Operation: OpRevoke, Brand: "marmara", ID: link.ID}
	a.do(revoke)
	assert.Equal(t, "cli maintenance marmara, cli bypass link marmara, cli bypass link revoked marmara/"+link.ID,
		a.recorded())
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
	assert.True(t, w.State == bff.WindowScheduled && w.By == "cli" && w.From.Equal(from) && w.Why == "database", "%+v",
		w)
	w = do(AdminRequest{Operation: OpExtend, Brand: Everywhere, ID: w.ID, Until: until})
	assert.True(t, w.Until.Equal(until) && w.Message["en"] == "Soon" && w.From.Equal(from), "extended: %+v", w)
	w = do(AdminRequest{Operation: OpEnd, Brand: Everywhere, ID: w.ID})
	assert.True(t, w.State == bff.WindowEnded && w.Ended.By == "cli", "ended: %+v", w)
	const want = "cli maintenance window marmara, cli maintenance window marmara/ID, cli maintenance window ended " +
		"marmara/ID"
	assert.Equal(t, want, strings.ReplaceAll(a.recorded(), w.ID, "ID"))
}

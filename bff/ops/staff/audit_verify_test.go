package staff_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/ops/staff"
	"croupier/bff/test/testkit"
)

// chained is an audit log that several processes write.
type chained struct {
	*testkit.Clock
	t     *testing.T
	deeds *memoryAudit
	heads testkit.Records
}

// process starts a process.
func (s *chained) process() *staff.AuditLog {
	bounds := bff.Retention{MaxEntries: 1000, MaxAge: 24 * time.Hour}
	return &staff.AuditLog{
		Actions: s.deeds, Refusals: newLines(), ActionsRetention: bounds, RefusalsRetention: bounds, Heads: &s.heads,
		NewChain: rand.Text, Clock: s.Now, Log: slog.New(slog.DiscardHandler),
	}
}

// act records an action, which verifies the log.
func (s *chained) act(log *staff.AuditLog) error {
	s.Advance(time.Second)
	_, err := log.Do(s.t.Context(), staff.Entry{Who: "ayse"}, staff.Action{Action: "purge", Subject: "\xff<"},
		func(ctx context.Context) (any, error) { return log.Verify(ctx, time.Time{}) })
	return err
}

// edit changes the stored entries by id.
func (s *chained) edit(change func(all map[string][]byte, ids []string)) {
	all := s.deeds.Values()
	change(all, slices.Sorted(maps.Keys(all)))
	s.deeds.Replace(all)
}

var auditIDs = regexp.MustCompile(`[0-9]{19}-\w+`)

// problems verifies the store and a download of it.
func (s *chained) problems(log *staff.AuditLog, from time.Time) (store, file string) {
	s.t.Helper()
	stored, err := log.Verify(s.t.Context(), from)
	require.NoError(s.t, err)
	page, err := s.deeds.Page(s.t.Context(), "", 1000)
	require.NoError(s.t, err)
	report, err := log.VerifyFile(bytes.NewReader(bytes.Join(page, []byte("\n"))), from)
	require.NoError(s.t, err)
	return auditIDs.ReplaceAllString(strings.Join(stored.Problems, "\n"), "ID"),
		auditIDs.ReplaceAllString(strings.Join(report.Problems, "\n"), "ID")
}

func TestVerifyNamesManipulatedAuditEntries(t *testing.T) {
	type entries = map[string][]byte
	replace := func(old, new string) func(*chained, entries, []string) {
		return func(s *chained, all entries, ids []string) {
			require.Contains(s.t, string(all[ids[2]]), old)
			all[ids[2]] = bytes.Replace(all[ids[2]], []byte(old), []byte(new), 1)
		}
	}
	remove := func(from, until int, after time.Duration) func(*chained, entries, []string) {
		return func(s *chained, all entries, ids []string) {
			s.Advance(after)
			maps.DeleteFunc(all, func(id string, _ []byte) bool { return slices.Contains(ids[from:until], id) })
		}
	}
	forge := func(inChain bool) func(*chained, entries, []string) {
		return func(s *chained, all entries, _ []string) {
			other := s.process()
			other.Heads = new(testkit.Records)
			if chains := slices.Collect(maps.Keys(s.heads.Values())); inChain {
				other.NewChain = func() string { return chains[0] }
			}
			require.NoError(s.t, s.act(other))
			maps.Copy(all, s.deeds.Values())
		}
	}
	put := func(id string) func(*chained, entries, []string) {
		return func(_ *chained, all entries, _ []string) { all[id] = []byte(`{"id":"` + id + `"}`) }
	}
	swap := func(_ *chained, all entries, ids []string) {
		all[ids[2]], all[ids[3]] = all[ids[3]], all[ids[2]]
	}
	const entry, both, expired = "Z ayse purge (entry ID) ", "store file", 24*time.Hour - 2*time.Second
	for name, row := range map[string]struct {
		change func(*chained, entries, []string)
		in     string // where it is detected
		want   string // the problems begin with it after the minute
	}{
		"changed field":    {replace(`"subject":"`, `"subject":"x`), both, "08" + entry + "was changed: its hash"},
		"changed hash":     {replace(`"sha256":"`, `"sha256":"0`), both, "08" + entry + "was changed: its hash"},
		"second field":     {replace(`{`, `{"who":"veli",`), "file", "08" + entry + "was changed: its JSON"},
		"removed hashes":   {replace(`"links"`, `"other"`), both, "08" + entry + "was changed: it lacks the hash of number 6"},
		"removed entry":    {remove(2, 3, 0), both, "09" + entry + "follows a missing entry: entry ID of 2026"},
		"removed newest":   {remove(4, 6, 0), "store", "11Z   (entry ID) is missing: it is the newest"},
		"swapped entries":  {swap, "file", "09" + entry + "is out of order"},
		"forged entry":     {forge(true), both, "06" + entry + "or entry ID is forged: both have number 1"},
		"forged chain":     {forge(false), "store", "12" + entry + "is forged: no instance has written"},
		"new without hash": {put("9"), both, "00Z   (entry 9) has no hash"},
		"old without hash": {put("0"), "", ""},
		"expired":          {remove(0, 3, expired), "", ""},
		"not expired":      {remove(0, 4, expired), both, "10" + entry + "follows a missing entry: entry ID of"},
	} {
		t.Run(name, func(t *testing.T) {
			s := &chained{Clock: testkit.NewClock(start), t: t, deeds: newLines()}
			log := s.process()
			for range 6 {
				require.NoError(t, s.act(log))
			}
			s.edit(func(all entries, ids []string) { row.change(s, all, ids) })
			store, file := s.problems(log, time.Time{})
			other, _ := s.problems(s.process(), time.Time{})
			assert.Equal(t, store, other, "in another process")
			for where, got := range map[string]string{"store": store, "file": file} {
				if strings.Contains(row.in, where) {
					assert.Regexp(t, `^\S{17}`+regexp.QuoteMeta(row.want), got, where)
				} else {
					assert.Empty(t, got, where)
				}
			}
		})
	}
}

func TestChainsOfSeveralProcessesAreVerified(t *testing.T) {
	s := &chained{Clock: testkit.NewClock(start), t: t, deeds: newLines()}
	var group sync.WaitGroup
	for range 2 {
		log := s.process()
		for range 10 {
			group.Go(func() { assert.NoError(t, s.act(log)) })
		}
	}
	group.Wait()
	for _, raw := range s.deeds.Values() {
		assert.Contains(t, string(raw), `"problems":null`, "verified while others write")
	}
	restarted := s.process()
	require.NoError(t, s.act(restarted))
	for _, left := range []int{0, 1} { // a write fails before or after the action
		s.deeds.fail(&s.deeds.writes, errors.New("the disk is full"), left)
		assert.Equal(t, left == 1, s.act(restarted) == nil)
		s.deeds.fail(&s.deeds.writes, nil, 0)
		require.NoError(t, s.act(restarted))
	}
	store, file := s.problems(restarted, time.Time{})
	assert.Empty(t, store+file)
	s.edit(func(all map[string][]byte, ids []string) {
		for _, id := range ids[:20] { // all entries of the first processes
			delete(all, id)
		}
	})
	store, file = s.problems(s.process(), time.Time{})
	assert.Contains(t, store, "is missing: it is the newest entry of chain")
	assert.Contains(t, file, "26Z ayse purge (entry ID) follows a missing entry", "a chain names the entry before it")
	store, file = s.problems(restarted, start.Add(21*time.Second))
	assert.Empty(t, store+file, "the entries since a time")
}

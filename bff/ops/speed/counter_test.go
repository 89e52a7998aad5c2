package speed_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/ops/speed"
	"croupier/bff/store/embedded"
	"croupier/bff/test/testkit"
)

// rig is a store that instances share, and their clock.
type rig struct {
	*testkit.Clock
	t       *testing.T
	store   *testkit.Collection
	metrics []bff.VitalsReport
}

func newRig(t *testing.T) *rig {
	t.Helper()
	r := &rig{t: t, Clock: testkit.NewClock(time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC))}
	s, err := embedded.Open(t.TempDir(), embedded.Options{Now: r.Now})
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	c, err := s.Collection("speed", speed.Retention)
	require.NoError(t, err)
	r.store = &testkit.Collection{Collection: c}
	return r
}

func (r *rig) instance(name string) *speed.Counter {
	return speed.New(speed.Options{
		Store: r.store, Instance: name, Release: "1.0.0", Routes: []string{"/", "/slot/category/:categoryID"},
		Providers: func(context.Context, *bff.Scope) []string { return []string{"Lunar"} },
		Metrics:   func(_ string, report *bff.VitalsReport) { r.metrics = append(r.metrics, *report) },
		Log:       slog.New(slog.DiscardHandler), Clock: r.Now,
	})
}

// lcp returns a report with one metric.
func lcp(route string, value float64) bff.VitalsReport {
	return bff.VitalsReport{
		Route: route, Device: "phone", Release: "1.0.0", Metrics: map[string]bff.VitalsFigure{"lcp": {Value: value}},
	}
}

func count(c *speed.Counter, n int, report bff.VitalsReport) {
	for range n {
		one := report
		c.Count(context.Background(), &bff.Scope{Brand: &bff.Brand{ID: "marmara"}}, &one)
	}
}

func (r *rig) read(c *speed.Counter, device string) bff.Speed {
	r.t.Helper()
	all, err := c.Read(r.t.Context(), device)
	require.NoError(r.t, err)
	return all
}

// text returns figures as lines of name, metric, samples, 75th percentiles, rating and component.
func text(figures []bff.SpeedFigure) string {
	number := func(n *float64) string {
		raw, _ := json.Marshal(n)
		return string(raw)
	}
	var lines []string
	for _, f := range figures {
		lines = append(lines, strings.TrimSpace(fmt.Sprintln(f.Name, f.Metric, f.Samples, number(f.P75),
			number(f.LastWeek), f.Rating, f.Component, f.Failures)))
	}
	return strings.Join(lines, "\n")
}

func TestReportsOfAllInstancesAreMerged(t *testing.T) {
	r := newRig(t)
	one, two := r.instance("one"), r.instance("two")
	took := 1700.0
	report := bff.VitalsReport{
		Route: "/", Device: "phone", Release: "1.0.0",
		Metrics: map[string]bff.VitalsFigure{
			"lcp": {Value: 2450, Component: "slide picture"}, "inp": {Value: 350},
			"cls": {Value: .26}, "ttfb": {Value: 20},
		},
		Games: []bff.GameStart{{Provider: "Lunar", MS: &took}, {Provider: "Lunar"}},
	}
	count(one, 3, report)
	report.Device, report.Games = "desktop", nil
	count(two, 1, report)
	two.Write(context.Background())
	all := r.read(one, "")
	assert.Equal(t, "/ cls 4 0.288 null poor  0\n/ inp 4 375 null fair  0\n"+
		"/ lcp 4 2400 null good slide picture 0\n/ ttfb 4 19 null good  0", text(all.Pages))
	assert.Equal(t, strings.ReplaceAll(text(all.Pages), "/ ", "1.0.0 "), text(all.Releases))
	assert.Equal(t, "Lunar game_start 3 1725 null   3", text(all.Games))
	assert.Equal(t, "/ lcp 1 2400 null good slide picture 0", text(r.read(one, "desktop").Pages[2:3]))
	assert.Empty(t, r.read(one, "tablet").Pages)
}

func TestThisWeekIsComparedWithLastWeek(t *testing.T) {
	r := newRig(t)
	c := r.instance("one")
	const day = 24 * time.Hour
	count(c, 1, lcp("/", 900))
	for _, row := range []struct {
		days int
		want string
	}{
		{6, "/ lcp 1 950 null good  0"},
		{1, "/ lcp 0 null 950   0"},
		{6, "/ lcp 0 null 950   0"},
		{1, ""},
	} {
		r.Advance(time.Duration(row.days) * day)
		assert.Equal(t, row.want, text(r.read(c, "").Pages), "on %s", r.Now())
	}
	count(c, 1, lcp("/", 4500))
	r.Advance(11*time.Hour + 59*time.Minute)
	count(c, 1, lcp("/", 4500))
	r.Advance(6 * day) // the last minute of the week
	assert.Equal(t, "/ lcp 2 4750 null poor  0", text(r.read(c, "").Pages))
	r.Advance(time.Minute)
	assert.Equal(t, "/ lcp 0 null 4750   0", text(r.read(c, "").Pages))
}

// A visitor may send any text. It must not create rows and series without a bound.
func TestUnknownValuesAreBounded(t *testing.T) {
	r := newRig(t)
	c := r.instance("one")
	took := 100.0
	for i := range 50 {
		report := lcp(fmt.Sprint("/", i), 10)
		report.Release = fmt.Sprint("9.", i)
		report.Metrics["lcp"] = bff.VitalsFigure{Value: 10, Component: fmt.Sprint("rare", i)}
		report.Games = []bff.GameStart{{Provider: fmt.Sprint("provider ", i), MS: &took}}
		count(c, 1, report)
		assert.Equal(t, "other other", r.metrics[i].Route+" "+r.metrics[i].Games[0].Provider)
		if i%4 == 0 {
			often := lcp("/slot", 10)
			often.Metrics["lcp"] = bff.VitalsFigure{Value: 10, Component: "often"}
			count(c, 8, often)
			r.metrics = r.metrics[:i+1]
		}
	}
	all := r.read(c, "")
	require.Len(t, all.Pages, 1)
	assert.True(t, all.Pages[0].Name == "other" && all.Pages[0].Component == "often", "%+v", all.Pages)
	assert.Len(t, all.Games, 1)
	assert.Len(t, all.Releases, 2) // the served one, and other
	values, err := r.store.List(t.Context(), fmt.Sprint(r.Now().Unix()/86400), 10)
	require.NoError(t, err)
	require.Len(t, values, 1)
	assert.LessOrEqual(t, strings.Count(string(values[0]), "rare"), 2*8, "components")
}

func TestCountsThatTheStoreRefusedAreWrittenLater(t *testing.T) {
	r := newRig(t)
	c, other := r.instance("one"), r.instance("two")
	count(c, 2, lcp("/", 900))
	r.store.Fail(errors.New("the store is away"))
	assert.Empty(t, r.read(c, "").Pages)
	r.Advance(3 * 24 * time.Hour)
	r.store.Fail(nil)
	c.Write(context.Background())
	assert.Equal(t, "/ lcp 2 950 null good  0", text(r.read(other, "").Pages))
}

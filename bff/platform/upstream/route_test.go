package upstream

import (
	"errors"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/sony/gobreaker/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/test/testkit"
)

// builder builds chains with adapters that return their address. It counts them.
type builder struct {
	t         *testing.T
	overrides *Overrides
	built     map[bff.UpstreamRules]*double
}

func (b *builder) build(rules bff.UpstreamRules) (*Chain, error) {
	if rules.URL == "" {
		return nil, errors.New("no address")
	}
	assert.Nil(b.t, b.built[rules], "%+v was built twice", rules)
	b.built[rules] = failing(errors.New(rules.URL))
	return NewChain(b.built[rules], Settings{Name: rules.Name, Overrides: b.overrides}), nil
}

func routes(t *testing.T) *Routes {
	t.Helper()
	overrides := openOverrides(t, &testkit.Records{})
	b := &builder{t: t, overrides: overrides, built: map[bff.UpstreamRules]*double{}}
	return NewRoutes(b.build, overrides)
}

// apply prepares and uses brands.
func apply(t *testing.T, routes *Routes, brands ...*bff.Brand) {
	t.Helper()
	require.NoError(t, routes.Prepare(brands...))
	routes.Use(brands...)
}

func rules(name string) bff.UpstreamRules {
	return bff.UpstreamRules{Name: name, Adapter: "envelope", URL: "http://" + name}
}

func brandOf(id, upstream string) *bff.Brand {
	return &bff.Brand{ID: id, Upstream: rules(upstream)}
}

// ask sends a call by class/method and returns the error, which contains the upstream's address.
func ask(t *testing.T, routes *Routes, b *bff.Brand, call string) error {
	t.Helper()
	class, method, _ := strings.Cut(call, "/")
	r := request(class, bff.KindMoney)
	r.Brand, r.Partition, r.Call = b, bff.Partition(b.ID), &bff.Call{Class: class, Method: method}
	_, err := routes.Do(t.Context(), r)
	return err
}

func TestBrandsWithEqualRulesShareAChain(t *testing.T) {
	routes := routes(t)
	a, b, c := brandOf("a", "one"), brandOf("b", "one"), brandOf("c", "two")
	for range 2 { // like a reload, must not build a chain again
		apply(t, routes, a, b, c)
	}
	for _, brand := range []*bff.Brand{a, b, c} {
		assert.EqualError(t, ask(t, routes, brand, "casino/games_list"), brand.Upstream.URL, brand.ID)
	}
	assert.Len(t, routes.chains, 2)
}

func TestRoutingPrecedence(t *testing.T) {
	routes := routes(t)
	b := brandOf("a", "platform")
	b.Routing = map[string]bff.UpstreamRules{
		"livecasino":           rules("studio"),
		"livecasino/init_game": rules("launcher"),
		"habanero/getJackpots": rules("feed"),
	}
	apply(t, routes, b)
	for call, want := range map[string]string{
		"casino/games_list":          "http://platform",
		"livecasino/game_table_list": "http://studio",
		"livecasino/init_game":       "http://launcher",
		"habanero/getJackpots":       "http://feed",
		"habanero/other":             "http://platform",
	} {
		assert.EqualError(t, ask(t, routes, b, call), want, call)
	}
}

func TestFailedPrepareChangesNothing(t *testing.T) {
	routes := routes(t)
	good := brandOf("good", "one")
	apply(t, routes, good)
	routed := brandOf("bad", "two")
	routed.Routing = map[string]bff.UpstreamRules{"casino": {}}
	for _, bad := range []*bff.Brand{{ID: "bad"}, routed} {
		require.Error(t, routes.Prepare(bad), "a brand without an address was accepted")
	}
	assert.EqualError(t, ask(t, routes, good, "casino/games_list"), "http://one", "the good brand no longer answers")
	assert.ErrorIs(t, ask(t, routes, &bff.Brand{ID: "bad"}, "casino/games_list"), bff.ReasonInternal,
		"an unprepared brand")
}

func TestReloadKeepsChainsOfRunningCalls(t *testing.T) {
	routes := routes(t)
	old, renewed := brandOf("a", "one"), brandOf("a", "two")
	apply(t, routes, old)
	_ = ask(t, routes, old, "casino/games_list")
	for _, refused := range []string{"three", "four", "five"} { // prepared but never used
		require.NoError(t, routes.Prepare(brandOf("a", refused)))
	}
	assert.EqualError(t, ask(t, routes, old, "casino/games_list"), "http://one", "after refused reloads")
	for range 3 { // any number of reloads during the call
		apply(t, routes, renewed)
		runtime.GC()
	}
	assert.EqualError(t, ask(t, routes, old, "casino/games_list"), "http://one", "a call under way")
	assert.Empty(t, routes.States(), "a chain of a replaced brand is listed")
	runtime.KeepAlive(old) // the call ends here
	runtime.GC()
	apply(t, routes, renewed)
	assert.True(t, len(routes.chains) == 1 && routes.chains[renewed.Upstream] != nil, "%d chains are kept",
		len(routes.chains))
}

func TestStatesAreSortedAndOfUsedCircuits(t *testing.T) {
	routes := routes(t)
	a, z := brandOf("a", "one"), brandOf("z", "one")
	apply(t, routes, a, z)
	for _, b := range []*bff.Brand{z, a} {
		_ = ask(t, routes, b, "finance/check_balance")
		_ = ask(t, routes, b, "casino/games_list")
	}
	used := func(brand, class string) bff.CircuitState {
		s := bff.CircuitState{Brand: brand, Upstream: "one", Class: class, State: "closed", Override: bff.OverrideAuto}
		s.Failures, s.Calls = 1, 1
		return s
	}
	want := []bff.CircuitState{used("a", "casino"), used("a", "finance"), used("z", "casino"), used("z", "finance")}
	assert.Equal(t, want, routes.States())
	apply(t, routes, a)
	states := routes.States()
	assert.True(t, len(states) == 2 && states[1].Brand == "a", "a removed brand is still listed: %v", states)
}

func TestDropDropsTheBreakersOfAPartition(t *testing.T) {
	routes := routes(t)
	pretend, other := brandOf("pretend", "mock"), brandOf("other", "platform")
	pretend.Upstream.Adapter = "mock"
	apply(t, routes, pretend, other)
	asked := func(b *bff.Brand, p bff.Partition) error {
		r := request("casino", bff.KindWrite)
		r.Brand, r.Partition = b, p
		_, err := routes.Do(t.Context(), r)
		return err
	}
	for range 50 {
		for _, p := range []bff.Partition{"pretend", "pretend/w", "pretend/x"} {
			_ = asked(pretend, p) // fails by itself
		}
		_ = asked(other, "other")
	}
	for _, p := range []bff.Partition{"pretend", "pretend/w", "other"} {
		routes.Drop("mock", p)
	}
	for _, c := range []struct {
		brand     *bff.Brand
		partition bff.Partition
		sent      bool
	}{
		{pretend, "pretend", true},
		{pretend, "pretend/w", true},
		{pretend, "pretend/x", false},
		{other, "other", false},
	} {
		err := asked(c.brand, c.partition)
		assert.NotEqual(t, c.sent, errors.Is(err, gobreaker.ErrOpenState), "%s: %v", c.partition, err)
	}
}

func openOverrides(t *testing.T, r *testkit.Records) *Overrides {
	t.Helper()
	h, err := OpenOverrides(t.Context(), r)
	require.NoError(t, err)
	return h
}

func TestOverrides(t *testing.T) {
	routes := routes(t)
	a, b := brandOf("a", "one"), brandOf("b", "one")
	a.Routing = map[string]bff.UpstreamRules{"livecasino": rules("studio")}
	apply(t, routes, a, b)
	override := func(h bff.BreakerOverride) {
		t.Helper()
		require.NoError(t, routes.SetOverride(t.Context(), "a", "one", h))
	}

	override(bff.OverrideForcedOpen)
	err := ask(t, routes, a, "finance/deposit")
	assert.ErrorIs(t, err, bff.ReasonUnavailable)
	assert.True(t, retryAfter(err) != 0 && bff.DeliveryOf(err) == bff.DeliveryNotSent, "forced open: %+v", err)
	assert.EqualError(t, ask(t, routes, b, "finance/deposit"), "http://one", "the other brand")
	assert.EqualError(t, ask(t, routes, a, "livecasino/init_game"), "http://studio", "the brand's other upstream")

	override(bff.OverrideForcedClosed)
	for range 50 { // more failures than open it
		require.EqualError(t, ask(t, routes, a, "finance/deposit"), "http://one", "forced closed")
	}
	for _, s := range routes.States() {
		want := s.Brand == "a" && s.Upstream == "one"
		assert.True(t, (s.Override == bff.OverrideForcedClosed) == want && s.State == "closed", "state %+v", s)
	}

	override(bff.OverrideAuto)
	for range 10 {
		_ = ask(t, routes, a, "finance/deposit")
	}
	assert.ErrorIs(t, ask(t, routes, a, "finance/deposit"), bff.ReasonUnavailable, "automatic, after ten failures")
}

func TestOverridesOfUnknownUpstreamsAreRefused(t *testing.T) {
	routes := routes(t)
	apply(t, routes, brandOf("a", "one"))
	for _, pair := range [][2]string{{"a", "two"}, {"b", "one"}, {"", ""}} {
		assert.ErrorIs(t, routes.SetOverride(t.Context(), pair[0], pair[1], bff.OverrideForcedOpen),
			bff.ErrUnknownUpstream, "%v", pair)
	}
	assert.Error(t, routes.SetOverride(t.Context(), "a", "one", "ajar"), "an unknown override was accepted")
}

func TestOverridesAreDurableAndShared(t *testing.T) {
	shared := &testkit.Records{}
	first, second := openOverrides(t, shared), openOverrides(t, shared)
	var changes atomic.Int32
	second.Changed = func() { changes.Add(1) }
	require.NoError(t, first.Set(t.Context(), "a", "one", bff.OverrideForcedOpen))
	assert.Equal(t, bff.OverrideForcedOpen, openOverrides(t, shared).Of("a", "one"), "after a restart")
	require.NoError(t, second.Reload(t.Context()))
	require.NoError(t, second.Reload(t.Context()))
	assert.Equal(t, bff.OverrideForcedOpen, second.Of("a", "one"), "on another instance")
	assert.Equal(t, int32(1), changes.Load(), "changes that were reported")
	require.NoError(t, first.Set(t.Context(), "a", "one", bff.OverrideAuto))
	assert.Equal(t, bff.OverrideAuto, openOverrides(t, shared).Of("a", "one"), "removed, after a restart")
}

func TestFailedOverrideIsNotInForce(t *testing.T) {
	broken, full := &testkit.Records{}, errors.New("the disk is full")
	h := openOverrides(t, broken)
	broken.Fail(full)
	assert.ErrorIs(t, h.Set(t.Context(), "a", "one", bff.OverrideForcedOpen), full)
	assert.Equal(t, bff.OverrideAuto, h.Of("a", "one"), "the active override")
	_, err := OpenOverrides(t.Context(), broken)
	assert.ErrorIs(t, err, full, "opened")
}

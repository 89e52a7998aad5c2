package upstream

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"testing"

	"github.com/sony/gobreaker/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

// builder builds chains whose adapters return their address, and counts them.
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
	overrides := openOverrides(t, records{})
	b := &builder{t: t, overrides: overrides, built: map[bff.UpstreamRules]*double{}}
	return NewRoutes(b.build, overrides)
}

// apply puts brands into force.
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

// goes returns the address that a call of the brand is sent to.
func goes(ctx context.Context, t *testing.T, routes *Routes, b *bff.Brand, class, method string) string {
	t.Helper()
	r := request(class, bff.KindRead)
	r.Brand, r.Call = b, &bff.Call{Class: class, Method: method}
	_, err := routes.Do(ctx, r)
	require.Error(t, err, "an answer")
	return err.Error()
}

func TestBrandsWithEqualRulesShareAChain(t *testing.T) {
	routes := routes(t)
	a, b, c := brandOf("a", "one"), brandOf("b", "one"), brandOf("c", "two")
	for range 2 { // the second time as a reload; the builder complains of a second making
		apply(t, routes, a, b, c)
	}
	for _, brand := range []*bff.Brand{a, b, c} {
		got := goes(t.Context(), t, routes, brand, "casino", "games_list")
		assert.Equal(t, brand.Upstream.URL, got, "brand %s went to %s", brand.ID, got)
	}
	assert.Len(t, routes.chains, 2, "%d chains, want 2", len(routes.chains))
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
	for call, want := range map[[2]string]string{
		{"casino", "games_list"}:          "http://platform",
		{"livecasino", "game_table_list"}: "http://studio",
		{"livecasino", "init_game"}:       "http://launcher",
		{"habanero", "getJackpots"}:       "http://feed",
		{"habanero", "other"}:             "http://platform",
	} {
		got := goes(t.Context(), t, routes, b, call[0], call[1])
		assert.Equal(t, want, got, "%v went to %s, want %s", call, got, want)
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
	assert.Equal(t, "http://one", goes(t.Context(), t, routes, good, "casino", "games_list"),
		"the good brand no longer answers")
	r := request("casino", bff.KindRead)
	r.Brand = &bff.Brand{ID: "bad"}
	if _, err := routes.Do(t.Context(), r); !errors.Is(err, bff.ReasonInternal) {
		t.Errorf("an unprepared brand: %v", err)
	}
}

func TestReloadKeepsChainsOfRunningCalls(t *testing.T) {
	routes := routes(t)
	old, renewed := brandOf("a", "one"), brandOf("a", "two")
	apply(t, routes, old)
	goes(t.Context(), t, routes, old, "casino", "games_list")
	for _, refused := range []string{"three", "four", "five"} { // prepared, but never in force, and not held
		require.NoError(t, routes.Prepare(brandOf("a", refused)))
	}
	assert.Equal(t, "http://one", goes(t.Context(), t, routes, old, "casino", "games_list"), "after refused reloads")
	for range 3 { // however many reloads the call lasts
		apply(t, routes, renewed)
		runtime.GC()
	}
	assert.Equal(t, "http://one", goes(t.Context(), t, routes, old, "casino", "games_list"), "a call under way")
	assert.Empty(t, routes.States(), "a chain of a replaced brand is listed")
	runtime.KeepAlive(old) // the call ends here
	runtime.GC()
	apply(t, routes, renewed)
	assert.True(t, len(routes.chains) == 1 && routes.chains[renewed.Upstream] != nil,
		"%d chains are kept, want the one in force", len(routes.chains))
}

func TestStatesAreSortedAndOfUsedCircuits(t *testing.T) {
	routes := routes(t)
	a, z := brandOf("a", "one"), brandOf("z", "one")
	apply(t, routes, a, z)
	for _, b := range []*bff.Brand{z, a} {
		goes(t.Context(), t, routes, b, "finance", "check_balance")
		goes(t.Context(), t, routes, b, "casino", "games_list")
	}
	var got []string
	for _, s := range routes.States() {
		got = append(got, fmt.Sprintf("%s %s %s %s %s %d/%d %d+%d", s.Brand, s.Upstream, s.Class, s.State, s.Override, s.Failures, s.Calls, s.Active, s.Waiting))
	}
	want := "[a one casino closed auto 1/1 0+0 a one finance closed auto 1/1 0+0 z one casino closed auto 1/1 0+0 z one finance closed auto 1/1 0+0]"
	assert.Equal(t, want, fmt.Sprint(got), "got  %v\nwant %s", got, want)
	apply(t, routes, a)
	states := routes.States()
	assert.True(t, len(states) == 2 && states[1].Brand == "a", "a removed brand is still listed: %v", states)
}

func TestResetWorldDropsItsBreakers(t *testing.T) {
	routes := routes(t)
	pretend, other := brandOf("pretend", "mock"), brandOf("other", "platform")
	pretend.Upstream.Adapter = "mock"
	apply(t, routes, pretend, other)
	asked := func(b *bff.Brand, world string) error {
		r := request("casino", bff.KindWrite)
		r.Brand, r.World = b, world
		_, err := routes.Do(t.Context(), r)
		return err
	}
	for range 50 {
		for _, world := range []string{"", "w", "x"} {
			_ = asked(pretend, world) // fails by itself
		}
		_ = asked(other, "")
	}
	routes.ResetWorld("mock", "")
	routes.ResetWorld("mock", "w")
	for _, c := range []struct {
		brand *bff.Brand
		world string
		sent  bool
	}{{pretend, "", true}, {pretend, "w", true}, {pretend, "x", false}, {other, "", false}} {
		err := asked(c.brand, c.world)
		assert.NotEqual(t, c.sent, errors.Is(err, gobreaker.ErrOpenState), "%s in the world %q: %v", c.brand.ID, c.world, err)
	}
}

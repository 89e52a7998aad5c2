package upstream

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

// records is a bff.RecordStore in memory; broken is the error to fail with.
type records map[string][]byte

var errBroken = errors.New("the disk is full")

func (r records) Put(_ context.Context, key string, value []byte) error {
	if r["broken"] != nil {
		return errBroken
	}
	r[key] = value
	return nil
}

func (r records) Delete(_ context.Context, key string) error {
	delete(r, key)
	return nil
}

func (r records) All(context.Context) (map[string][]byte, error) {
	if r["broken"] != nil {
		return nil, errBroken
	}
	return r, nil
}

func openOverrides(t *testing.T, r records) *Overrides {
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
	ask := func(brand *bff.Brand, class string) error {
		r := request(class, bff.KindMoney)
		r.Brand, r.Call = brand, &bff.Call{Class: class, Method: "m"}
		_, err := routes.Do(t.Context(), r)
		return err
	}

	override(bff.OverrideForcedOpen)
	var reason *bff.Reason
	if err := ask(a, "finance"); !errors.As(err, &reason) || !errors.Is(err, bff.ReasonUnavailable) || reason.RetryAfter == 0 || reason.Delivery != bff.DeliveryNotSent {
		t.Errorf("forced open: %v, want unavailable (never sent) with Retry-After", err)
	}
	if err := ask(b, "finance"); err.Error() != "http://one" {
		t.Errorf("the other brand: %v", err)
	}
	if err := ask(a, "livecasino"); err.Error() != "http://studio" {
		t.Errorf("the brand's other upstream: %v", err)
	}

	override(bff.OverrideForcedClosed)
	for range 50 { // far beyond what opens it
		err := ask(a, "finance")
		require.Equal(t, "http://one", err.Error(), "forced closed: %v", err)
	}
	for _, s := range routes.States() {
		want := s.Brand == "a" && s.Upstream == "one"
		assert.True(t, (s.Override == bff.OverrideForcedClosed) == want && s.State == "closed", "state %+v", s)
	}

	override(bff.OverrideAuto)
	for range 10 {
		_ = ask(a, "finance")
	}
	if err := ask(a, "finance"); !errors.Is(err, bff.ReasonUnavailable) {
		t.Errorf("automatic, after ten failures: %v, want an open breaker", err)
	}
}

func TestOverridesOfUnknownUpstreamsAreRefused(t *testing.T) {
	routes := routes(t)
	apply(t, routes, brandOf("a", "one"))
	for _, pair := range [][2]string{{"a", "two"}, {"b", "one"}, {"", ""}} {
		assert.ErrorIs(t, routes.SetOverride(t.Context(), pair[0], pair[1], bff.OverrideForcedOpen), bff.ErrUnknownUpstream,
			"%v", pair)
	}
	assert.Error(t, routes.SetOverride(t.Context(), "a", "one", "ajar"), "an unknown override was accepted")
}

func TestOverridesAreDurableAndShared(t *testing.T) {
	shared := records{}
	first, second := openOverrides(t, shared), openOverrides(t, shared)
	require.NoError(t, first.Set(t.Context(), "a", "one", bff.OverrideForcedOpen))
	assert.Equal(t, bff.OverrideForcedOpen, openOverrides(t, shared).Of("a", "one"), "after a restart")
	ctx, cancel := context.WithCancel(t.Context())
	ticks, ended := make(chan time.Time), make(chan struct{})
	go func() {
		second.Run(ctx, ticks, func(err error) { t.Error(err) })
		close(ended)
	}()
	ticks <- time.Time{}
	ticks <- time.Time{} // taken only once the first has been worked off
	assert.Equal(t, bff.OverrideForcedOpen, second.Of("a", "one"), "on another instance")
	cancel()
	<-ended
}

func TestFailedOverrideIsNotInForce(t *testing.T) {
	broken := records{}
	h := openOverrides(t, broken)
	broken["broken"] = []byte{}
	assert.ErrorIs(t, h.Set(t.Context(), "a", "one", bff.OverrideForcedOpen), errBroken)
	assert.Equal(t, bff.OverrideAuto, h.Of("a", "one"), "in force")
	_, err := OpenOverrides(t.Context(), broken)
	assert.ErrorIs(t, err, errBroken, "opened")
}

package site_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/site"
)

// passThrough is a cache without entries.
func passThrough(ctx context.Context, r *bff.UpstreamRequest, next bff.Upstream) (bff.CacheResult, error) {
	a, err := next.Do(ctx, r)
	return bff.CacheResult{Answer: a}, err
}

// closed lists the calls under maintenance.
type closed []string

func (c closed) State(_, call string) bff.MaintenanceState {
	return bff.MaintenanceState{On: slices.Contains(c, call)}
}

func scope() *bff.Scope {
	return &bff.Scope{
		RequestID: "r-1", Lang: "de", Partition: "marmara/w", Visitor: netip.MustParseAddr("192.0.2.1"),
		Brand: &bff.Brand{ID: "marmara", SiteID: 889, Languages: []bff.Language{{Lang: "tr"}, {Lang: "de"}}},
	}
}

func newReader(t *testing.T, under closed, upstream bff.UpstreamFunc) *site.GuestReader {
	calls, err := contract.Load()
	require.NoError(t, err)
	return &site.GuestReader{
		Calls: calls, Cache: passThrough, Upstream: upstream, Maintenance: under.State, Clock: time.Now,
	}
}

func TestReadSendsTheCallOfTheScope(t *testing.T) {
	var got *bff.UpstreamRequest
	r := newReader(t, nil, func(_ context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
		got = r
		return &bff.Answer{Result: true, Data: json.RawMessage(`[]`)}, nil
	})
	a := r.ReadAll(t.Context(), scope(), time.Second, bff.GuestRead{Class: "casino", Method: "provider_list"})[0]
	require.True(t, a != nil && string(a.Data) == "[]", "%+v", a)
	assert.Equal(t, []string{"marmara", "de", "marmara/w", "r-1"},
		[]string{got.Brand.ID, got.Lang, string(got.Partition), got.RequestID})
	assert.True(t, got.Identity == nil && got.Rules.Cache.Cacheable(), "sent %+v", got)
	assert.True(t, got.Data["Lang"] == "de" && got.Data["limit"] != nil, "sent %+v", got.Data)
}

func TestReadFails(t *testing.T) {
	answers := func(a *bff.Answer, err error) bff.UpstreamFunc {
		return func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) { return a, err }
	}
	good := answers(&bff.Answer{Result: true}, nil)
	for name, c := range map[string]struct {
		under    closed
		upstream bff.UpstreamFunc
		call     string
	}{
		"a call that is empty for some visitors": {nil, good, "cmscontroller/getPromotions"},
		"an unknown call":                        {nil, good, "casino/no_such_list"},
		"a call under maintenance":               {closed{"casino/provider_list"}, good, "casino/provider_list"},
		"an upstream failure":                    {nil, answers(nil, errors.New("down")), "casino/provider_list"},
		"an answer with result=false":            {nil, answers(&bff.Answer{}, nil), "casino/provider_list"},
		"a call without a platform":              {nil, good, "casino/games_list"},
	} {
		s := scope()
		s.Brand.Unsupported = map[string]bool{"casino/games_list": true}
		class, method, _ := strings.Cut(c.call, "/")
		a := newReader(t, c.under, c.upstream).ReadAll(t.Context(),
			s, time.Second, bff.GuestRead{Class: class, Method: method})
		assert.Nil(t, a[0], name)
	}
}

func TestReadAddsOwnContentOfTheVisitor(t *testing.T) {
	s := scope()
	s.Country, s.Phone = "TR", true
	s.Brand.Content = bff.Content{bff.SliderOfHome: {{
		Place: bff.PlaceFallback, Device: "phone", Countries: []string{"TR"},
		Records: map[string]json.RawMessage{"de": json.RawMessage(`{"id":"own-a"}`)},
	}}}
	r := newReader(t, nil, func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) {
		return nil, bff.ReasonUnavailable
	})
	slides := bff.GuestRead{Class: "cmscontroller", Method: "getSlider"}
	a := r.ReadAll(t.Context(), s, time.Second, slides)[0]
	require.True(t, a != nil && string(a.Data) == `[{"id":"own-a"}]`, "%+v", a)
	s.Phone = false
	assert.Nil(t, r.ReadAll(t.Context(), s, time.Second, slides)[0], "another device")
}

func TestReadAllReturnsWhatArrivesInTime(t *testing.T) {
	quick := bff.GuestRead{Class: "casino", Method: "games_list", Data: map[string]any{"limit": 10}}
	slow := bff.GuestRead{Class: "casino", Method: "category_list"}
	var calls atomic.Int64
	r := newReader(t, nil, func(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
		calls.Add(1)
		if r.Call.Method == slow.Method {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		assert.True(t, r.Data["limit"] == json.Number("10") && r.Data["offset"] != nil, "sent %v", r.Data)
		return &bff.Answer{Result: true}, nil
	})
	synctest.Test(t, func(t *testing.T) {
		got := r.ReadAll(t.Context(), scope(), time.Second, quick, slow)
		assert.True(t, len(got) == 2 && got[0] != nil && got[1] == nil && calls.Load() == 2,
			"got %v of %d calls", got, calls.Load())
	})
}

package site

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"

	"croupier/bff"
	"croupier/bff/contract"
)

// GuestCache is the response cache; package cache implements it.
type GuestCache interface {
	Do(ctx context.Context, r *bff.UpstreamRequest, next bff.Upstream) (bff.CacheResult, error)
}

// Maintenance reports the state of brands; package maintenance implements it.
type Maintenance interface {
	State(brand, name string) bff.MaintenanceState
}

// GuestReader reads guest calls inside the server, through the response cache: the first lists of a page, the index of
// search and the jackpots of event streams.
type GuestReader struct {
	Calls       *contract.Catalogue
	Cache       GuestCache
	Upstream    bff.Upstream
	Maintenance Maintenance
}

// Read returns the answer of a guest call with its default data for the brand, language,
// visitor and mock world of s. ok is false for an unknown call, a failure, an answer with
// result=false, and for a call under maintenance or without a platform.
func (r *GuestReader) Read(ctx context.Context, s *bff.Scope, class, method string) (a *bff.Answer, ok bool) {
	return r.read(ctx, s, bff.GuestRead{Class: class, Method: method})
}

func (r *GuestReader) read(ctx context.Context, s *bff.Scope, want bff.GuestRead) (a *bff.Answer, ok bool) {
	call, ok := r.Calls.Lookup(want.Class, want.Method)
	if !ok || !s.Brand.Supports(call) || r.Maintenance.State(s.Brand.ID, call.Name()).On {
		return nil, false
	}
	data, rules, err := r.Calls.Prepare(call, want.Data, s.Lang)
	if err != nil || r.Maintenance.State(s.Brand.ID, string(rules.Part)).On || rules.Protection == bff.ProtectionEmpty { // it is read for every visitor, and some must not get it
		return nil, false
	}
	result, err := r.Cache.Do(ctx, &bff.UpstreamRequest{
		RequestID: s.RequestID, Brand: s.Brand, Call: call, Rules: rules,
		Data: data, Lang: s.Lang, Visitor: s.Visitor, World: s.World,
	}, r.Upstream)
	if err != nil || !result.Answer.Result {
		return nil, false
	}
	return result.Answer, true
}

// ReadAll reads several calls concurrently within timeout. The result has the answer of each call at
// its index, nil for those that Read fails for.
func (r *GuestReader) ReadAll(ctx context.Context, s *bff.Scope, timeout time.Duration, calls ...bff.GuestRead) []*bff.Answer {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	answers := make([]*bff.Answer, len(calls))
	var group errgroup.Group
	for i, call := range calls {
		group.Go(func() error {
			answers[i], _ = r.read(ctx, s, call)
			return nil
		})
	}
	_ = group.Wait() // no goroutine fails
	return answers
}

// Package content reads guest calls inside the server, through the response cache: the first
// lists that the site puts into a page, and the jackpots of event streams.
package content

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"

	"croupier/bff"
)

// Catalogue is the part of the contract that a Reader needs; package contract implements it.
type Catalogue interface {
	Lookup(class, method string) (*bff.Call, bool)
	Complete(call *bff.Call, data map[string]any, defaultLang string) map[string]any
	Resolve(call *bff.Call, data map[string]any) bff.Rules
}

// Cache is the response cache; package cache implements it.
type Cache interface {
	Do(ctx context.Context, r *bff.UpstreamRequest, next bff.Upstream) (bff.CacheResult, error)
}

// Maintenance reports the state of brands; package maintenance implements it.
type Maintenance interface {
	State(brand, call string) bff.MaintenanceState
}

// Reader reads guest calls.
type Reader struct {
	Calls       Catalogue
	Cache       Cache
	Upstream    bff.Upstream
	Maintenance Maintenance
}

// Read returns the answer of a guest call with its default data for the brand, language,
// visitor and mock world of s. ok is false for an unknown call, a failure, an answer with
// result=false, and for a call under maintenance.
func (r *Reader) Read(ctx context.Context, s *bff.Scope, class, method string) (a *bff.Answer, ok bool) {
	call, ok := r.Calls.Lookup(class, method)
	if !ok || r.Maintenance.State(s.Brand.ID, call.Name()).On {
		return nil, false
	}
	data := r.Calls.Complete(call, map[string]any{"Lang": s.Lang}, s.Lang)
	result, err := r.Cache.Do(ctx, &bff.UpstreamRequest{
		RequestID: s.RequestID, Brand: s.Brand, Call: call, Rules: r.Calls.Resolve(call, data),
		Data: data, Lang: s.Lang, Visitor: s.Visitor, World: s.World,
	}, r.Upstream)
	if err != nil || !result.Answer.Result {
		return nil, false
	}
	return result.Answer, true
}

// ReadAll reads several calls ("class/method" split in two) concurrently within timeout. The
// result has no entry for calls that Read fails for.
func (r *Reader) ReadAll(ctx context.Context, s *bff.Scope, timeout time.Duration, calls ...[2]string) map[[2]string]*bff.Answer {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	answers := make([]*bff.Answer, len(calls))
	var group errgroup.Group
	for i, name := range calls {
		group.Go(func() error {
			answers[i], _ = r.Read(ctx, s, name[0], name[1])
			return nil
		})
	}
	_ = group.Wait() // no goroutine fails
	out := map[[2]string]*bff.Answer{}
	for i, a := range answers {
		if a != nil {
			out[calls[i]] = a
		}
	}
	return out
}

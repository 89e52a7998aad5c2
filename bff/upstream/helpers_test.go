package upstream

import (
	"context"
	"errors"
	"sync/atomic"

	"croupier/bff"
)

// request returns a call of brand marmara of the given kind.
func request(class string, kind bff.Kind) *bff.UpstreamRequest {
	return &bff.UpstreamRequest{
		RequestID: "r-1",
		Brand:     &bff.Brand{ID: "marmara", SiteID: 889, Upstream: bff.UpstreamRules{Adapter: "mock"}},
		Call:      &bff.Call{Class: class, Method: "some_method"},
		Rules:     bff.Rules{Kind: kind},
		Lang:      "tr",
	}
}

// double is a fake adapter that counts its calls.
type double struct {
	calls  atomic.Int64
	answer func(ctx context.Context, n int64) (*bff.Answer, error)
}

func (d *double) Do(ctx context.Context, _ *bff.UpstreamRequest) (*bff.Answer, error) {
	return d.answer(ctx, d.calls.Add(1))
}

func failing(err error) *double { return answering(nil, err) }

// answering returns an adapter that answers every call with a copy of a, and with err.
func answering(a *bff.Answer, err error) *double {
	return &double{answer: func(context.Context, int64) (*bff.Answer, error) {
		if a == nil {
			return nil, err
		}
		answer := *a
		return &answer, err
	}}
}

func hanging() *double {
	return &double{answer: func(ctx context.Context, _ int64) (*bff.Answer, error) {
		<-ctx.Done()
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return nil, bff.ReasonUpstreamTimeout.WithCause(ctx.Err())
		}
		return nil, ctx.Err()
	}}
}

func fine() (*bff.Answer, error) { return &bff.Answer{Result: true, Code: 200}, nil }

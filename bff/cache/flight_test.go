package cache

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"croupier/bff"
)

func TestConcurrentMissesAreCoalesced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t, Settings{})
		release := make(chan struct{})
		f.do = func(_ context.Context, _ *bff.UpstreamRequest, n int64) (*bff.Answer, error) {
			<-release
			return numbered(n), nil
		}
		const callers = 100
		got := make(chan string, callers)
		for range callers {
			go func() { got <- f.ask(t.Context(), request()) }()
		}
		synctest.Wait()
		close(release)
		count := map[string]int{}
		for range callers {
			count[<-got]++
		}
		if f.sent.Load() != 1 || count["MISS 0 1"] != 1 || count["COALESCED 0 1"] != callers-1 {
			t.Errorf("%d calls, outcomes %v", f.sent.Load(), count)
		}
	})
}

func TestCancelledCallerDoesNotFailOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t, Settings{})
		release := make(chan struct{})
		f.do = func(ctx context.Context, _ *bff.UpstreamRequest, n int64) (*bff.Answer, error) {
			select {
			case <-release:
				return numbered(n), nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		leader, leave := context.WithCancel(t.Context())
		got := make(chan string, 2)
		go func() { got <- f.ask(leader, request()) }()
		synctest.Wait()
		go func() { got <- f.ask(t.Context(), request()) }()
		synctest.Wait()
		leave()
		if first := <-got; first != "MISS context canceled" {
			t.Errorf("the one who left: %q", first)
		}
		close(release)
		if second := <-got; second != "COALESCED 0 1" {
			t.Errorf("the one who stayed: %q", second)
		}
		f.want(t, request(), "HIT 0 1")
	})
}

func TestPanicIsReturnedToEveryCaller(t *testing.T) {
	f := newFixture(t, Settings{})
	f.do = func(context.Context, *bff.UpstreamRequest, int64) (*bff.Answer, error) { panic("boom") }
	f.want(t, request(), "MISS internal error")
	f.do = func(_ context.Context, _ *bff.UpstreamRequest, n int64) (*bff.Answer, error) { return numbered(n), nil }
	f.want(t, request(), "MISS 0 2")
}

func TestFlightLeavesTheDeadlineToTheUpstream(t *testing.T) {
	f := newFixture(t, Settings{})
	f.do = func(ctx context.Context, _ *bff.UpstreamRequest, _ int64) (*bff.Answer, error) {
		if at, ok := ctx.Deadline(); ok {
			t.Errorf("the flight ends at %s", at)
		}
		return nil, bff.ReasonUpstreamTimeout
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	if got := f.ask(ctx, request()); got != "MISS upstream timeout" {
		t.Errorf("got %q", got)
	}
}

func TestFlightDoesNotShareTheCallersRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t, Settings{})
		begin, seen := make(chan struct{}), make(chan string, 1)
		f.do = func(_ context.Context, r *bff.UpstreamRequest, n int64) (*bff.Answer, error) {
			<-begin
			seen <- r.RequestID
			return numbered(n), nil
		}
		ctx, leave := context.WithCancel(t.Context())
		r := request()
		left := make(chan string)
		go func() { left <- f.ask(ctx, r) }()
		synctest.Wait()
		leave()
		<-left
		r.RequestID = "of the next visitor"
		close(begin)
		if id := <-seen; id != "r-1" {
			t.Errorf("upstream got request id %q", id)
		}
		f.running.Wait()
	})
}

func TestCloseCancelsFlights(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t, Settings{})
		f.do = func(ctx context.Context, _ *bff.UpstreamRequest, n int64) (*bff.Answer, error) {
			if n > 1 {
				return numbered(n), nil
			}
			<-ctx.Done()
			return nil, ctx.Err()
		}
		got := make(chan string)
		go func() { got <- f.ask(t.Context(), request()) }()
		synctest.Wait()
		f.Close()
		if outcome := <-got; outcome != "MISS upstream unavailable" {
			t.Errorf("under way: %q", outcome)
		}
		f.want(t, request(), "BYPASS 0 2")
	})
}

func TestCancelledCallerGetsItsContextError(t *testing.T) {
	f := newFixture(t, Settings{})
	release := make(chan struct{})
	f.do = func(_ context.Context, _ *bff.UpstreamRequest, n int64) (*bff.Answer, error) {
		<-release
		return numbered(n), nil
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := f.Cache.Do(ctx, request(), f)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	close(release)
	f.running.Wait()
	f.want(t, request(), "HIT 0 1")
}

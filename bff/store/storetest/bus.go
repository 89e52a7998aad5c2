package storetest

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"croupier/bff"
)

// patience bounds how long a message may take to another instance.
const patience = 30 * time.Second

// RunBus runs the suite of bff.Bus. Factory gives two instances that hear each other, which
// may be one and the same.
func RunBus(t *testing.T, factory func(t *testing.T) (one, two bff.Bus)) {
	t.Helper()
	ctx := context.Background()
	t.Run("every instance hears each message once", func(t *testing.T) {
		one, two := factory(t)
		var ears []*ear
		for _, b := range []bff.Bus{one, two} {
			ears = append(ears, listen(t, b, bff.TopicPurge))
		}
		elsewhere := listen(t, two, bff.TopicBalance)
		must(t, one.Publish(ctx, bff.TopicPurge, []byte("a\n\x00")))
		if got := ears[0].all(); !slices.Equal(got, []string{"a\n\x00"}) {
			t.Errorf("the sender's own subscribers have heard %q when Publish returns", got)
		}
		ears[1].await(t, "a\n\x00")
		must(t, two.Publish(ctx, bff.TopicPurge, nil))
		must(t, two.Publish(ctx, bff.TopicPurge, []byte("c")))
		must(t, two.Publish(ctx, bff.TopicBalance, []byte("end")))
		for _, e := range ears {
			e.await(t, "c")
			e.await(t, "")
			got := e.all()
			slices.Sort(got) // a bus promises no order
			if !slices.Equal(got, []string{"", "a\n\x00", "c"}) {
				t.Errorf("heard %q", got)
			}
		}
		if got := elsewhere.all(); !slices.Equal(got, []string{"end"}) {
			t.Errorf("another topic heard %q", got)
		}
	})
	t.Run("who has cancelled hears nothing", func(t *testing.T) {
		one, _ := factory(t)
		stays := listen(t, one, bff.TopicPurge)
		e := &ear{heard: make(chan struct{}, 1)}
		cancel := one.Subscribe(bff.TopicPurge, e.hear)
		cancel()
		cancel()
		must(t, one.Publish(ctx, bff.TopicPurge, []byte("a")))
		if len(e.all()) != 0 || len(stays.all()) != 1 {
			t.Errorf("heard %q and %q", e.all(), stays.all())
		}
	})
	t.Run("a subscriber may publish, subscribe and cancel", func(t *testing.T) {
		one, _ := factory(t)
		later := listen(t, one, bff.TopicSessions)
		var cancel func()
		cancel = one.Subscribe(bff.TopicPurge, func([]byte) {
			cancel()
			listen(t, one, bff.TopicBalance)
			_ = one.Publish(ctx, bff.TopicSessions, []byte("from within"))
		})
		must(t, one.Publish(ctx, bff.TopicPurge, nil))
		if got := later.all(); !slices.Equal(got, []string{"from within"}) {
			t.Errorf("heard %q", got)
		}
	})
}

// ear remembers what a subscriber has heard.
type ear struct {
	mu    sync.Mutex
	got   []string
	heard chan struct{}
}

// listen gives an ear that hears a topic until the test ends.
func listen(t *testing.T, b bff.Bus, topic bff.Topic) *ear {
	t.Helper()
	e := &ear{heard: make(chan struct{}, 1)}
	t.Cleanup(b.Subscribe(topic, e.hear))
	return e
}

func (e *ear) hear(payload []byte) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.got = append(e.got, string(payload))
	select {
	case e.heard <- struct{}{}:
	default:
	}
}

func (e *ear) all() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.got)
}

// await waits until the ear has heard a message.
func (e *ear) await(t *testing.T, message string) {
	t.Helper()
	limit := time.After(patience)
	for !slices.Contains(e.all(), message) {
		select {
		case <-e.heard:
		case <-limit:
			t.Fatalf("never heard %q, only %q", message, e.all())
		}
	}
}

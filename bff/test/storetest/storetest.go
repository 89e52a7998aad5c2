// Package storetest contains the test suites that every implementation of a store must pass.
package storetest

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/test/testkit"
)

// Clock is a clock that tests advance.
type Clock = testkit.Clock

// NewClock returns a clock with a fixed time.
func NewClock() *Clock { return testkit.NewClock(time.Date(2026, 3, 1, 12, 0, 0, 123e6, time.UTC)) }

// Factory returns new storage for one test. open opens a store, which is empty at first and uses
// clock. part returns the part with a name. After close, open must return every acknowledged
// change.
type Factory[S any] func(t *testing.T, clock *Clock) (open func() (part func(name string) S, close func() error))

// tests are the tests of a suite by name. Each test receives the part "one" of a new store.
type tests[S any] map[string]func(t *storeTest[S], s S)

type storeTest[S any] struct {
	*testing.T
	*Clock
	open  func() (part func(name string) S, close func() error)
	part  func(name string) S
	close func() error
}

func run[S any](t *testing.T, factory Factory[S], suite tests[S]) {
	t.Helper()
	for name, test := range suite {
		t.Run(name, func(t *testing.T) {
			c := NewClock()
			st := &storeTest[S]{T: t, Clock: c, open: factory(t, c)}
			st.part, st.close = st.open()
			test(st, st.part("one"))
			must(t, st.close())
		})
	}
}

// restart closes the store, opens it again and returns its part "one".
func (t *storeTest[S]) restart() S {
	t.Helper()
	return t.restartAfter(0)
}

func (t *storeTest[S]) restartAfter(d time.Duration) S {
	t.Helper()
	must(t, t.close())
	t.Advance(d)
	t.part, t.close = t.open()
	return t.part("one")
}

// atOnce makes n concurrent calls of do and returns the number of true results. No call may fail.
func atOnce(t testing.TB, n int, do func(i int) (bool, error)) int {
	t.Helper()
	var count atomic.Int64
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() {
			ok, err := do(i)
			assert.NoError(t, err)
			if ok {
				count.Add(1)
			}
		})
	}
	group.Wait()
	return int(count.Load())
}

func must(t testing.TB, err error) {
	t.Helper()
	require.NoError(t, err)
}

// busTimeout limits the duration of a message to another instance.
const busTimeout = 30 * time.Second

// RunBus runs the tests of bff.Bus. factory returns two connected instances, or one instance twice.
func RunBus(t *testing.T, factory func(t *testing.T) (one, two bff.Bus)) {
	t.Helper()
	ctx := context.Background()
	t.Run("every instance receives each message once", func(t *testing.T) {
		one, two := factory(t)
		var purges []*subscriber
		for _, b := range []bff.Bus{one, two} {
			purges = append(purges, subscribe(t, b, bff.TopicPurge))
		}
		balances := subscribe(t, two, bff.TopicBalance)
		must(t, one.Publish(ctx, bff.TopicPurge, []byte("a\n\x00")))
		for _, s := range purges {
			s.waitFor(t, "a\n\x00")
		}
		must(t, two.Publish(ctx, bff.TopicPurge, nil))
		must(t, two.Publish(ctx, bff.TopicPurge, []byte("c")))
		must(t, two.Publish(ctx, bff.TopicBalance, []byte("end")))
		for _, s := range purges {
			s.waitFor(t, "c")
			s.waitFor(t, "")
			got := s.messages()
			slices.Sort(got) // the order of delivery is not defined
			assert.True(t, slices.Equal(got, []string{"", "a\n\x00", "c"}), "received %q", got)
		}
		balances.waitFor(t, "end")
		if got := balances.messages(); !slices.Equal(got, []string{"end"}) {
			t.Errorf("subscriber of another topic received %q", got)
		}
	})
	t.Run("a cancelled subscription receives nothing", func(t *testing.T) {
		one, _ := factory(t)
		active := subscribe(t, one, bff.TopicPurge)
		cancelled := newSubscriber()
		cancel := one.Subscribe(bff.TopicPurge, cancelled.onMessage, nil)
		cancel()
		cancel()
		must(t, one.Publish(ctx, bff.TopicPurge, []byte("a")))
		active.waitFor(t, "a")
		assert.Empty(t, cancelled.messages(), "cancelled received %q, active %q", cancelled.messages(),
			active.messages())
	})
	t.Run("a subscriber may publish, subscribe and cancel", func(t *testing.T) {
		one, _ := factory(t)
		nested := subscribe(t, one, bff.TopicSessions)
		var cancel func()
		cancel = one.Subscribe(bff.TopicPurge, func([]byte) {
			cancel()
			subscribe(t, one, bff.TopicBalance)
			_ = one.Publish(ctx, bff.TopicSessions, []byte("nested"))
		}, nil)
		must(t, one.Publish(ctx, bff.TopicPurge, nil))
		nested.waitFor(t, "nested")
	})
	t.Run("a blocking subscriber delays no other and reads the current state after lost messages", func(t *testing.T) {
		one, two := factory(t)
		quick, blocked, resynced := subscribe(t, two, bff.TopicBlocks), make(chan struct{}), make(chan struct{})
		t.Cleanup(two.Subscribe(bff.TopicBlocks, func([]byte) { <-blocked }, func() { close(resynced) }))
		for n := range 1000 { // more than a queue takes
			must(t, one.Publish(ctx, bff.TopicBlocks, []byte(strconv.Itoa(n))))
			quick.waitFor(t, strconv.Itoa(n))
		}
		close(blocked)
		select {
		case <-resynced:
		case <-time.After(busTimeout):
			t.Fatal("timeout: no resync after dropped messages")
		}
	})
}

type subscriber struct {
	mu       sync.Mutex
	got      []string
	received chan struct{}
}

func newSubscriber() *subscriber { return &subscriber{received: make(chan struct{}, 1)} }

func subscribe(t *testing.T, b bff.Bus, topic bff.Topic) *subscriber {
	t.Helper()
	s := newSubscriber()
	t.Cleanup(b.Subscribe(topic, s.onMessage, nil))
	return s
}

func (s *subscriber) onMessage(payload []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.got = append(s.got, string(payload))
	select {
	case s.received <- struct{}{}:
	default:
	}
}

func (s *subscriber) messages() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.got)
}

func (s *subscriber) waitFor(t *testing.T, message string) {
	t.Helper()
	deadline := time.After(busTimeout)
	for !slices.Contains(s.messages(), message) {
		select {
		case <-s.received:
		case <-deadline:
			t.Fatalf("timeout: %q not received, only %q", message, s.messages())
		}
	}
}

// Package storetest holds the test suites that every implementation of a store must pass.
package storetest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"croupier/bff/test/testkit"
)

// Clock is a clock that tests advance.
type Clock = testkit.Clock

// NewClock returns a clock that stands at a fixed time.
func NewClock() *Clock { return testkit.NewClock(time.Date(2026, 3, 1, 12, 0, 0, 123e6, time.UTC)) }

// Factory returns new storage for one test: a function that opens a store, which is empty at first and
// uses clock. part returns the part of the store with a name. A store that is opened again after close
// must hold every acknowledged change.
type Factory[S any] func(t *testing.T, clock *Clock) (open func() (part func(name string) S, close func() error))

// tests are the tests of a suite by name. Each receives the part "one" of a new store.
type tests[S any] map[string]func(t *storeTest[S], s S)

// storeTest is one test of a suite, with its clock and its open store.
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

// restartAfter is a restart with a time in between.
func (t *storeTest[S]) restartAfter(d time.Duration) S {
	t.Helper()
	must(t, t.close())
	t.Advance(d)
	t.part, t.close = t.open()
	return t.part("one")
}

func must(t testing.TB, err error) {
	t.Helper()
	require.NoError(t, err)
}

package payments_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/player/limit"
	"croupier/bff/player/payments"
	"croupier/bff/test/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// collection is a bff.Collection in memory.
type collection struct {
	bff.Collection
	mu      sync.Mutex
	entries map[string]bff.CollectionEntry
	err     error
}

func newCollection() *collection { return &collection{entries: map[string]bff.CollectionEntry{}} }

func (c *collection) Put(_ context.Context, entries ...bff.CollectionEntry) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range entries {
		c.entries[e.ID] = e
	}
	return c.err
}

func (c *collection) Get(_ context.Context, id string) ([]byte, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.entries[id].Value, c.err
}

func (c *collection) List(_ context.Context, term string, _ int) (out [][]byte, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range c.entries {
		if slices.Contains(e.Terms, term) {
			out = append(out, e.Value)
		}
	}
	return out, c.err
}

func (c *collection) Delete(_ context.Context, ids ...string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range ids {
		delete(c.entries, id)
	}
	return nil
}

// platform is a payments.PaymentSource.
type platform struct {
	mu         sync.Mutex
	listed     []payments.PlatformPayment
	categories []int
	resolved   []string
	reserved   []bff.WaitingPayment
	err        error
}

func (p *platform) Reserved(context.Context) ([]bff.WaitingPayment, error) { return p.reserved, nil }

func (p *platform) Payments(_ context.Context, category int) (payments.PaymentList, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.categories = append(p.categories, category)
	return payments.PaymentList{Payments: p.listed}, p.err
}

func (p *platform) Resolve(
	_ context.Context, key string, listed payments.PaymentList,
) (*payments.PlatformPayment, error) {
	for _, found := range listed.Payments {
		if found.Key == key {
			p.resolved = append(p.resolved, key+" "+string(found.TransactionID))
			return &found, nil
		}
	}
	return nil, nil
}

func (p *platform) list(payments ...payments.PlatformPayment) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.listed = payments
}

// rig is two instances that share stores, bus and platform.
type rig struct {
	t        *testing.T
	changes  []string // that were published
	balances int      // that were published
	waiting  *collection
	platform *platform
	a, b     *payments.Follower
}

// in runs fn with a new rig in a synctest bubble.
func in(t *testing.T, fn func(*rig)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		r, bus := &rig{t: t, platform: &platform{}, waiting: newCollection()}, new(testkit.Bus)
		bus.Subscribe(bff.TopicBalance, func([]byte) { r.balances++ }, nil)
		bus.Subscribe(bff.TopicPaymentChanged, func(raw []byte) {
			var c bff.PaymentChanged
			assert.NoError(t, json.Unmarshal(raw, &c))
			r.changes = append(r.changes, fmt.Sprintf("%s %s %s", c.Key, c.TransactionID, c.Status))
		}, nil)
		allowance := func(string, bff.LimitRule) (bff.Allowance, bool) {
			return bff.Allowance{Count: 1, Window: 4 * time.Second}, true
		}
		o := payments.Options{
			Waiting: r.waiting, NotSent: newCollection(), IndexKey: indexkey.New(), Bus: bus,
			Limiter: limit.New(limit.Options{Clock: time.Now, Allowance: allowance}),
			Log:     slog.New(slog.DiscardHandler), Clock: time.Now,
		}
		r.a, r.b = payments.New(o), payments.New(o)
		defer r.b.Close()
		defer r.a.Close()
		fn(r)
	})
}

func (r *rig) follow(key, transaction string, category int) {
	p := bff.WaitingPayment{Brand: "marmara", Player: "7", Key: key, Category: category, At: time.Now()}
	if transaction != "" {
		p.TransactionID = bff.RecordID(transaction)
	}
	r.a.Follow(r.t.Context(), p)
}

func (r *rig) wait(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func (r *rig) want(what string, got []string, want ...string) {
	r.t.Helper()
	assert.Equal(r.t, want, got, what)
}

// asked checks the number of polls of the platform.
func (r *rig) asked(want int, when string) {
	r.t.Helper()
	r.platform.mu.Lock()
	defer r.platform.mu.Unlock()
	assert.Len(r.t, r.platform.categories, want, "asked %s", when)
}

func listed(id string, status bff.PaymentStatus, key string) payments.PlatformPayment {
	return payments.PlatformPayment{TransactionID: bff.RecordID(id), Status: status, Key: key}
}

func executed(id string) payments.PlatformPayment { return listed(id, bff.PaymentExecuted, "") }

func TestPaymentIsFollowedUntilItIsSettled(t *testing.T) {
	in(t, func(r *rig) {
		defer r.b.Open("marmara", "7", r.platform)()
		r.follow("k", "12", 1)
		r.platform.list(listed("12", bff.PaymentPending, ""), executed("13"))
		r.wait(3 * payments.PollInterval)
		r.want("while it is pending", r.changes)
		r.platform.list(executed("12"), executed("13"))
		r.wait(payments.PollInterval)
		r.want("settled", r.changes, "k 12 executed")
		assert.Equal(t, []int{1, 1, 1, 1}, r.platform.categories)
		assert.Equal(t, 1, r.balances)
		assert.Empty(t, r.waiting.entries)
		r.wait(time.Minute)
		r.asked(4, "until it was settled")
	})
}

// A report of the platform causes a poll at once. Further polls are less frequent.
func TestReportsOfThePlatformReplaceMostPolls(t *testing.T) {
	in(t, func(r *rig) {
		defer r.b.Open("marmara", "7", r.platform)()
		r.follow("k", "12", 1)
		r.wait(time.Second)
		report := func() {
			settled := bff.BalanceChanged{Brand: "marmara", Player: "7", Settled: true}
			assert.NoError(t, bff.Publish(t.Context(), r.a.Bus, bff.TopicBalance, settled))
			r.wait(0)
		}
		report()
		r.asked(1, "at once")
		report()
		r.asked(1, "too early for another poll")
		r.wait(4 * time.Second)
		r.asked(2, "when the limit allows it")
		r.wait(time.Minute)
		r.asked(5, "four times slower")
	})
}

// A PHP platform may write an id as a number in a response and as a text in its list.
func TestTransactionIDsAreComparedAsTexts(t *testing.T) {
	in(t, func(r *rig) {
		defer r.b.Open("marmara", "7", r.platform)()
		r.follow("k", "71", 1)
		r.platform.list(executed(`"71"`))
		r.wait(payments.PollInterval)
		r.want("settled", r.changes, `k "71" executed`)
	})
}

// Platforms may number deposits and withdrawals separately.
func TestATransactionWithAnotherKeyIsAnotherPayment(t *testing.T) {
	in(t, func(r *rig) {
		defer r.b.Open("marmara", "7", r.platform)()
		r.follow("k", "71", 1)
		r.platform.list(listed("71", bff.PaymentCancelled, "other"), listed("71", bff.PaymentExecuted, "k"))
		r.wait(payments.PollInterval)
		r.want("settled", r.changes, `k 71 executed`)
	})
}

func TestNothingIsAskedWithoutAStream(t *testing.T) {
	in(t, func(r *rig) {
		r.follow("k", "12", 1)
		r.wait(time.Minute)
		r.asked(0, "without a stream")
		closeStream := r.b.Open("marmara", "7", r.platform) // finds the payment of another instance in the store
		r.wait(2 * payments.PollInterval)
		closeStream()
		r.asked(2, "while the stream was open")
		r.wait(time.Minute)
		defer r.a.Open("marmara", "8", r.platform)()
		r.wait(time.Minute)
		r.asked(2, "without the stream of this player")
	})
}

func TestOnePlayerIsAskedForOnceHoweverManyPaymentsPagesAndInstances(t *testing.T) {
	in(t, func(r *rig) {
		for _, f := range []*payments.Follower{r.a, r.a, r.b} {
			defer f.Open("marmara", "7", r.platform)()
		}
		r.follow("k", "12", 1)
		r.follow("l", `"x-1"`, 2)
		r.wait(4 * payments.PollInterval)
		assert.True(t, len(r.platform.categories) <= 4 && len(r.platform.categories) >= 3 &&
			r.platform.categories[0] == 0,
			"asked %d times for the categories %v", len(r.platform.categories), r.platform.categories)
		r.platform.list(executed("12"), listed(`"x-1"`, bff.PaymentRefused, ""))
		r.wait(payments.PollInterval)
		slices.Sort(r.changes)
		r.want("settled", r.changes, "k 12 executed", `l "x-1" refused`)
		asked := len(r.platform.categories)
		r.wait(time.Minute)
		r.asked(asked, "after the other instance has found the payments settled")
	})
}

func TestFollowingEnds(t *testing.T) {
	in(t, func(r *rig) {
		defer r.a.Open("marmara", "7", r.platform)()
		r.follow("k", "12", 1)
		r.wait(payments.MaxAge + time.Minute)
		asked := len(r.platform.categories)
		want := int(payments.MaxAge / payments.PollInterval)
		assert.True(t, asked <= want && asked >= want-2, "asked %d times, want about %d", asked, want)
		r.wait(time.Hour)
		r.asked(asked, "until the maximum age")
		old := bff.WaitingPayment{Brand: "marmara", Player: "7", Key: "old", TransactionID: bff.RecordID("1")}
		old.At = time.Now().Add(-payments.MaxAge)
		r.a.Follow(t.Context(), old)
		r.wait(time.Minute)
		r.asked(asked, "for an old payment")
	})
}

func TestFailuresAreAskedAgain(t *testing.T) {
	in(t, func(r *rig) {
		r.waiting.err = errors.New("the store is gone")
		defer r.b.Open("marmara", "7", r.platform)()
		r.platform.err = bff.ReasonMaintenance
		r.follow("k", "12", 1)
		r.wait(2 * payments.PollInterval)
		r.platform.err = nil
		r.platform.list(executed("12"))
		r.wait(payments.PollInterval)
		r.want("after the failures", r.changes, "k 12 executed")
	})
}

func TestUnknownPaymentIsFoundByItsKeyOnly(t *testing.T) {
	in(t, func(r *rig) {
		defer r.a.Open("marmara", "7", r.platform)()
		r.follow("k", "", 1)
		r.platform.list(executed("11"), listed("12", bff.PaymentExecuted, "other"))
		r.wait(2 * payments.PollInterval)
		r.want("payments that are not known to be it", r.changes)
		mine := listed("13", bff.PaymentPending, "k")
		r.platform.list(mine)
		r.wait(payments.PollInterval)
		r.want("listed", r.changes, "k 13 pending")
		r.want("resolved", r.platform.resolved, "k 13")
		mine.Status, mine.Key = bff.PaymentExecuted, ""
		r.platform.list(mine)
		r.wait(payments.PollInterval)
		r.want("settled", r.changes, "k 13 pending", "k 13 executed")
		r.want("resolved once", r.platform.resolved, "k 13")
	})
}

func TestWhatWasNotSentIsRemembered(t *testing.T) {
	in(t, func(r *rig) {
		key := bff.IdempotencyKey{Brand: "marmara", Player: "7", Key: "k"}
		r.a.MarkNotSent(t.Context(), key)
		for other, want := range map[bff.IdempotencyKey]bool{
			key: true, {Brand: "marmara", Player: "8", Key: "k"}: false,
			{Brand: "zephyr", Player: "7", Key: "k"}: false, {Brand: "marmara", Player: "7", Key: "l"}: false,
		} {
			got, err := r.b.WasNotSent(t.Context(), other)
			assert.NoError(t, err)
			assert.Equal(t, want, got, "%v", other)
		}
	})
}

// A payment is declined while the player has no open page, or after MaxAge.
func TestReservedDepositsAreAskedForAtTheNextVisit(t *testing.T) {
	in(t, func(r *rig) {
		for _, id := range []string{"1", "2", "3"} {
			r.platform.reserved = append(r.platform.reserved, bff.WaitingPayment{
				Brand: "marmara", Player: "7", Key: "k" + id, TransactionID: bff.RecordID(id),
				Category: 1, At: time.Now().AddDate(0, 0, -20),
			})
		}
		r.platform.list(listed("1", bff.PaymentPending, ""), executed("2"), listed("3", bff.PaymentRefused, ""))
		for visit := range 3 {
			r.platform.err = nil
			if visit == 0 {
				r.platform.err = bff.ReasonUnavailable
			}
			closePage := r.a.Open("marmara", "7", r.platform)
			r.wait(time.Hour)
			r.asked(visit+1, "once in a visit")
			closePage()
			if visit == 1 {
				slices.Sort(r.changes)
				r.want("after a failure", r.changes, "k2 2 executed", "k3 3 refused")
				r.platform.reserved = r.platform.reserved[:1]
			}
		}
		assert.Len(t, r.changes, 2, "of a deposit that is pending")
	})
}

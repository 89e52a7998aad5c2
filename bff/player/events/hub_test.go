package events

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/test/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// countedBus is a bus that counts its subscriptions.
type countedBus struct {
	testkit.Bus
	subscriptions atomic.Int64
}

func (b *countedBus) Subscribe(topic bff.Topic, fn func([]byte), resync func()) (cancel func()) {
	b.subscriptions.Add(1)
	unsubscribe := b.Bus.Subscribe(topic, fn, resync)
	return func() {
		b.subscriptions.Add(-1)
		unsubscribe()
	}
}

// running is a hub with a running Run method.
type running struct {
	*Hub
	t     *testing.T
	bus   *countedBus
	ticks chan time.Time
	end   func()
}

func run(t *testing.T, jackpots Jackpots) *running {
	t.Helper()
	r := &running{t: t, bus: &countedBus{}, ticks: make(chan time.Time)}
	if jackpots == nil {
		jackpots = func(context.Context, bff.Partition, string) (json.RawMessage, bool) { return nil, false }
	}
	hash := func(brand, player string) string { return "hash of " + brand + "/" + player }
	r.Hub = New(Settings{Bus: r.bus, Jackpots: jackpots, HashPlayer: hash, Log: slog.New(slog.DiscardHandler)})
	r.end = testkit.Start(t, func(ctx context.Context) { r.Run(ctx, r.ticks) })
	r.ticks <- time.Time{} // it has subscribed by now
	return r
}

var (
	marmara = &bff.Brand{ID: "marmara"}
	zephyr  = &bff.Brand{ID: "zephyr"}
)

func (r *running) listen(l Listener) <-chan Event {
	r.t.Helper()
	events, cancel, err := r.Listen(l)
	require.NoError(r.t, err)
	r.t.Cleanup(cancel)
	return events
}

func (r *running) publish(topic bff.Topic, v any) {
	r.t.Helper()
	raw, err := json.Marshal(v)
	require.NoError(r.t, errors.Join(err, r.bus.Publish(r.t.Context(), topic, raw)))
}

// waiting returns the buffered events of a channel.
func waiting(events <-chan Event) string {
	var got []string
	for {
		select {
		case e, ok := <-events:
			if !ok {
				return fmt.Sprint(append(got, "closed"))
			}
			got = append(got, string(e.Name)+string(e.Data))
		default:
			return fmt.Sprint(got)
		}
	}
}

func TestListenersReceiveTheirEvents(t *testing.T) {
	r := run(t, nil)
	ours := map[string]<-chan Event{
		"player":  r.listen(Listener{Brand: marmara, Player: "7"}),
		"phone":   r.listen(Listener{Brand: marmara, Player: "7"}),
		"other":   r.listen(Listener{Brand: marmara, Player: "8"}),
		"visitor": r.listen(Listener{Brand: marmara}),
		"tester":  r.listen(Listener{Brand: marmara, Player: "w/7", Partition: "marmara/w"}),
		"zephyr":  r.listen(Listener{Brand: zephyr, Player: "7"}),
	}
	const all = "player phone other visitor tester"
	ended := bff.SessionsEnded{Brand: "marmara", Player: "7", Session: "a.b"}
	balance := bff.BalanceChanged{Brand: "marmara", Player: "w/7", Balance: []byte(`{"balance":5}`)}
	unknown := bff.BalanceChanged{Brand: "zephyr", Player: "7"}
	settled := bff.PaymentSettled{Brand: "marmara", Player: "hash of marmara/w/7", Key: "k", Reference: "P-1"}
	settled.Outcome = bff.SettledRefused
	const payment = `[payment{"transaction_id":"P-1","key":"k","status":"refused"}]`
	for _, step := range []struct {
		name string
		do   func()
		to   string // the listeners that receive it
		want string
	}{
		{"the state of a brand", func() { r.Maintenance("marmara") }, all, "[maintenance]"},
		{"a part of a brand", func() { r.Maintenance("zephyr/livecasino") }, "zephyr", "[maintenance]"},
		{"the state of all", func() { r.Maintenance("*") }, all + " zephyr", "[maintenance]"},
		{"the end of a session", func() { r.publish(bff.TopicSessions, ended) }, "player phone", "[session]"},
		{"a balance", func() { r.publish(bff.TopicBalance, balance) }, "tester", `[balance{"balance":5}]`},
		{"an unknown balance", func() { r.publish(bff.TopicBalance, unknown) }, "zephyr", "[balance]"},
		{"a settled payment", func() { r.publish(bff.TopicPayment, settled) }, "tester", payment},
		{"a proposal", func() { r.publish(bff.TopicPayment, bff.PaymentSettled{Brand: "marmara"}) }, "", ""},
		{"an invalid payload", func() { _ = r.bus.Publish(t.Context(), bff.TopicBalance, []byte("{")) }, "", ""},
	} {
		step.do()
		for name, events := range ours {
			want := "[]"
			if slices.Contains(strings.Fields(step.to), name) {
				want = step.want
			}
			assert.Equal(t, want, waiting(events), step.name+": "+name)
		}
	}
}

func TestStreamsPerAddressAreLimited(t *testing.T) {
	own := &bff.Brand{ID: "own", Limits: map[bff.LimitRule]bff.Allowance{bff.LimitEvents: {Count: 2}}}
	exempt := &bff.Brand{ID: "exempt", Exempt: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}}
	r := run(t, nil)
	for _, row := range []struct {
		brand *bff.Brand
		most  int
	}{{marmara, maxStreamsPerAddress}, {own, 2}, {exempt, maxStreamsPerAddress * 2}} {
		l := Listener{Brand: row.brand, Subject: "192.0.2.1", Visitor: netip.MustParseAddr("192.0.2.1")}
		var cancels []func()
		for range row.most {
			_, cancel, err := r.Listen(l)
			require.NoError(t, err, row.brand.ID)
			cancels = append(cancels, cancel)
		}
		if row.brand != exempt {
			_, _, err := r.Listen(l)
			assert.ErrorIs(t, err, bff.ReasonRateLimited, "%s: one too many", row.brand.ID)
		}
		other := l
		other.Subject = "192.0.2.2"
		r.listen(other)
		cancels[0]()
		cancels[0]() // again changes nothing
		cancels = cancels[1:]
		_, cancel, err := r.Listen(l)
		require.NoError(t, err, "%s: after one has gone", row.brand.ID)
		for _, c := range append(cancels, cancel) {
			c()
		}
	}
	assert.Len(t, r.streams, 3, "the three others")
}

func TestSlowListenerIsClosedWithoutBlockingOthers(t *testing.T) {
	r := run(t, nil)
	slow, quick := r.listen(Listener{Brand: marmara}), r.listen(Listener{Brand: marmara})
	busy := r.listen(Listener{Brand: marmara, Player: "7"})
	for range bufferSize + 1 {
		r.Maintenance("marmara")
		waiting(busy)
		assert.Equal(t, "[maintenance]", waiting(quick), "the quick listener")
	}
	for range bufferSize + 1 { // one request for the balance is enough
		r.publish(bff.TopicBalance, bff.BalanceChanged{Brand: "marmara", Player: "7"})
	}
	assert.Equal(t, "[balance]", waiting(busy), "a burst of changed balances")
	n := 0
	for range slow { // ends, for it was closed
		n++
	}
	assert.Equal(t, bufferSize, n)
}

func TestShutdownClosesStreamsAndRejectsNewOnes(t *testing.T) {
	r := run(t, nil)
	events := r.listen(Listener{Brand: marmara, Player: "7"})
	r.end()
	assert.Equal(t, "[closed]", waiting(events), "after the shutdown")
	_, _, err := r.Listen(Listener{Brand: marmara})
	assert.ErrorIs(t, err, bff.ReasonUnavailable)
	assert.EqualValues(t, 0, r.bus.subscriptions.Load(), "the bus still calls")
}

func TestJackpotsAreFetchedOnlyForListeners(t *testing.T) {
	var mu sync.Mutex
	asked, amount, ok := 0, 1, true
	r := run(t, func(_ context.Context, p bff.Partition, lang string) (json.RawMessage, bool) {
		mu.Lock()
		defer mu.Unlock()
		asked++
		return json.RawMessage(fmt.Sprintf(`[%q,%q,%d]`, p, lang, amount)), ok
	})
	look := func() {
		r.ticks <- time.Time{}
		r.ticks <- time.Time{} // the first look is over by now
	}
	set := func(n int, known bool) {
		mu.Lock()
		defer mu.Unlock()
		amount, ok = n, known
	}
	look()
	require.Equal(t, 0, asked, "without a listener")
	tr := r.listen(Listener{Brand: marmara, Partition: "marmara", Lang: "tr"})
	en := r.listen(Listener{Brand: marmara, Partition: "marmara", Lang: "en"})
	look()
	assert.Equal(t, `[jackpots["marmara","tr",1]][jackpots["marmara","en",1]]`, waiting(tr)+waiting(en), "first look")
	look()
	assert.Equal(t, "[]", waiting(tr), "unchanged")
	set(2, false)
	look()
	assert.Equal(t, "[]", waiting(tr), "not known")
	set(2, true)
	look()
	assert.Equal(t, `[jackpots["marmara","tr",2]]`, waiting(tr), "changed")
	late := r.listen(Listener{Brand: marmara, Partition: "marmara", Lang: "tr"})
	tester := r.listen(Listener{Brand: marmara, Partition: "marmara/w", Lang: "tr"})
	look()
	assert.Equal(t, `[jackpots["marmara","tr",2]]`, waiting(late), "a new listener")
	assert.Equal(t, `[jackpots["marmara/w","tr",2]]`, waiting(tester), "a tester")
	assert.Equal(t, "[]", waiting(tr), "an earlier listener")
}

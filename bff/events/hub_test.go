package events

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"sync"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// testBus is an in-process bff.Bus.
type testBus struct {
	mu   sync.Mutex
	subs map[bff.Topic]func([]byte)
}

func (w *testBus) Publish(_ context.Context, topic bff.Topic, payload []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if fn := w.subs[topic]; fn != nil {
		fn(payload)
	}
	return nil
}

func (w *testBus) Subscribe(topic bff.Topic, fn func([]byte)) (cancel func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.subs[topic] = fn
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.subs, topic)
	}
}

// running is a hub whose Run is active.
type running struct {
	*Hub
	t     *testing.T
	bus   *testBus
	ticks chan time.Time
	end   func()
}

func run(t *testing.T, jackpots Jackpots) *running {
	t.Helper()
	r := &running{t: t, bus: &testBus{subs: map[bff.Topic]func([]byte){}}, ticks: make(chan time.Time)}
	r.Hub = New(Settings{Bus: r.bus, Jackpots: jackpots, HashPlayer: func(brand, player string) string { return "hash of " + brand + "/" + player }})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); r.Run(ctx, r.ticks) }()
	r.end = func() { cancel(); <-done }
	t.Cleanup(r.end)
	r.ticks <- time.Time{} // it has subscribed by now
	return r
}

var (
	marmara = &bff.Brand{ID: "marmara"}
	zephyr  = &bff.Brand{ID: "zephyr"}
)

func (r *running) listen(l bff.Listener) <-chan bff.Event {
	r.t.Helper()
	events, cancel, err := r.Listen(l)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(cancel)
	return events
}

func (r *running) publish(topic bff.Topic, v any) {
	r.t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		r.t.Fatal(err)
	}
	if err := r.bus.Publish(r.t.Context(), topic, raw); err != nil {
		r.t.Fatal(err)
	}
}

// waiting returns the buffered events of a channel.
func waiting(events <-chan bff.Event) string {
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
	ours := map[string]<-chan bff.Event{
		"player":  r.listen(bff.Listener{Brand: marmara, Player: "7"}),
		"phone":   r.listen(bff.Listener{Brand: marmara, Player: "7"}),
		"other":   r.listen(bff.Listener{Brand: marmara, Player: "8"}),
		"visitor": r.listen(bff.Listener{Brand: marmara}),
		"tester":  r.listen(bff.Listener{Brand: marmara, Player: "w/7", World: "w"}),
		"zephyr":  r.listen(bff.Listener{Brand: zephyr, Player: "7"}),
	}
	for _, step := range []struct {
		name string
		do   func()
		want map[string]string // those not named hear nothing
	}{
		{
			"a brand's state", func() { r.Maintenance("marmara") },
			map[string]string{"player": "[maintenance]", "phone": "[maintenance]", "other": "[maintenance]", "visitor": "[maintenance]", "tester": "[maintenance]"},
		},
		{"a part of a brand", func() { r.Maintenance("zephyr/livecasino") }, map[string]string{"zephyr": "[maintenance]"}},
		{
			"anyListener's state", func() { r.Maintenance("*") },
			map[string]string{"player": "[maintenance]", "phone": "[maintenance]", "other": "[maintenance]", "visitor": "[maintenance]", "tester": "[maintenance]", "zephyr": "[maintenance]"},
		},
		{
			"a session's end", func() { r.publish(bff.TopicSessions, bff.SessionsEnded{Brand: "marmara", Player: "7", Session: "a.b"}) },
			map[string]string{"player": "[session]", "phone": "[session]"},
		},
		{
			"a balance", func() {
				r.publish(bff.TopicBalance, bff.BalanceChanged{Brand: "marmara", Player: "w/7", Balance: []byte(`{"balance":5}`)})
			},
			map[string]string{"tester": `[balance{"balance":5}]`},
		},
		{"a balance that is not known", func() { r.publish(bff.TopicBalance, bff.BalanceChanged{Brand: "zephyr", Player: "7"}) }, map[string]string{"zephyr": "[balance]"}},
		{
			"a settled payment", func() {
				r.publish(bff.TopicPayment, bff.PaymentSettled{Brand: "marmara", Player: "hash of marmara/w/7", Key: "k", Outcome: bff.SettledRefused, Reference: "P-1"})
			},
			map[string]string{"tester": `[payment{"transaction_id":"P-1","key":"k","status":"refused"}]`},
		},
		{"a proposal", func() { r.publish(bff.TopicPayment, bff.PaymentSettled{Brand: "marmara"}) }, nil},
		{"a payload that is none", func() { _ = r.bus.Publish(t.Context(), bff.TopicBalance, []byte("{")) }, nil},
	} {
		step.do()
		for name, events := range ours {
			want := step.want[name]
			if want == "" {
				want = "[]"
			}
			if got := waiting(events); got != want {
				t.Errorf("%s: %s heard %s, want %s", step.name, name, got, want)
			}
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
		l := bff.Listener{Brand: row.brand, Subject: "192.0.2.1", Visitor: netip.MustParseAddr("192.0.2.1")}
		var cancels []func()
		for range row.most {
			_, cancel, err := r.Listen(l)
			if err != nil {
				t.Fatalf("%s: %v", row.brand.ID, err)
			}
			cancels = append(cancels, cancel)
		}
		if row.brand != exempt {
			if _, _, err := r.Listen(l); !errors.Is(err, bff.ReasonRateLimited) {
				t.Errorf("%s: one too many: %v", row.brand.ID, err)
			}
		}
		other := l
		other.Subject = "192.0.2.2"
		r.listen(other)
		cancels[0]()
		cancels[0]() // again changes nothing
		cancels = cancels[1:]
		_, cancel, err := r.Listen(l)
		if err != nil {
			t.Errorf("%s: after one has gone: %v", row.brand.ID, err)
			continue
		}
		for _, c := range append(cancels, cancel) {
			c()
		}
	}
	if len(r.streams) != 3 { // the three others
		t.Errorf("counted still: %v", r.streams)
	}
}

func TestSlowListenerIsClosedWithoutBlockingOthers(t *testing.T) {
	r := run(t, nil)
	slow, quick := r.listen(bff.Listener{Brand: marmara}), r.listen(bff.Listener{Brand: marmara})
	for range bufferSize + 1 {
		r.Maintenance("marmara")
		if got := waiting(quick); got != "[maintenance]" {
			t.Fatalf("the quick one heard %s", got)
		}
	}
	n := 0
	for range slow { // ends, for it was closed
		n++
	}
	if n != bufferSize {
		t.Errorf("%d events", n)
	}
}

func TestShutdownClosesStreamsAndRejectsNewOnes(t *testing.T) {
	r := run(t, nil)
	events := r.listen(bff.Listener{Brand: marmara, Player: "7"})
	r.end()
	if got := waiting(events); got != "[closed]" {
		t.Errorf("heard %s", got)
	}
	if _, _, err := r.Listen(bff.Listener{Brand: marmara}); !errors.Is(err, bff.ReasonUnavailable) {
		t.Errorf("got %v", err)
	}
	if len(r.bus.subs) != 0 {
		t.Error("the bus still calls")
	}
}

func TestJackpotsAreFetchedOnlyForListeners(t *testing.T) {
	var mu sync.Mutex
	asked, amount, ok := 0, 1, true
	r := run(t, func(_ context.Context, brand, lang, world string) (json.RawMessage, bool) {
		mu.Lock()
		defer mu.Unlock()
		asked++
		return json.RawMessage(fmt.Sprintf(`[%q,%q,%d]`, brand, lang+world, amount)), ok
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
	if asked != 0 {
		t.Fatalf("asked %d times for nobody", asked)
	}
	tr := r.listen(bff.Listener{Brand: marmara, Lang: "tr"})
	en := r.listen(bff.Listener{Brand: marmara, Lang: "en"})
	look()
	if got := waiting(tr) + waiting(en); got != `[jackpots["marmara","tr",1]][jackpots["marmara","en",1]]` {
		t.Errorf("heard %s", got)
	}
	look()
	if got := waiting(tr); got != "[]" {
		t.Errorf("nothing has moved, yet %s", got)
	}
	set(2, false)
	look()
	if got := waiting(tr); got != "[]" {
		t.Errorf("nothing was to be had, yet %s", got)
	}
	set(2, true)
	look()
	if got := waiting(tr); got != `[jackpots["marmara","tr",2]]` {
		t.Errorf("heard %s", got)
	}
	late := r.listen(bff.Listener{Brand: marmara, Lang: "tr"})
	tester := r.listen(bff.Listener{Brand: marmara, Lang: "tr", World: "w"})
	look()
	if got := waiting(late) + waiting(tester) + waiting(tr); got != `[jackpots["marmara","tr",2]][jackpots["marmara","trw",2]][]` {
		t.Errorf("who has just come, a tester and who was there heard %s", got)
	}
}

package search_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/site/search"
	"croupier/bff/test/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// platform contains the lists of a brand, by call.
type platform struct {
	mu     sync.Mutex
	lists  map[string][]string // names
	broken []string
	reads  atomic.Int32
	delay  time.Duration
}

func newPlatform() *platform {
	return &platform{lists: map[string][]string{
		"casino/provider_list":       {"Kuzey Yıldızı"},
		"livecasino/provider_list":   {"Kuzey Yıldızı", "Canlı Salon"},
		"casino/games_list":          {"Altın Boğaz", "Işık Kulesi"},
		"livecasino/game_table_list": {"İstanbul Ruleti"},
	}}
}

func (p *platform) set(call string, names ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lists[call] = names
}

func (p *platform) breaks(calls ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.broken = calls
}

var everything = []string{
	"casino/provider_list", "livecasino/provider_list", "casino/games_list", "livecasino/game_table_list",
}

// ReadAll returns pages like a platform, with names in the language of the scope.
func (p *platform) ReadAll(ctx context.Context, s *bff.Scope, _ time.Duration, calls ...bff.GuestRead) []*bff.Answer {
	p.reads.Add(1)
	select {
	case <-time.After(p.delay):
	case <-ctx.Done():
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	out := make([]*bff.Answer, len(calls))
	for i, c := range calls {
		if slices.Contains(p.broken, c.Name()) {
			continue
		}
		names := p.lists[c.Name()]
		limit, offset := number(c.Data["limit"]), number(c.Data["offset"])
		page := []map[string]any{}
		for n := offset; n < min(offset+limit, len(names)); n++ {
			name := names[n]
			if strings.HasPrefix(name, "*") { // translated
				name = s.Lang + name
			}
			item := map[string]any{"gameID": n + 1, "tableID": n + 1, "name": name, "providerName": "Kuzey Yıldızı"}
			if strings.HasSuffix(c.Name(), "provider_list") {
				item = map[string]any{"providerID": "P" + name[:1], "providerName": name, "logo": "", "gameCount": 7}
			}
			page = append(page, item)
		}
		data, _ := json.Marshal(page)
		out[i] = &bff.Answer{
			Result: true, Data: data, Pagination: &bff.Pagination{Limit: limit, Offset: offset, Total: len(names)},
		}
	}
	return out
}

func number(v any) int {
	n, _ := v.(json.Number).Int64()
	return int(n)
}

// fixture is a service in front of a platform.
type fixture struct {
	*search.Service
	*platform
	t     *testing.T
	brand *bff.Brand
	log   *bytes.Buffer
}

// run runs a test of a new service with synctest's clock.
func run(t *testing.T, test func(t *testing.T, f *fixture)) {
	synctest.Test(t, func(t *testing.T) {
		f := &fixture{platform: newPlatform(), t: t, brand: &bff.Brand{ID: "marmara"}, log: new(bytes.Buffer)}
		f.Service = search.New(search.Options{
			ReadAll: f.platform.ReadAll, Clock: time.Now, Log: slog.New(slog.NewTextHandler(f.log, nil)),
		})
		t.Cleanup(f.Close)
		test(t, f)
	})
}

// ask returns the names in the response.
func (f *fixture) ask(text string, change ...func(*bff.SearchQuery)) string {
	q := bff.SearchQuery{Brand: f.brand, Partition: bff.Partition(f.brand.ID), Lang: "tr", Text: text, Limit: 12}
	for _, c := range change {
		c(&q)
	}
	raw, err := f.Suggest(f.t.Context(), q)
	if err != nil {
		return err.Error()
	}
	var data struct {
		Games, Tables []struct{ Name string }
		Providers     []struct {
			ProviderName          string
			GameCount, TableCount int
		}
		Suggestion string
	}
	require.NoError(f.t, json.Unmarshal(raw, &data))
	out := []string{}
	for _, g := range append(data.Games, data.Tables...) {
		out = append(out, g.Name)
	}
	for _, p := range data.Providers {
		out = append(out, fmt.Sprintf("%s (%d+%d)", p.ProviderName, p.GameCount, p.TableCount))
	}
	return strings.Join(out, ", ")
}

func (f *fixture) want(text, want string, change ...func(*bff.SearchQuery)) {
	assert.Equal(f.t, want, f.ask(text, change...), text)
}

func in(lang string) func(*bff.SearchQuery) { return func(q *bff.SearchQuery) { q.Lang = lang } }

func TestSuggestFindsEveryList(t *testing.T) {
	run(t, func(t *testing.T, f *fixture) {
		f.want("boğaz", "Altın Boğaz")
		f.want("rulet", "İstanbul Ruleti")
		f.want("kuzey", "Altın Boğaz, Işık Kulesi, İstanbul Ruleti, Kuzey Yıldızı (7+7)")
		f.want("salon", "Canlı Salon (0+7)")
	})
}

func TestAnswersFollowTheContract(t *testing.T) {
	run(t, func(t *testing.T, f *fixture) {
		raw, err := f.Suggest(t.Context(), bff.SearchQuery{Brand: f.brand, Lang: "tr", Text: "qqqqqq", Limit: 3})
		assert.True(t, err == nil && string(raw) == `{"games":[],"providers":[],"tables":[]}`, "got %s, %v", raw, err)
		calls, err := contract.Load()
		require.NoError(t, err)
		call, _ := calls.Lookup("search", "suggest")
		var data any
		raw, _ = f.Suggest(t.Context(), bff.SearchQuery{Brand: f.brand, Lang: "tr", Text: "salno", Limit: 3})
		require.NoError(t, json.Unmarshal(raw, &data))
		assert.NoError(t, calls.CheckAnswer(call, data), "%s", raw)
	})
}

func TestEveryPageIsRead(t *testing.T) {
	run(t, func(t *testing.T, f *fixture) {
		var names []string
		for n := range 11_000 {
			names = append(names, fmt.Sprintf("oyun%05d", n))
		}
		f.set("casino/games_list", names...)
		f.want("oyun00600", "oyun00600")
		f.want("istanbul", "İstanbul Ruleti")
		f.want("oyun10999 x", "") // beyond maxItems
	})
}

func TestAnIndexIsRenewedInTheBackground(t *testing.T) {
	run(t, func(t *testing.T, f *fixture) {
		f.want("yeni", "")
		f.delay = time.Second // a renewal without a delay may finish before the search that starts it
		f.set("casino/games_list", "Yeni Oyun")
		time.Sleep(4 * time.Minute)
		reads := f.reads.Load()
		f.want("yeni", "")
		synctest.Wait()
		assert.Equal(t, reads, f.reads.Load(), "read again before it was due")
		time.Sleep(2 * time.Minute)
		f.want("yeni", "") // and starts a renewal
		time.Sleep(10 * f.delay)
		f.want("yeni", "Yeni Oyun")
		f.set("casino/games_list", "Taze Oyun")
		f.Expire()
		f.want("taze", "")
		time.Sleep(10 * f.delay)
		f.want("taze", "Taze Oyun")
		f.set("casino/games_list", "Yeni Oyun")
		time.Sleep(2 * time.Hour)
		f.want("yeni", "Yeni Oyun") // the index was unused for long, so the search waits for a renewal
	})
}

func TestOneReaderForManyQuestions(t *testing.T) {
	run(t, func(t *testing.T, f *fixture) {
		f.delay = time.Second
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() { f.want("boğaz", "Altın Boğaz") })
		}
		all.Wait()
		assert.EqualValues(t, 4, f.reads.Load(), "one of each list")
	})
}

func TestAFailureKeepsWhatIsKnown(t *testing.T) {
	run(t, func(t *testing.T, f *fixture) {
		f.want("boğaz", "Altın Boğaz")
		f.set("livecasino/game_table_list", "Yeni Masa")
		f.breaks("casino/games_list")
		time.Sleep(6 * time.Minute)
		f.want("boğaz", "Altın Boğaz")
		synctest.Wait()
		f.want("boğaz", "Altın Boğaz")
		f.want("yeni masa", "Yeni Masa")
		assert.Contains(t, f.log.String(), "casino/games_list", "log: %s", f.log)
		f.breaks(everything...)
		time.Sleep(6 * time.Minute)
		f.ask("boğaz")
		synctest.Wait()
		f.want("boğaz", "Altın Boğaz")
		time.Sleep(3 * time.Hour)
		f.want("boğaz", "Altın Boğaz")
	})
}

func TestNothingIsKnownYet(t *testing.T) {
	run(t, func(t *testing.T, f *fixture) {
		f.breaks(everything...)
		_, err := f.Suggest(t.Context(), bff.SearchQuery{Brand: f.brand, Lang: "tr", Text: "a", Limit: 1})
		assert.ErrorIs(t, err, bff.ReasonUnavailable)
		f.breaks()
		time.Sleep(time.Minute)
		f.want("boğaz", "Altın Boğaz")
	})
}

func TestAQuestionDoesNotWaitForEver(t *testing.T) {
	run(t, func(t *testing.T, f *fixture) {
		f.delay = time.Minute
		start := time.Now()
		_, err := f.Suggest(t.Context(), bff.SearchQuery{Brand: f.brand, Lang: "tr", Text: "a", Limit: 1})
		assert.ErrorIs(t, err, bff.ReasonUnavailable)
		assert.LessOrEqual(t, time.Since(start), 6*time.Second)
		ctx, leave := context.WithCancel(t.Context())
		leave()
		_, err = f.Suggest(ctx, bff.SearchQuery{Brand: f.brand, Lang: "tr", Text: "a", Limit: 1})
		assert.ErrorIs(t, err, context.Canceled, "a visitor who left")
	})
}

func TestIndexesAreByBrandLanguageAndPlatform(t *testing.T) {
	run(t, func(t *testing.T, f *fixture) {
		f.set("casino/games_list", "* Oyun")
		f.want("oyun", "tr* Oyun")
		f.want("oyun", "en* Oyun", in("en"))
		f.brand = &bff.Brand{ID: "zephyr", Unsupported: map[string]bool{"casino/games_list": true}}
		f.want("oyun", "")
		f.set("casino/games_list", "Başka Oyun")
		f.brand = &bff.Brand{ID: "marmara", Upstream: bff.UpstreamRules{Name: "other"}}
		f.want("oyun", "Başka Oyun")
	})
}

func TestIndexesAreBounded(t *testing.T) {
	run(t, func(t *testing.T, f *fixture) {
		for n := range 200 {
			f.ask("boğaz", func(q *bff.SearchQuery) { q.Partition = bff.Partition(fmt.Sprint("marmara/", n)) })
			time.Sleep(time.Second)
		}
		reads := f.reads.Load()
		f.ask("boğaz", func(q *bff.SearchQuery) { q.Partition = "marmara/199" })
		assert.Equal(t, reads, f.reads.Load(), "a recent index was dropped")
		f.ask("boğaz", func(q *bff.SearchQuery) { q.Partition = "marmara/0" })
		assert.NotEqual(t, reads, f.reads.Load(), "the oldest index was kept")
	})
}

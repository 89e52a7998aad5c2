// Package search answers search/suggest. It indexes the games, live tables and providers of a brand
// by name and tolerates typing errors.
package search

import (
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"croupier/bff"
	"croupier/bff/internal/strictjson"
)

const (
	// renewAfter is the age at which the next search renews an index in the background.
	renewAfter = 5 * time.Minute
	// retryAfter replaces renewAfter after a failure.
	retryAfter = 30 * time.Second
	// waitAfter is the age at which the next search waits for a renewed index.
	waitAfter = time.Hour
	// longestWait is the maximum time that a search waits for an index.
	longestWait = 5 * time.Second
	// maxIndexes is the maximum number of indexes. The service drops the least recently used one.
	maxIndexes = 64
)

// Options are the dependencies of New.
type Options struct {
	ReadAll bff.ReadGuestCalls
	Clock   func() time.Time
	Log     *slog.Logger
}

// Service answers searches from one index per brand and language. It is safe for concurrent use.
type Service struct {
	Options
	base    context.Context // cancelled by Close
	close   context.CancelFunc
	running sync.WaitGroup

	mu      sync.Mutex
	indexes map[key]*state
}

// key identifies an index. If a brand moves to another platform, it gets a new index.
type key struct {
	partition bff.Partition
	lang      string
	platforms [len(lists)]bff.UpstreamRules
}

// state is an index with its age. Service.mu guards it.
type state struct {
	index *Index    // nil before the first success
	at    time.Time // last time that all lists were read
	due   time.Time // next renewal
	asked time.Time
	built chan struct{} // closed when the running renewal ends, nil if none runs
}

// New returns a service without indexes. Call Close when you no longer need it.
func New(o Options) *Service {
	s := &Service{Options: o, indexes: map[key]*state{}}
	s.base, s.close = context.WithCancel(context.Background())
	return s
}

// Close stops running renewals and waits for them.
func (s *Service) Close() {
	s.mu.Lock()
	s.close()
	s.mu.Unlock()
	s.running.Wait()
}

// Expire makes every index due for renewal. Call it after a purge of cached responses.
func (s *Service) Expire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, st := range s.indexes {
		st.due = time.Time{}
	}
}

// Suggest returns the data of search/suggest. It fails with ReasonUnavailable until the brand's
// lists have been read.
func (s *Service) Suggest(ctx context.Context, q bff.SearchQuery) (json.RawMessage, error) {
	st, built := s.ask(ctx, q)
	if built != nil {
		select {
		case <-built:
		case <-time.After(longestWait):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	s.mu.Lock()
	index := st.index
	s.mu.Unlock()
	if index == nil {
		return nil, bff.ReasonUnavailable.WithRetryAfter(retryAfter)
	}
	return encode(index.Find(q.Text, q.Limit))
}

// ask returns the state for a search and starts a renewal if one is due. built is nil if the search
// need not wait.
func (s *Service) ask(ctx context.Context, q bff.SearchQuery) (st *state, built <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k, now := keyOf(q), s.Clock()
	st = s.indexes[k]
	if st == nil {
		s.makeRoom()
		st = &state{}
		s.indexes[k] = st
	}
	st.asked = now
	if st.built == nil && !now.Before(st.due) && s.base.Err() == nil {
		st.built = make(chan struct{})
		scope := bff.Scope{Brand: q.Brand, Lang: q.Lang, Partition: q.Partition}
		if of := bff.ScopeOf(ctx); of != nil {
			scope.RequestID, scope.Visitor = of.RequestID, of.Visitor
		}
		s.running.Go(func() { s.renew(st, &scope) })
	}
	if st.index == nil || now.Sub(st.at) >= waitAfter {
		return st, st.built
	}
	return st, nil
}

func keyOf(q bff.SearchQuery) key {
	k := key{partition: q.Partition, lang: q.Lang}
	for i, l := range lists {
		k.platforms[i] = q.Brand.RulesFor(&bff.Call{Class: l.class, Method: l.method})
	}
	return k
}

// makeRoom drops the least recently used index if there are too many. The caller must hold mu.
func (s *Service) makeRoom() {
	idle := slices.DeleteFunc(slices.Collect(maps.Keys(s.indexes)),
		func(k key) bool { return s.indexes[k].built != nil })
	if len(s.indexes) >= maxIndexes && len(idle) > 0 {
		delete(s.indexes,
			slices.MinFunc(idle, func(a, b key) int { return s.indexes[a].asked.Compare(s.indexes[b].asked) }))
	}
}

// renew reads the brand's lists and replaces the index.
func (s *Service) renew(st *state, scope *bff.Scope) {
	s.mu.Lock()
	old := st.index
	s.mu.Unlock()
	index, complete := s.build(scope, old)

	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.Clock()
	st.due = now.Add(retryAfter)
	if complete {
		st.due, st.at = now.Add(renewAfter), now
	}
	if index != nil {
		st.index = index
		if st.at.IsZero() {
			st.at = now
		}
	}
	close(st.built)
	st.built = nil
}

// build returns an index of the brand's lists and whether it read all of them. If a list of a kind
// fails, build uses the old items of that kind. The index is nil if there are none.
func (s *Service) build(scope *bff.Scope, old *Index) (index *Index, complete bool) {
	defer func() {
		if p := recover(); p != nil {
			s.Log.Error("search index renewal panicked, the old index remains in use", "brand", scope.Brand.ID, "panic",
				p, "stack", string(debug.Stack()))
			index, complete = nil, false
		}
	}()
	found := collection{known: map[string]int{}}
	var stale [kinds]bool
	failed, room := []string{}, maxItems
	for _, l := range lists {
		if !scope.Brand.Supports(&bff.Call{Class: l.class, Method: l.method}) {
			continue
		}
		rows, ok := readList(s.base, s.ReadAll, scope, l, room)
		if !ok {
			failed, stale[l.kind] = append(failed, l.class+"/"+l.method), true
		}
		for _, data := range rows {
			found.add(l, data)
		}
		room -= len(rows)
	}
	if len(failed) > 0 && s.base.Err() == nil {
		s.Log.Warn("could not read lists for the search index, retrying at a search after 30 seconds",
			"brand", scope.Brand.ID, "lang", scope.Lang, "calls", failed)
	}
	var all []Item
	for kind, items := range found.items {
		if stale[kind] && old != nil {
			items = old.itemsOf(Kind(kind))
		}
		all = append(all, items...)
	}
	if len(all) == 0 && len(failed) > 0 {
		return nil, false
	}
	return s.shared(all), len(failed) == 0
}

// shared returns an index of items. It reuses an existing index with the same items, because
// languages often share equal lists.
func (s *Service) shared(items []Item) *Index {
	s.mu.Lock()
	known := slices.Collect(maps.Values(s.indexes))
	s.mu.Unlock()
	for _, st := range known {
		if st.index.has(items) {
			return st.index
		}
	}
	return NewIndex(items)
}

func encode(r Result) (json.RawMessage, error) {
	names := [kinds]string{Game: "games", Table: "tables", Provider: "providers"}
	out := map[string]any{}
	for kind, items := range r.Items {
		list := []json.RawMessage{}
		for _, i := range items {
			list = append(list, i.Data)
		}
		out[names[kind]] = list
	}
	if r.Suggestion != "" {
		out["suggestion"] = r.Suggestion
	}
	return strictjson.Marshal(out)
}

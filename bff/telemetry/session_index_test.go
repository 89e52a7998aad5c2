package telemetry_test

import (
	"context"
	"errors"
	"testing"

	"croupier/bff"
	"croupier/bff/telemetry"
)

// failingIndex is a SessionIndex that fails.
type failingIndex struct{ err error }

func (b failingIndex) Put(context.Context, string, string, bff.IndexedSession) error { return b.err }

func (b failingIndex) Delete(context.Context, string, string) error { return b.err }

func (b failingIndex) Get(context.Context, string) ([]byte, error) { return []byte("e"), b.err }

func (b failingIndex) Count(context.Context, []string) ([]int, error) { return []int{3}, b.err }

func (b failingIndex) List(context.Context, string) (map[string][]byte, error) {
	return map[string][]byte{"id": nil}, b.err
}

func TestSessionIndexIsTimed(t *testing.T) {
	m := telemetry.NewMetrics()
	for _, err := range []error{nil, errors.New("refused")} {
		r := m.SessionIndex(failingIndex{err})
		entry, got := r.Get(t.Context(), "id")
		all, listed := r.List(t.Context(), "k")
		counts, counted := r.Count(t.Context(), []string{"k"})
		for _, got := range []error{got, listed, counted, r.Put(t.Context(), "k", "id", bff.IndexedSession{}), r.Delete(t.Context(), "k", "id")} {
			if !errors.Is(got, err) {
				t.Errorf("%v became %v", err, got)
			}
		}
		if string(entry) != "e" || len(all) != 1 || len(counts) != 1 || counts[0] != 3 {
			t.Errorf("got %q, %v and %v", entry, all, counts)
		}
	}
	for _, operation := range []string{"put", "delete", "get", "list", "count"} {
		mustContain(t, m,
			`croupier_store_seconds_count{operation="`+operation+`",store="session_index"} 2`,
			`croupier_store_errors_total{operation="`+operation+`",store="session_index"} 1`,
		)
	}
}

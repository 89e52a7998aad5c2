package rest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

// listHandler is a platform with a list of n items and every style of paging. It refuses page sizes
// above 7 and counts its requests.
func listHandler(t *testing.T, n int, requests *int) http.HandlerFunc {
	t.Helper()
	return func(w http.ResponseWriter, r *http.Request) {
		*requests++
		q := r.URL.Query()
		size, _ := strconv.Atoi(q.Get("size"))
		if size < 1 || size > 7 {
			answer(400, "application/json", `{}`)(w, r)
			return
		}
		from, _ := strconv.Atoi(q.Get("from"))
		if page := q.Get("page"); page != "" {
			number, _ := strconv.Atoi(page)
			from = (number - 1) * size
		}
		items := []int{}
		for i := from; i < min(from+size, n); i++ {
			items = append(items, i)
		}
		body := map[string]any{"items": items, "total": n}
		if from+size < n {
			body["next"] = strconv.Itoa(from + size)
		}
		raw, _ := json.Marshal(body)
		answer(200, "application/json", string(raw))(w, r)
	}
}

var styles = map[string]string{
	"offset":               `{ style: offset, start: from, size: size, max_size: 7, items: .body.items, total: .body.total }`,
	"offset without total": `{ style: offset, start: from, size: size, max_size: 7, items: .body.items }`,
	"page":                 `{ style: page, start: page, size: size, max_size: 7, items: .body.items, total: .body.total }`,
	"page without total":   `{ style: page, start: page, size: size, max_size: 7, items: .body.items }`,
	"cursor":               `{ style: cursor, start: from, size: size, max_size: 7, items: .body.items, total: .body.total, next: .body.next }`,
	"cursor without total": `{ style: cursor, start: from, size: size, max_size: 7, items: .body.items, next: .body.next }`,
}

func pagedAdapter(t *testing.T, url, style string) *Adapter {
	t.Helper()
	return adapterTo(t, url, "version: 1\npaging: { p: "+style+" }\ncalls: { c/m: { method: GET, path: /list, paging: p, data: .items } }")
}

func TestWindowsOfEveryStyle(t *testing.T) {
	const n = 23
	for name, style := range styles {
		requests := 0
		a := pagedAdapter(t, serve(t, listHandler(t, n, &requests)), style)
		for _, offset := range []int{0, 1, 3, 6, 7, 8, 13, 14, 15, 20, 21, 22, 23, 24, 31} { // around the borders of pages
			for _, limit := range []int{1, 2, 5, 7, 8, 20, 50} {
				got, err := a.Do(t.Context(), request(t, bff.KindRead, fmt.Sprintf(`{"limit":%d,"offset":%d}`, limit, offset)))
				require.NoError(t, err, "%s: %d from %d", name, limit, offset)
				want := []int{}
				for i := offset; i < min(offset+limit, n); i++ {
					want = append(want, i)
				}
				var items []int
				require.True(t, json.Unmarshal(got.Data, &items) == nil && slices.Equal(items, want),
					"%s: %d from %d: %s, want %v", name, limit, offset, got.Data, want)
				p := got.Pagination
				assert.True(t, p.Limit == limit && p.Offset == offset,
					"%s: %d from %d: pagination %+v", name, limit, offset, *p)
				hasTotal := name == "offset" || name == "page" || name == "cursor"
				assert.True(t, (!hasTotal || p.Total == n) && (hasTotal || offset+limit >= n || p.Total > offset+limit-1),
					"%s: %d from %d: total %d", name, limit, offset, p.Total)
			}
		}
	}
}

func TestWindowOnOnePageTakesOneRequest(t *testing.T) {
	for _, window := range []string{`{"limit":5,"offset":0}`, `{"limit":5,"offset":10}`, `{"limit":3,"offset":1}`, `{"limit":2,"offset":3}`} {
		requests := 0
		a := pagedAdapter(t, serve(t, listHandler(t, 23, &requests)), styles["page"])
		_, err := a.Do(t.Context(), request(t, bff.KindRead, window))
		assert.True(t, err == nil && requests == 1, "%s took %d requests (%v)", window, requests, err)
	}
}

func TestFetchWindowStopsAfterMaxPages(t *testing.T) {
	requests := 0
	a := pagedAdapter(t, serve(t, listHandler(t, 1000, &requests)), `{ style: cursor, start: from, size: size, max_size: 7, max_pages: 3, items: .body.items, next: .body.next }`)
	got, err := a.Do(t.Context(), request(t, bff.KindRead, `{"limit":10,"offset":500}`))
	assert.True(t, err == nil && string(got.Data) == "[]" && requests == 3, "%v, %v, %d requests", got, err, requests)
}

func TestInvalidListsAreRejected(t *testing.T) {
	for _, body := range []string{`{}`, `{"items":{}}`, `{"items":[],"total":-1}`, `{"items":[],"total":1.5}`, `{"items":[],"total":"many"}`} {
		a := pagedAdapter(t, serve(t, answer(200, "application/json", body)), styles["page"])
		got, err := a.Do(t.Context(), request(t, bff.KindRead, `{}`))
		assert.Error(t, err, "%s: %v", body, got)
	}
	a := pagedAdapter(t, serve(t, answer(200, "application/json", `{"items":[],"next":{}}`)), styles["cursor without total"])
	if got, err := a.Do(t.Context(), request(t, bff.KindRead, `{}`)); err == nil {
		t.Errorf("an object as cursor: %v", got)
	}
}

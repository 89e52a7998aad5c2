package rest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/url"
	"strconv"

	"croupier/bff"
)

// defaultLimit is a window's length where the call's data names none (spec §9).
const defaultLimit = 10

// window gathers limit items from offset out of as many of the platform's pages as that
// takes. A list that would take more than max_pages requests ends where they end.
func (s *sending) window(ctx context.Context) (*bff.Answer, error) {
	limit, offset := s.number("limit", defaultLimit), s.number("offset", 0)
	w := s.route.paging.walk(limit, offset)
	var last *received
	for range s.route.paging.maxPages {
		got, err := s.send(ctx, w.query())
		if got == nil || got.refusal != nil || err != nil {
			return got.refused(), err
		}
		last = got
		done, err := s.take(ctx, w, got)
		if err != nil {
			return nil, got.misread(ctx, err)
		}
		if done {
			break
		}
	}
	total := w.counted()
	last.input["items"], last.input["total"] = w.items, total
	a, err := s.answer(ctx, last)
	if a != nil {
		a.Pagination = &bff.Pagination{Limit: limit, Offset: offset, Total: total}
	}
	return a, err
}

// number reads a whole number of the call's data.
func (s *sending) number(name string, otherwise int) int {
	n, ok := s.request.Data[name].(json.Number)
	if !ok {
		return otherwise
	}
	i, err := strconv.Atoi(n.String())
	if err != nil || i < 0 {
		return otherwise
	}
	return i
}

// walk is the way through a list's pages.
type walk struct {
	paging *paging
	limit  int
	skip   int // items before the window that are still to come
	at     int // place of the next page's first item; the page's number with style page
	size   int // items of a page
	seen   int // place behind the last item seen
	cursor string
	more   bool
	total  int // as the platform says; -1 where it does not
	items  []any
}

// walk begins a way to a window.
func (p *paging) walk(limit, offset int) *walk {
	w := &walk{paging: p, limit: limit, items: []any{}, total: -1}
	switch p.style {
	case styleOffset:
		w.at, w.seen, w.size = offset, offset, p.atMost(limit)
	case stylePage:
		w.size = p.pageSize(limit, offset)
		w.at = offset / w.size
		w.seen, w.skip = w.at*w.size, offset%w.size
	case styleCursor:
		w.skip, w.size = offset, p.atMost(limit+offset)
	}
	return w
}

func (p *paging) atMost(n int) int {
	if p.maxSize > 0 {
		n = min(n, p.maxSize)
	}
	return max(n, 1)
}

// pageSize is the smallest size with which the window lies on one page, where there is one
// not far above the window's own length; otherwise the window lies on several.
func (p *paging) pageSize(limit, offset int) int {
	limit = max(limit, 1)
	for size := limit; size <= p.atMost(2*limit); size++ {
		if offset/size == (offset+limit-1)/size {
			return size
		}
	}
	return p.atMost(limit)
}

// query are the paging's own fields of the next request.
func (w *walk) query() url.Values {
	q := url.Values{w.paging.size: {strconv.Itoa(w.size)}}
	switch {
	case w.paging.style == stylePage:
		q.Set(w.paging.start, strconv.Itoa(w.at+w.paging.first))
	case w.paging.style == styleOffset:
		q.Set(w.paging.start, strconv.Itoa(w.at))
	case w.cursor != "":
		q.Set(w.paging.start, w.cursor)
	}
	return q
}

// take adds a page to the window and tells whether the way is at its end.
func (s *sending) take(ctx context.Context, w *walk, got *received) (done bool, err error) {
	v, err := w.paging.items.eval(ctx, got.input, s.in)
	if err != nil {
		return false, fmt.Errorf("items: %w", err)
	}
	page, ok := v.([]any)
	if !ok {
		return false, errors.New("items: is no list")
	}
	if w.paging.total != nil {
		v, err := w.paging.total.eval(ctx, got.input, s.in)
		if err != nil {
			return false, fmt.Errorf("total: %w", err)
		}
		if w.total, ok = count(v); !ok {
			return false, errors.New("total: is no count")
		}
	}
	if w.paging.next != nil {
		v, err := w.paging.next.eval(ctx, got.input, s.in)
		if err != nil {
			return false, fmt.Errorf("next: %w", err)
		}
		if w.cursor, ok = scalarText(v); !ok && v != nil {
			return false, fmt.Errorf("next: %w", errNotScalar)
		}
	}
	return w.add(page), nil
}

func (w *walk) add(page []any) (done bool) {
	w.seen += len(page)
	w.more = len(page) >= w.size
	if w.paging.style == styleCursor {
		w.more = w.cursor != ""
	}
	fresh := page[min(w.skip, len(page)):]
	w.skip -= len(page) - len(fresh)
	w.items = append(w.items, fresh[:min(len(fresh), w.limit-len(w.items))]...)
	if w.paging.style == stylePage {
		w.at++
	} else {
		w.at = w.seen
	}
	ended := !w.more || w.total >= 0 && w.seen >= w.total
	return ended || len(w.items) >= w.limit
}

// counted is how many items the list has: as the platform says, or else as many as are
// known of, and one more where the list goes on.
func (w *walk) counted() int {
	if w.total >= 0 {
		return w.total
	}
	if w.more {
		return w.seen + 1
	}
	return w.seen
}

// count reads a number that is no less than nothing.
func count(v any) (int, bool) {
	text, ok := scalarText(v)
	if !ok {
		return 0, false
	}
	n, ok := new(big.Int).SetString(text, 10)
	if !ok || !n.IsInt64() || n.Sign() < 0 {
		return 0, false
	}
	return int(n.Int64()), true
}

package rest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strconv"

	"croupier/bff"
)

// defaultLimit is the limit of calls that name none.
const defaultLimit = 10

// fetchWindow requests pages until it has limit items from offset, at most max_pages.
func (inv *invocation) fetchWindow(ctx context.Context) (*bff.Answer, error) {
	limit, limitErr := inv.number("limit", defaultLimit)
	offset, offsetErr := inv.number("offset", 0)
	if err := errors.Join(limitErr, offsetErr); err != nil {
		return nil, inv.requestError(ctx, err)
	}
	p := newPaginator(inv.route.paging, limit, offset)
	var last *response
	for range inv.route.paging.maxPages {
		resp, err := inv.send(ctx, p.query())
		if resp == nil || resp.refusal != nil || err != nil {
			return resp.refusedAnswer(), err
		}
		last = resp
		done, err := inv.addPage(ctx, p, resp)
		if err != nil {
			return nil, resp.badAnswer(ctx, err)
		}
		if done {
			break
		}
	}
	total := p.totalItems()
	last.input["items"], last.input["total"] = p.items, total
	a, err := inv.answer(ctx, last)
	if a != nil {
		a.Pagination = &bff.Pagination{Limit: limit, Offset: offset, Total: total}
	}
	return a, err
}

// number returns a non-negative integer of the call's data, or fallback if the data does not have
// the field.
func (inv *invocation) number(name string, fallback int) (int, error) {
	v, ok := inv.request.Data[name]
	if !ok {
		return fallback, nil
	}
	n, _ := v.(json.Number) // as the contract decodes it
	i, err := parseCount(n.String())
	if err != nil {
		return 0, fmt.Errorf("data.%s: %v (%T): %w", name, v, v, err)
	}
	return i, nil
}

// paginator collects a window from the pages of a list.
type paginator struct {
	paging *paging
	limit  int
	skip   int    // items to drop before the window starts
	page   int    // number of the next page with stylePage
	size   int    // items per page
	end    int    // offset after the last item received
	cursor string // of the next page, or its offset or number; empty for the first page with styleCursor
	more   bool
	total  int // as reported by the platform; -1 without
	items  []any
}

// newPaginator returns a paginator that starts at the first page of the window.
func newPaginator(p *paging, limit, offset int) *paginator {
	w := &paginator{paging: p, limit: limit, items: []any{}, total: -1}
	switch p.style {
	case styleOffset:
		w.end, w.size, w.cursor = offset, p.capSize(limit), strconv.Itoa(offset)
	case stylePage:
		w.size = p.pageSize(limit, offset)
		w.page = offset / w.size
		w.end, w.skip, w.cursor = w.page*w.size, offset%w.size, strconv.Itoa(w.page+p.first)
	case styleCursor:
		w.skip, w.size = offset, p.capSize(limit+offset)
	}
	return w
}

// capSize limits n to the range from 1 to maxSize.
func (p *paging) capSize(n int) int {
	return max(min(n, p.maxSize), 1)
}

// pageSize returns the smallest size up to twice the limit with which the window lies on one page,
// or the limit.
func (p *paging) pageSize(limit, offset int) int {
	limit = max(limit, 1)
	for size := limit; size <= p.capSize(2*limit); size++ {
		if offset/size == (offset+limit-1)/size {
			return size
		}
	}
	return p.capSize(limit)
}

// query returns the pagination parameters of the next request.
func (p *paginator) query() url.Values {
	q := url.Values{p.paging.size: {strconv.Itoa(p.size)}}
	if p.cursor != "" {
		q.Set(p.paging.start, p.cursor)
	}
	return q
}

// addPage adds the page of resp to the window. done reports that no further page is needed.
func (inv *invocation) addPage(ctx context.Context, p *paginator, resp *response) (done bool, err error) {
	v, err := p.paging.items.eval(ctx, resp.input, inv.in)
	if err != nil {
		return false, err
	}
	page, ok := v.([]any)
	if !ok {
		return false, p.paging.items.failed(errors.New("not a list"))
	}
	if p.paging.total != nil {
		text, _, err := p.paging.total.text(ctx, resp.input, inv.in)
		if err != nil {
			return false, err
		}
		if p.total, err = parseCount(text); err != nil {
			return false, p.paging.total.failed(err)
		}
	}
	if p.paging.next != nil {
		if p.cursor, _, err = p.paging.next.text(ctx, resp.input, inv.in); err != nil {
			return false, err
		}
	}
	return p.add(page), nil
}

func (p *paginator) add(page []any) (done bool) {
	p.end += len(page)
	p.more = len(page) >= p.size
	switch p.paging.style {
	case styleOffset:
		p.cursor = strconv.Itoa(p.end)
	case stylePage:
		p.page++
		p.cursor = strconv.Itoa(p.page + p.paging.first)
	case styleCursor:
		p.more = p.cursor != ""
	}
	fresh := page[min(p.skip, len(page)):]
	p.skip -= len(page) - len(fresh)
	p.items = append(p.items, fresh[:min(len(fresh), p.limit-len(p.items))]...)
	ended := !p.more || p.total >= 0 && p.end >= p.total
	return ended || len(p.items) >= p.limit
}

// totalItems returns the total of the platform, or the number of known items.
func (p *paginator) totalItems() int {
	if p.total >= 0 {
		return p.total
	}
	if p.more {
		return p.end + 1
	}
	return p.end
}

// parseCount converts a non-negative integer.
func parseCount(text string) (int, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return 0, errNotCount
	}
	return int(n), nil
}

var errNotCount = errors.New("not a non-negative integer")

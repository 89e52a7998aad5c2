package calls

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"croupier/bff"
	"croupier/bff/mock/world"
)

// Data is the payload of a call with numbers as json.Number. Missing values and wrong types read as the default.
type Data map[string]any

func (d Data) string(key string) string {
	s, _ := d[key].(string)
	return s
}

func (d Data) bool(key string) bool {
	b, _ := d[key].(bool)
	return b
}

func (d Data) has(key string) bool {
	_, ok := d[key]
	return ok
}

func (d Data) int(key string, otherwise int) int {
	n, _ := d[key].(json.Number)
	if i, err := n.Int64(); err == nil {
		return int(i)
	}
	return otherwise
}

// money reads an amount; ok is false if it is missing or invalid.
func (d Data) money(key string) (amount bff.MinorUnits, ok bool) {
	n, _ := d[key].(json.Number)
	amount, err := bff.ParseMinorUnits(n.String())
	return amount, err == nil
}

// scalar reads a string or a number as a string.
func (d Data) scalar(key string) string {
	if n, ok := d[key].(json.Number); ok {
		return n.String()
	}
	return d.string(key)
}

const dateTimeLayout = "2006-01-02 15:04:05"

// dateTime formats a time as the contract does (calls.md §2).
func dateTime(t time.Time) string { return t.In(world.Zone).Format(dateTimeLayout) }

// dateTimeOrNull returns nil for the zero time.
func dateTimeOrNull(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return dateTime(t)
}

// period reads startDate and endDate as a filter. A date without a time includes the day; a missing one does not bound.
func (d Data) period() func(time.Time) bool {
	from, _ := parseDateTime(d.string("startDate"))
	to, wholeDay := parseDateTime(d.string("endDate"))
	if wholeDay {
		to = to.AddDate(0, 0, 1).Add(-time.Nanosecond)
	}
	return func(t time.Time) bool { return (from.IsZero() || !t.Before(from)) && (to.IsZero() || !t.After(to)) }
}

func parseDateTime(s string) (t time.Time, wholeDay bool) {
	if t, err := time.ParseInLocation(dateTimeLayout, s, world.Zone); err == nil {
		return t, false
	}
	t, err := time.ParseInLocation(time.DateOnly, s, world.Zone)
	return t, err == nil
}

// matches reports whether a filter value is absent or equals a value.
func matches[T comparable](filter, value T) bool {
	var none T
	return filter == none || filter == value
}

// list encodes the requested page of items; limit is the default page size.
func list[T any](r *Request, items []T, limit int, encode func(T) object) (Reply, error) {
	p := &bff.Pagination{Limit: max(1, r.Data.int("limit", limit)), Offset: max(0, r.Data.int("offset", 0)), Total: len(items)}
	from := min(p.Offset, len(items))
	to := from + min(p.Limit, len(items)-from)
	return Reply{Data: each(items[from:to], encode), Page: p}, nil
}

// each encodes items; the result is never nil.
func each[T, E any](items []T, encode func(T) E) []E {
	out := make([]E, len(items))
	for i, item := range items {
		out[i] = encode(item)
	}
	return out
}

// newestFirst returns the items that pass a filter in reverse order.
func newestFirst[T any](items []T, keep func(T) bool) []T {
	var out []T
	for _, item := range slices.Backward(items) {
		if keep(item) {
			out = append(out, item)
		}
	}
	return out
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// phrase returns the key of a numbered phrase.
func phrase(kind string, id int) string { return kind + "." + strconv.Itoa(id) }

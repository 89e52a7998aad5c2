package calls

import (
	"encoding/json"
	"time"

	"croupier/bff"
	"croupier/bff/mock/world"
)

// Data is a call's payload; numbers are json.Number. What is absent or of another type
// reads as the default: the gateway has validated before, and a platform is lenient.
type Data map[string]any

func (d Data) text(key string) string {
	s, _ := d[key].(string)
	return s
}

func (d Data) flag(key string) bool {
	b, _ := d[key].(bool)
	return b
}

func (d Data) has(key string) bool {
	_, ok := d[key]
	return ok
}

func (d Data) number(key string, otherwise int) int {
	n, ok := d[key].(json.Number)
	if !ok {
		return otherwise
	}
	i, err := n.Int64()
	if err != nil {
		return otherwise
	}
	return int(i)
}

// money reads an amount; ok is false where it is absent or unreadable.
func (d Data) money(key string) (amount bff.MinorUnits, ok bool) {
	n, isNumber := d[key].(json.Number)
	if !isNumber {
		return 0, false
	}
	amount, err := bff.ParseMinorUnits(n.String())
	return amount, err == nil
}

const (
	dayLayout    = "2006-01-02"
	momentLayout = "2006-01-02 15:04:05"
)

// moment writes a date as the wire has it (calls.md §2).
func moment(t time.Time) string { return t.In(world.Zone).Format(momentLayout) }

// momentOrNull is null for a time that never was.
func momentOrNull(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return moment(t)
}

// window reads startDate and endDate. A bare day is meant whole; what is absent does not
// bound.
func (d Data) window() (from, to time.Time) {
	from, _ = parseMoment(d.text("startDate"))
	to, whole := parseMoment(d.text("endDate"))
	if whole {
		to = to.AddDate(0, 0, 1).Add(-time.Nanosecond)
	}
	return from, to
}

func parseMoment(s string) (t time.Time, wholeDay bool) {
	if t, err := time.ParseInLocation(momentLayout, s, world.Zone); err == nil {
		return t, false
	}
	t, err := time.ParseInLocation(dayLayout, s, world.Zone)
	return t, err == nil
}

func within(t, from, to time.Time) bool {
	return (from.IsZero() || !t.Before(from)) && (to.IsZero() || !t.After(to))
}

// list turns one page of items into what the wire has; limit is what holds without one.
func list[T, W any](r *Request, items []T, limit int, wire func(T) W) Reply {
	p := &bff.Pagination{
		Limit:  max(1, r.Data.number("limit", limit)),
		Offset: max(0, r.Data.number("offset", 0)),
		Total:  len(items),
	}
	from := min(p.Offset, len(items))
	to := from + min(p.Limit, len(items)-from)
	return Reply{Data: each(items[from:to], wire), Page: p}
}

// each turns items into what the wire has; never null.
func each[T, W any](items []T, wire func(T) W) []W {
	out := make([]W, len(items))
	for i, item := range items {
		out[i] = wire(item)
	}
	return out
}

// newestFirst gives the items from last to first that keep admits.
func newestFirst[T any](items []T, keep func(T) bool) []T {
	var out []T
	for i := len(items) - 1; i >= 0; i-- {
		if keep(items[i]) {
			out = append(out, items[i])
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

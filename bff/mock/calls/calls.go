// Package calls answers the platform's calls from a world.World: one function per call, one file
// per subject. Business errors are *world.Refusal. Any other error is a defect.
package calls

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/lists"
	"croupier/bff/mock/world"
)

// Request is a call as the platform receives it.
type Request struct {
	world.Locale
	World *world.World
	Data  Data
	UID   string // of the session; empty for a guest
	SID   string
	IP    string     // of the player
	Key   string     // idempotency key of a money call; may be empty
	Base  string     // prefix of the paths in answers; empty for relative paths
	View  world.View // scenario overlay on the world
}

// Reply is the successful answer of a call.
type Reply struct {
	Data    any
	Page    *bff.Pagination
	Message string
	No      bool // result is false, without a message
}

// Func answers one call.
type Func func(*Request) (Reply, error)

type playerFunc func(*Request, *world.Player) (Reply, error)

type object map[string]any

// Registry returns the functions of all calls by "class/method". Calls without a function are reads
// of guests and calls that the BFF answers. They return the first example of the contract c, which
// may be nil.
func Registry(c *contract.Catalogue) map[string]Func {
	out := map[string]Func{}
	if c != nil {
		for _, call := range c.Calls() {
			if examples := c.Examples(call); len(examples) > 0 &&
				(call.Local || call.Rules.Who == bff.WhoGuest && call.Rules.Kind == bff.KindRead) {
				out[call.Name()] = example(call, examples[0].Answer)
			}
		}
	}
	for _, public := range []map[string]Func{contentCalls, lobbyCalls, loginCalls} {
		maps.Copy(out, public)
	}
	for _, private := range []map[string]playerFunc{gameCalls, accountCalls, walletCalls, bankCalls} {
		for name, f := range private {
			out[name] = withPlayer(f)
		}
	}
	for name, f := range moneyCalls {
		out[name] = withPlayer(idempotent(name, f))
	}
	for name, f := range out {
		out[name] = locked(f)
	}
	return out
}

func example(call *bff.Call, envelope json.RawMessage) Func {
	f := func(*Request) (Reply, error) {
		var a bff.Answer
		err := json.Unmarshal(envelope, &a)
		return Reply{Data: a.Data, Page: a.Pagination, Message: a.Message}, err
	}
	if call.Rules.Who == bff.WhoGuest {
		return f
	}
	return withPlayer(func(r *Request, _ *world.Player) (Reply, error) { return f(r) })
}

// locked locks the world and translates refusals to the language of the request.
func locked(f Func) Func {
	return func(r *Request) (Reply, error) {
		r.World.Lock()
		defer r.World.Unlock()
		reply, err := f(r)
		var refusal *world.Refusal
		if errors.As(err, &refusal) {
			return reply, r.Localize(refusal)
		}
		return reply, err
	}
}

// Localize translates a refusal to the language of the request.
func (r *Request) Localize(refusal *world.Refusal) *world.Refusal {
	return refusal.In(r.World.Catalogue.Texts, r.Lang)
}

// withPlayer runs a call with the player of its session.
func withPlayer(f playerFunc) Func {
	return func(r *Request) (Reply, error) {
		p, err := r.World.Player(r.UID, r.SID)
		if err != nil {
			return refuse(err)
		}
		p.Locale = r.Locale
		return f(r, p)
	}
}

func (r *Request) catalogue() *world.Catalogue { return r.View.Catalogue(r.World.Catalogue) }

// text returns a phrase in the language of the request, see world.Texts.Phrase.
func (r *Request) text(key string, pairs ...string) string {
	return r.World.Catalogue.Texts.Phrase(r.Lang, key, append(pairs, r.Brand.Placeholders()...)...)
}

func (r *Request) paragraph(key string, pairs ...string) string {
	return "<p>" + r.text(key, pairs...) + "</p>"
}

func answer(data any) (Reply, error) { return Reply{Data: data}, nil }

func refuse(err error) (Reply, error) { return Reply{}, err }

// Data is the payload of a call with numbers as json.Number. Missing values and wrong types read as
// the default.
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

// money reads an amount. ok is false if it is missing or invalid.
func (d Data) money(key string) (amount bff.MinorUnits, ok bool) {
	n, _ := d[key].(json.Number)
	amount, err := bff.ParseMinorUnits(n.String())
	return amount, err == nil
}

func (d Data) scalar(key string) string {
	if n, ok := d[key].(json.Number); ok {
		return n.String()
	}
	return d.string(key)
}

const dateTimeLayout = "2006-01-02 15:04:05"

// dateTime formats a time as the contract does.
func dateTime(t time.Time) string { return t.In(world.Zone).Format(dateTimeLayout) }

func dateTimeOrNull(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return dateTime(t)
}

// period reads startDate and endDate as a filter. A date without a time includes the day. A missing
// date sets no bound.
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

// list encodes the requested page of items. limit is the default page size.
func list[T any](r *Request, items []T, limit int, encode func(T) object) (Reply, error) {
	p := &bff.Pagination{
		Limit: max(1, r.Data.int("limit", limit)), Offset: max(0, r.Data.int("offset", 0)), Total: len(items),
	}
	from := min(p.Offset, len(items))
	to := from + min(p.Limit, len(items)-from)
	return Reply{Data: lists.Map(items[from:to], encode), Page: p}, nil
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

func phrase(kind string, id int) string { return kind + "." + strconv.Itoa(id) }

// Package calls answers the platform's calls from a world: one function a call, one file
// a class or subject. A function reads its request, asks the world, and gives what the
// contract says the call answers; refusals are *world.Refusal.
package calls

import (
	"errors"

	"croupier/bff"
	"croupier/bff/mock/world"
)

// Request is one call as the platform sees it.
type Request struct {
	World *world.World
	Brand *world.Brand
	Data  Data
	UID   string // of the session; empty for a guest
	SID   string
	IP    string     // the player's address
	Lang  string     // two letters
	Key   string     // of a money call, see once; empty where there is none
	Base  string     // put before paths in answers; empty where they stay relative
	View  world.View // what bends what is seen of the world
}

// Reply is what a call answers where it is not refused.
type Reply struct {
	Data    any
	Page    *bff.Pagination
	Message string
	No      bool // the answer is a plain no: result is false without a message
}

// Func answers one call. An error that is a *world.Refusal is told to the player; any
// other is a defect.
type Func func(*Request) (Reply, error)

// Registry is every call that the casino answers, by "class/method".
func Registry() map[string]Func {
	out := map[string]Func{}
	for _, class := range []map[string]Func{
		content, casino, livecasino, others, access, account, security, bonuses, cash, bank, movements, payments,
	} {
		for name, f := range class {
			out[name] = translated(f)
		}
	}
	return out
}

// translated tells refusals in the language of the request.
func translated(f Func) Func {
	return func(r *Request) (Reply, error) {
		reply, err := f(r)
		var refusal *world.Refusal
		if errors.As(err, &refusal) {
			return reply, r.Told(refusal)
		}
		return reply, err
	}
}

// Told is a refusal in the language of the request.
func (r *Request) Told(refusal *world.Refusal) *world.Refusal {
	return refusal.In(r.World.Catalogue.Texts, r.Lang)
}

// catalogue is the offer that the call sees.
func (r *Request) catalogue() *world.Catalogue { return r.View.Catalogue(r.World.Catalogue) }

// player wraps a call that needs a session.
func player(f func(*Request, *world.Player) (Reply, error)) Func {
	return func(r *Request) (reply Reply, err error) {
		err = r.World.WithPlayer(r.UID, r.SID, func(p *world.Player) error {
			var inner error
			p.Meet(r.origin())
			reply, inner = f(r, p)
			return inner
		})
		return reply, err
	}
}

func (r *Request) origin() world.Locale { return world.Locale{Brand: r.Brand, Lang: r.Lang} }

// say gives the words for key in the request's language, see world.Texts.
func (r *Request) say(key string, pairs ...string) string {
	return r.World.Catalogue.Texts.Phrase(r.Lang, key, append(pairs, r.Brand.Placeholders()...)...)
}

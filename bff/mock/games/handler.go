package games

import (
	"cmp"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"

	"croupier/bff"
	"croupier/bff/mock/scenario"
	"croupier/bff/mock/webpage"
	"croupier/bff/mock/world"
)

// Prefix is the prefix of Handler's paths. It must not be stripped.
const Prefix = "/mock/play/"

type kind struct {
	folder string // of its style sheets and its script, which has the name of the kind
	// describe returns the static part of the game, which the page is loaded with.
	describe func(Session) Object
	state    gameFunc
	actions  map[string]action // POST requests of the page by the last part of their path
	// settle returns the payout of a due bet, see Settle.
	settle func(s Session, bet world.Bet, rng *rand.Rand) bff.MinorUnits
}

type gameFunc func(Session, Account) (Object, error)

// action decodes a request and returns the function that moves the money.
type action func(body io.Reader) (gameFunc, error)

func move[T any](f func(s Session, a Account, in T) (Object, error)) action {
	return func(body io.Reader) (gameFunc, error) {
		in, err := readJSON[T](body)
		return func(s Session, a Account) (Object, error) { return f(s, a, in) }, err
	}
}

var kinds = map[string]kind{
	"slot": {"slot", describeSlot, slotState, map[string]action{"spin": move(spin)}, nil},
	"round": curve.kind("round", describeCurve,
		map[string]action{"stake": move(stakeOnCurve), "cash": move(cashOnCurve)}),
	"pick": picks.kind("pick", describePicks, map[string]action{"bet": move(picks.bet)}),
	"live": roulette.kind("live", describeRoulette, map[string]action{"bet": move(roulette.bet)}),
	"sport": {
		"pick", describeSport, sportState,
		map[string]action{"place": move(placeCoupons), "cashout": move(cashCouponOut)},
		nil,
	},
}

// Settle returns the payout of a due bet. rng must be the generator of the bet's round, because
// pages show its result.
func Settle(g world.Game, bet world.Bet, rng *rand.Rand) bff.MinorUnits {
	settle := kinds[g.Page].settle
	if settle == nil {
		return 0
	}
	return max(0, settle(Session{Game: g}, bet, rng))
}

// Handler serves the playable games:
//
//	GET  /mock/play/{kind}/{token}           the page
//	GET  /mock/play/{kind}/{token}/state     {balance, bonus?, …}: the money and the state of the game
//	POST /mock/play/{kind}/{token}/{action}  the actions of the kind; a slot's spin: {stake} → a settled round
//	GET  /mock/play/assets/…                 scripts and style sheets of the pages
//
// Amounts are in currency units. An error answers {error, message}: a stable code, and a sentence
// for the player.
//
// A page runs in a sandboxed frame with an opaque origin and without cookies. Its token is its only
// credential, so every origin may read the responses. It sends messages to its parent window
// (contracts/WIRE.md, "Messages of a game"), with amounts only if it knows the origin from ?origin=
// or its referrer.
func Handler(wallet Wallet) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+Prefix+"assets/{file...}", func(w http.ResponseWriter, r *http.Request) {
		webpage.ServeFile(w, r, assetFiles, "assets/"+r.PathValue("file"))
	})
	for name, kind := range kinds {
		path := Prefix + name + "/{token}"
		mux.HandleFunc("GET "+path, wallet.page(name))
		mux.HandleFunc("GET "+path+"/state", wallet.serve(name, "", kind.read))
		for action, f := range kind.actions {
			mux.HandleFunc("POST "+path+"/"+action, wallet.serve(name, scenario.Round, f))
		}
	}
	return anyOrigin(mux)
}

// anyOrigin answers CORS preflights and allows every origin to read.
func anyOrigin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		head.Set("Access-Control-Allow-Origin", "*")
		head.Set("Cross-Origin-Resource-Policy", "cross-origin")
		head.Set("X-Content-Type-Options", "nosniff")
		if r.Method == http.MethodOptions {
			head.Set("Access-Control-Allow-Methods", "GET, POST")
			head.Set("Access-Control-Allow-Headers", "Content-Type")
			head.Set("Access-Control-Max-Age", "600")
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (k kind) read(io.Reader) (gameFunc, error) { return k.state, nil }

// use runs f with the session of a request to the page of a kind. lang is the language of the
// player.
func (wallet Wallet) use(
	r *http.Request, kind, request string, f func(Session, Account) error,
) (s Session, lang string, err error) {
	s, err = wallet(r.Context(), r.PathValue("token"), request, func(s Session, a Account) error {
		if s.Page != kind {
			return world.ErrSession // of another game
		}
		return f(s, a)
	})
	return s, webpage.Language(cmp.Or(s.Lang, webpage.BrowserLanguage(r))), err
}

// serve runs an action with access to the session's account and answers with its result or its
// error.
func (wallet Wallet) serve(kind, request string, f action) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		do, invalid := f(http.MaxBytesReader(w, r.Body, maxRequest))
		var result Object
		_, lang, err := wallet.use(r, kind, request, func(s Session, a Account) (err error) {
			if invalid != nil {
				return invalid
			}
			result, err = do(s, a)
			return err
		})
		if err != nil {
			status, code := failureOf(r, err)
			answer(w, status, Object{"error": code, "message": textsOf(lang)["error."+code]})
			return
		}
		answer(w, http.StatusOK, result)
	}
}

var (
	errBody   = errors.New("games: malformed request")
	errClosed = errors.New("games: the round does not accept this now")
)

// failures maps errors to their status and their code, which is also the key of their text.
var failures = []struct {
	err    error
	status int
	code   string
}{
	{world.ErrSession, http.StatusNotFound, "no session"},
	{world.ErrStake, http.StatusBadRequest, "bad stake"},
	{world.ErrFunds, http.StatusPaymentRequired, "insufficient funds"},
	{world.ErrBet, http.StatusConflict, "no bet"},
	{world.ErrPicks, http.StatusBadRequest, "bad picks"},
	{world.ErrOdds, http.StatusConflict, "odds changed"},
	{world.ErrOffer, http.StatusConflict, "offer changed"},
	{world.ErrCoupons, http.StatusConflict, "too many coupons"},
	{ErrProvider, http.StatusBadGateway, "provider down"},
	{ErrNotAllowed, http.StatusForbidden, "not allowed"},
	{errClosed, http.StatusConflict, "closed"},
	{errBody, http.StatusBadRequest, "bad request"},
}

// failureOf returns the status and code of an error. It logs unknown errors and returns "internal".
func failureOf(r *http.Request, err error) (status int, code string) {
	for _, f := range failures {
		if errors.Is(err, f.err) {
			return f.status, f.code
		}
	}
	slog.ErrorContext(r.Context(), "could not serve a game page", slog.Any("err", err))
	return http.StatusInternalServerError, "internal"
}

package games

import (
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"sync"

	"croupier/bff"
	"croupier/bff/mock/webpage"
	"croupier/bff/mock/world"
)

// Prefix is the prefix of Handler's paths. It must not be stripped.
const Prefix = "/mock/play/"

// Handler serves the playable games:
//
//	GET  /mock/play/{kind}/{token}           the page
//	GET  /mock/play/{kind}/{token}/balance   {balance, bonus?, currency}
//	GET  /mock/play/{kind}/{token}/{query}   the queries of the kind
//	POST /mock/play/{kind}/{token}/{action}  the actions of the kind; a slot's spin: {stake} → a settled round
//	GET  /mock/play/assets/…                 scripts and style sheets of the pages
//
// Amounts are in currency units with at most two decimals. An error answers {error, message}: a
// stable code, and a sentence in the player's language.
//
// A page runs in a sandboxed frame of opaque origin and has no cookies; the token in its path
// is its only credential. So every origin may read the responses.
//
// The page sends messages to its parent window by postMessage (contracts/README.md, "Messages of a
// game"). Demos report no balance, since demo money is not in the wallet. The target origin is the
// page's ?origin= (set by the site), else its referrer's; if neither is known, messages have no
// amounts.
func Handler(wallet Wallet) http.Handler {
	h := &handler{wallet: wallet}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+Prefix+"assets/{version}/{file...}", serveAsset)
	for name, kind := range kinds {
		path := Prefix + name + "/{token}"
		mux.HandleFunc("GET "+path, h.page(name))
		mux.HandleFunc("GET "+path+"/balance", h.withSession(balance))
		for query, f := range kind.queries {
			mux.HandleFunc("GET "+path+"/"+query, h.withSession(f))
		}
		for action, f := range kind.actions {
			mux.HandleFunc("POST "+path+"/"+action, h.withSession(f))
		}
	}
	return anyOrigin(mux)
}

type handler struct {
	wallet  Wallet
	playing sync.Map // tokens with a round in progress
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

// withSession looks the session up, runs the action, and answers with its error if it fails.
func (h *handler) withSession(f action) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s, err := h.wallet.Session(r.Context(), r.PathValue("token"))
		if err != nil {
			fail(w, r, textsFor(webpage.BrowserLanguage(r)), err)
			return
		}
		if err := f(h, w, r, s); err != nil {
			fail(w, r, textsFor(s.Lang), err)
		}
	}
}

// play runs a round of a session, one at a time per token, so that a double click stakes once.
func (h *handler) play(r *http.Request, stake bff.MinorUnits, decide func(*rand.Rand) bff.MinorUnits) (world.RoundResult, error) {
	token := r.PathValue("token")
	if !h.lock(token) {
		return world.RoundResult{}, errBusy
	}
	defer h.playing.Delete(token)
	return h.wallet.Round(r.Context(), token, stake, decide)
}

// lock reports whether token had no round in progress, and marks it. The caller must delete it
// from playing.
func (h *handler) lock(token string) bool {
	_, busy := h.playing.LoadOrStore(token, true)
	return !busy
}

func balance(_ *handler, w http.ResponseWriter, _ *http.Request, s Session) error {
	answer(w, http.StatusOK, merged(BalancesObject(s.Balances), Object{"currency": world.Currency}))
	return nil
}

var (
	errBusy      = errors.New("games: a round of this session is in progress")
	errBody      = errors.New("games: malformed request")
	errMediaType = errors.New("games: the request is not JSON")
	errClosed    = errors.New("games: the round does not accept this now")
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
	{ErrProvider, http.StatusBadGateway, "provider down"},
	{ErrNotAllowed, http.StatusForbidden, "not allowed"},
	{errBusy, http.StatusConflict, "busy"},
	{errClosed, http.StatusConflict, "closed"},
	{errBody, http.StatusBadRequest, "bad request"},
	{errMediaType, http.StatusUnsupportedMediaType, "bad request"},
}

// fail answers {error, message}.
func fail(w http.ResponseWriter, r *http.Request, t texts, err error) {
	status, code := failureOf(r, err)
	message := t["error."+code]
	var stake *stakeError
	if errors.As(err, &stake) {
		message = stake.message(t)
	}
	answer(w, status, Object{"error": code, "message": message})
}

// failureOf returns the status and code of an error. Unknown errors are logged and "internal".
func failureOf(r *http.Request, err error) (status int, code string) {
	for _, f := range failures {
		if errors.Is(err, f.err) {
			return f.status, f.code
		}
	}
	slog.ErrorContext(r.Context(), "serve game page", slog.Any("err", err))
	return http.StatusInternalServerError, "internal"
}

// stakeError is a world.ErrStake with the limits of the session.
type stakeError struct {
	session Session
	step    bff.MinorUnits
}

func (e *stakeError) Error() string {
	return fmt.Sprintf("games: stake: want %s–%s in steps of %s", e.session.MinBet, e.session.MaxBet, e.step)
}

func (e *stakeError) Unwrap() error { return world.ErrStake }

func (e *stakeError) message(t texts) string {
	lang := e.session.Lang
	return fill(t, "error.bad stake", map[string]string{
		"min": webpage.Money(lang, e.session.MinBet), "max": webpage.Money(lang, e.session.MaxBet), "step": webpage.Money(lang, e.step),
	})
}

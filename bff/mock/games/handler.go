package games

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"

	"croupier/bff"
)

// Prefix is where Handler's paths begin; whoever mounts it keeps the path whole.
const Prefix = "/mock/play/"

// Handler serves the playable games:
//
//	GET  /mock/play/{kind}/{token}           the page
//	GET  /mock/play/{kind}/{token}/balance   {balance, bonus?, currency}
//	GET  /mock/play/{kind}/{token}/{look}    what a kind's page asks for
//	POST /mock/play/{kind}/{token}/{action}  what its player does; a slot's spin: {stake} → a settled round
//	GET  /mock/play/assets/…                 what the pages are made of
//
// Money is in the currency's units with at most two decimals. A failure answers
// {error, message}: a stable word, and a sentence in the player's language.
//
// A page runs in a sandboxed frame of opaque origin and holds no cookie; the token in its
// path is all it has. So every answer may be read from any origin.
//
// The page speaks to the window that frames it by postMessage, always an object
//
//	{type: "croupier:game", event: "ready" | "balance" | "close" | "deposit" | "error",
//	 balance?: 12.5, bonus?: 500, win?: 0, roundID?: "…", error?: "no session"}
//
// "balance" follows every change of the money that the page shows, and every round once its
// animation shows the outcome, then with win and roundID; but for a demo, whose pretend money
// is nobody's wallet. In it and in "ready" balance is the player's own money and bonus that of
// the active bonus (0 once one has ended), whichever of them is played with. "close" and
// "deposit" are the player's wishes; "error" is a failure that ends play. The target origin is
// the page's ?origin= (the site sets it), else its referrer's; where neither is known, messages
// go out without figures. The receiver checks event.source, as the page's own origin is "null".
func Handler(l Wallet) http.Handler {
	h := &handler{wallet: l}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+Prefix+"assets/{version}/{file...}", serveAsset)
	for name, kind := range kinds {
		at := Prefix + name + "/{token}"
		mux.HandleFunc("GET "+at, h.page(name))
		mux.HandleFunc("GET "+at+"/balance", h.balance)
		for look, f := range kind.queries {
			mux.HandleFunc("GET "+at+"/"+look, h.withSession(f))
		}
		for action, f := range kind.actions {
			mux.HandleFunc("POST "+at+"/"+action, h.withSession(f))
		}
	}
	return anyOrigin(mux)
}

type handler struct {
	wallet  Wallet
	playing sync.Map // tokens with a round under way
}

// anyOrigin answers preflights and lets every origin read.
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

// session finds the session that the request's token names; it has answered where it fails.
func (h *handler) session(w http.ResponseWriter, r *http.Request) (Session, bool) {
	session, err := h.wallet.Session(r.Context(), r.PathValue("token"))
	if err != nil {
		fail(w, r, wordsFor(preferred(r)), err)
		return Session{}, false
	}
	return session, true
}

// withSession answers a request of a session, or tells its player why not.
func (h *handler) withSession(f action) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		session, ok := h.session(w, r)
		if !ok {
			return
		}
		if err := f(h, w, r, session); err != nil {
			fail(w, r, wordsFor(session.Lang), err)
		}
	}
}

// play runs one round at a session: one at a time for a token, so that a second click never
// stakes twice.
func (h *handler) play(r *http.Request, stake bff.MinorUnits, decide decision) (Receipt, error) {
	token := r.PathValue("token")
	if _, busy := h.playing.LoadOrStore(token, true); busy {
		return Receipt{}, errBusy
	}
	defer h.playing.Delete(token)
	return h.wallet.Round(r.Context(), token, stake, decide)
}

func (h *handler) balance(w http.ResponseWriter, r *http.Request) {
	session, ok := h.session(w, r)
	if !ok {
		return
	}
	answer(w, http.StatusOK, struct {
		Balances
		Currency string `json:"currency"`
	}{session.Balances, session.Currency})
}

var (
	errBusy      = errors.New("games: a round of this session is still under way")
	errBody      = errors.New("games: unreadable body")
	errMediaType = errors.New("games: the body is not JSON")
	errClosed    = errors.New("games: the round takes no such move now")
)

// failures is the one table of what can go wrong: the error, its status, and its stable
// word, which is also its text's key.
var failures = []struct {
	err    error
	status int
	word   string
}{
	{ErrNoSession, http.StatusNotFound, "no session"},
	{ErrStake, http.StatusBadRequest, "bad stake"},
	{ErrInsufficientFunds, http.StatusPaymentRequired, "insufficient funds"},
	{ErrBet, http.StatusConflict, "no bet"},
	{ErrProvider, http.StatusBadGateway, "provider down"},
	{ErrNotAllowed, http.StatusForbidden, "not allowed"},
	{errBusy, http.StatusConflict, "busy"},
	{errClosed, http.StatusConflict, "closed"},
	{errBody, http.StatusBadRequest, "bad request"},
	{errMediaType, http.StatusUnsupportedMediaType, "bad request"},
}

// fail answers {error, message}.
func fail(w http.ResponseWriter, r *http.Request, words texts, err error) {
	status, word := failureOf(r, err)
	message := words["error."+word]
	var stake *stakeError
	if errors.As(err, &stake) {
		message = stake.tell(words)
	}
	answer(w, status, map[string]any{"error": word, "message": message})
}

// failureOf looks an error up. What the table does not have is logged, and "internal".
func failureOf(r *http.Request, err error) (status int, word string) {
	for _, f := range failures {
		if errors.Is(err, f.err) {
			return f.status, f.word
		}
	}
	slog.ErrorContext(r.Context(), "a game failed", slog.Any("err", err))
	return http.StatusInternalServerError, "internal"
}

// stakeError is a stake that a session may not play, with what it may.
type stakeError struct {
	session Session
	step    bff.MinorUnits
}

func (e *stakeError) Error() string {
	return fmt.Sprintf("%v: want %s–%s in steps of %s", ErrStake, e.session.MinBet, e.session.MaxBet, e.step)
}

func (e *stakeError) Unwrap() error { return ErrStake }

func (e *stakeError) tell(words texts) string {
	return words.fill("error.bad stake", map[string]string{
		"min":  formatMoney(e.session.Lang, e.session.Currency, e.session.MinBet),
		"max":  formatMoney(e.session.Lang, e.session.Currency, e.session.MaxBet),
		"step": formatMoney(e.session.Lang, e.session.Currency, e.step),
	})
}

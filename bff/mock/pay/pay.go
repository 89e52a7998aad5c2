// Package pay serves the pages of the pretend casino's payment providers: where a player is
// sent to confirm or cancel a deposit, and comes back from. Money never moves in a page: what
// the player decides goes through a Desk.
package pay

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"croupier/bff"
)

// Prefix is where Handler's paths begin; whoever mounts it keeps the path whole.
const Prefix = "/mock/pay/"

// Errors of a Desk that a page tells its player about.
var (
	ErrNoSlip  = errors.New("pay: no such payment")
	ErrSettled = errors.New("pay: the payment is settled already")
)

// State is how a payment stands at its provider.
type State string

// States of a payment.
const (
	Open      State = "open"      // the player has to decide
	Confirmed State = "confirmed" // on its way
	Approved  State = "approved"
	Refused   State = "refused"
)

// Slip is one payment at its provider.
type Slip struct {
	Lang     string // two letters
	Merchant string // whom is paid
	Provider string
	Logo     string // address of a picture
	ID       int    // of the transaction
	Amount   bff.MinorUnits
	Fee      bff.MinorUnits // on top of the amount
	Currency string         // ISO 4217
	State    State
	Until    time.Time // when an open one ends by itself
	Address  string    // to send coins to; empty where none are sent
	Coins    string    // how many
	Back     string    // where the site shows the payment; empty where it is not known
}

// Desk is the casino's side of a page. Tokens come from the payment's url; they are the
// page's only credential.
type Desk interface {
	// Slip shows a payment. It fails with ErrNoSlip.
	Slip(ctx context.Context, token string) (Slip, error)
	// Answer confirms or cancels a payment, once. It fails with ErrNoSlip or ErrSettled.
	Answer(ctx context.Context, token string, confirm bool) error
}

// Handler serves the pages:
//
//	GET  /mock/pay/{token}           the page
//	POST /mock/pay/{token}/{answer}  confirm or cancel, as the page's buttons do; leads back to it
//	GET  /mock/pay/style/pay.css     its looks
//
// The pages need no script.
func Handler(d Desk) http.Handler {
	h := &handler{desk: d}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+stylePath, serveStyle)
	mux.HandleFunc("GET "+Prefix+"{token}", h.page)
	mux.HandleFunc("POST "+Prefix+"{token}/confirm", h.answer(true))
	mux.HandleFunc("POST "+Prefix+"{token}/cancel", h.answer(false))
	return mux
}

type handler struct{ desk Desk }

func (h *handler) page(w http.ResponseWriter, r *http.Request) {
	token := r.PathValue("token")
	slip, err := h.desk.Slip(r.Context(), token)
	if err != nil {
		fail(w, r, err)
		return
	}
	write(w, http.StatusOK, viewOf(slip, token))
}

func (h *handler) answer(confirm bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		token := r.PathValue("token")
		// Who answers late or twice is shown how it stands.
		if err := h.desk.Answer(r.Context(), token, confirm); err != nil && !errors.Is(err, ErrSettled) {
			fail(w, r, err)
			return
		}
		w.Header().Set("Referrer-Policy", "no-referrer")
		w.Header().Set("Location", Prefix+url.PathEscape(token))
		w.WriteHeader(http.StatusSeeOther)
	}
}

func fail(w http.ResponseWriter, r *http.Request, err error) {
	status := http.StatusInternalServerError
	if errors.Is(err, ErrNoSlip) {
		status = http.StatusNotFound
	}
	write(w, status, view{words: wordsFor(preferred(r)), State: "unknown"})
}

// Package pay serves the pages of the mock's payment providers, where a player confirms or
// cancels a deposit. The pages move no money: the player's decision goes to a Service.
package pay

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"croupier/bff"
	"croupier/bff/mock/webpage"
)

// Prefix is the prefix of Handler's paths, which must be mounted without stripping it.
const Prefix = "/mock/pay/"

// Errors of a Service that pages show.
var (
	ErrNotFound = errors.New("pay: no such payment")
	ErrSettled  = errors.New("pay: the payment is settled already")
)

// State is the state of a payment at its provider.
type State string

// States of a payment.
const (
	Open      State = "open"      // the player has to decide
	Confirmed State = "confirmed" // being processed
	Approved  State = "approved"
	Refused   State = "refused"
)

// Payment is a payment at its provider.
type Payment struct {
	Lang     string // two letters
	Merchant string // the payee
	Provider string
	Logo     string // URL of a picture
	ID       int    // of the transaction
	Amount   bff.MinorUnits
	Fee      bff.MinorUnits // in addition to the amount
	Currency string         // ISO 4217
	State    State
	Until    time.Time // when an open payment expires
	Address  string    // where to send coins; empty for other methods
	Coins    string    // quantity to send
	Back     string    // where the site shows the payment; empty if unknown
}

// Service is the casino's side of a page. Tokens are part of the payment's URL and the page's only
// credential.
type Service interface {
	// Payment returns a payment. It fails with ErrNotFound.
	Payment(ctx context.Context, token string) (Payment, error)
	// Decide confirms or cancels a payment, once. It fails with ErrNotFound or ErrSettled.
	Decide(ctx context.Context, token string, confirm bool) error
}

// Handler serves the pages, which need no script:
//
//	GET  /mock/pay/{token}            the page
//	POST /mock/pay/{token}/confirm    its buttons; both redirect to the page
//	POST /mock/pay/{token}/cancel
//	GET  /mock/pay/style/pay.css      its style sheet
func Handler(s Service) http.Handler {
	h := &handler{service: s}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+stylePath, serveStyle)
	mux.HandleFunc("GET "+Prefix+"{token}", h.page)
	mux.HandleFunc("POST "+Prefix+"{token}/confirm", h.decide(true))
	mux.HandleFunc("POST "+Prefix+"{token}/cancel", h.decide(false))
	return mux
}

type handler struct{ service Service }

func (h *handler) page(w http.ResponseWriter, r *http.Request) {
	token := r.PathValue("token")
	payment, err := h.service.Payment(r.Context(), token)
	if err != nil {
		writeError(w, r, err)
		return
	}
	write(w, http.StatusOK, viewOf(payment, token))
}

func (h *handler) decide(confirm bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		token := r.PathValue("token")
		// A late or repeated decision is redirected to the page, which shows the payment's state.
		if err := h.service.Decide(r.Context(), token, confirm); err != nil && !errors.Is(err, ErrSettled) {
			writeError(w, r, err)
			return
		}
		w.Header().Set("Referrer-Policy", "no-referrer")
		w.Header().Set("Location", Prefix+url.PathEscape(token))
		w.WriteHeader(http.StatusSeeOther)
	}
}

func writeError(w http.ResponseWriter, r *http.Request, err error) {
	status := http.StatusInternalServerError
	if errors.Is(err, ErrNotFound) {
		status = http.StatusNotFound
	}
	write(w, status, view{Lang: webpage.BrowserLanguage(r), State: "unknown", Style: stylePath})
}

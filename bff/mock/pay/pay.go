// Package pay serves the pages of the mock's payment providers, where a player confirms or
// cancels a deposit. The pages move no money: the player's decision goes to a Service.
package pay

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"croupier/bff/mock/webpage"
	"croupier/bff/mock/world"
)

// Prefix is the prefix of Handler's paths, which must be mounted without stripping it.
const Prefix = "/mock/pay/"

// State is the state of a payment at its provider.
type State string

// States of a payment.
const (
	Open      State = "open"      // the player has to decide
	Confirmed State = "confirmed" // being processed
	Approved  State = "approved"
	Refused   State = "refused"
)

// Payment is a payment at its provider. Back is where the site shows the payment; empty if unknown.
type Payment struct {
	world.ProviderPayment
	Merchant string // the payee
	Provider string
	Logo     string // URL of a picture
}

// State returns the state of the payment.
func (p *Payment) State() State {
	switch {
	case p.Open:
		return Open
	case p.Status == world.StatusWaiting:
		return Confirmed
	case p.Status == world.StatusApproved:
		return Approved
	default:
		return Refused
	}
}

// Service is the casino's side of a page. Tokens are part of the payment's URL and the page's only
// credential.
type Service interface {
	// Payment returns a payment. It fails with world.ErrNoRecords.
	Payment(ctx context.Context, token string) (Payment, error)
	// Decide confirms or cancels a payment, once. It fails with world.ErrNoRecords or world.ErrSettled.
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
		if err := h.service.Decide(r.Context(), token, confirm); err != nil && !errors.Is(err, world.ErrSettled) {
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
	if errors.Is(err, world.ErrNoRecords) {
		status = http.StatusNotFound
	}
	write(w, status, view{Lang: webpage.BrowserLanguage(r), State: "unknown", Style: stylePath})
}

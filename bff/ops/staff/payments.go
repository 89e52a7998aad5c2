package staff

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

type paymentView struct {
	Key     string         `json:"key"`
	Brand   string         `json:"brand"`
	At      time.Time      `json:"at"`
	Request string         `json:"request,omitempty"`
	Call    string         `json:"call,omitempty"`
	Part    bff.Part       `json:"part,omitempty"`
	Amount  string         `json:"amount,omitempty"` // with the brand's currency
	Player  *bff.PlayerRef `json:"player,omitempty"` // while the request is recorded

	Transaction string `json:"transaction,omitempty"` // the platform's number

	State      bff.MoneyOutcome `json:"state"`
	Code       int              `json:"code,omitempty"`
	Debug      string           `json:"debug,omitempty"`
	Message    string           `json:"message,omitempty"` // of a refusal, in the player's language
	Settlement *bff.Settlement  `json:"settlement,omitempty"`

	until time.Time // the latest end of the idempotency record, zero without a record
}

func (s *server) viewPayment(r *bff.IdempotencyRecord) paymentView {
	v := paymentView{
		Key: r.Key.Key, Brand: r.Key.Brand, At: r.At, Request: r.RequestID, Call: r.Call, Part: r.Part,
		Amount: s.inCurrency(r.Key.Brand, r.Amount), State: r.Outcome(), Settlement: r.Settlement,
		until: r.KeptUntil().UTC(),
	}
	v.Code, v.Debug, _ = answerOf(r)
	if r.Answer != nil && !r.Answer.Result {
		v.Message = r.Answer.Message
	}
	if r.Settlement.Approved() && r.Settlement.Outcome == bff.SettledExecuted {
		v.Transaction = r.Settlement.Reference
	}
	return v
}

func (s *server) inCurrency(brand, amount string) string {
	if n, err := bff.ParseMinorUnits(amount); err == nil {
		amount = n.String()
	}
	if b := s.brand(brand); b != nil && amount != "" {
		return amount + " " + b.Currency
	}
	return amount
}

func (s *server) viewRequest(view *paymentView, r *bff.RequestRecord) {
	view.Player, view.Transaction = r.Player, cmp.Or(r.Money.Transaction, view.Transaction)
	view.Call, view.Part, view.Amount = cmp.Or(view.Call, r.Money.Call), cmp.Or(view.Part, r.Money.Part),
		cmp.Or(view.Amount, s.inCurrency(r.Brand, r.Money.Amount))
}

// viewPayments returns the payments of requests in order. A key may have several requests.
func (s *server) viewPayments(ctx context.Context, requests []bff.RequestRecord) ([]paymentView, error) {
	out := []paymentView{}
	at := map[string]int{} // indexes in out, by brand and key
	for i := range requests {
		r := &requests[i]
		if r.Money == nil {
			continue
		}
		id := r.Brand + "/" + r.Money.Key
		n, known := at[id]
		if known && !out[n].until.IsZero() {
			continue
		}
		entry, err := s.Payments.Find(ctx, r.ID)
		if err != nil {
			return nil, err
		}
		view := paymentView{
			Key: r.Money.Key, Brand: r.Brand, At: r.At, Request: r.ID, State: r.Money.Outcome,
			Code: r.Money.Code, Debug: r.Money.Debug,
		}
		if entry != nil && isRecordOf(entry, r) {
			view = s.viewPayment(entry)
		}
		s.viewRequest(&view, r)
		switch {
		case !known:
			at[id] = len(out)
			out = append(out, view)
		case !view.until.IsZero() || out[n].State == bff.MoneyInFlight: // a repeat came while the call was in flight
			out[n] = view
		}
	}
	return out, nil
}

var paymentStates = map[bff.MoneyOutcome]func(*bff.IdempotencyRecord) bool{
	"unknown":  func(r *bff.IdempotencyRecord) bool { return r.State == bff.IdempotencyUnknown && r.Settlement == nil },
	"proposed": func(r *bff.IdempotencyRecord) bool { return r.State == bff.IdempotencyUnknown && r.Settlement != nil },
	"settled":  func(r *bff.IdempotencyRecord) bool { return r.State == bff.IdempotencySettled },
}

// anyOutcome selects the payments of all recorded requests.
const anyOutcome bff.MoneyOutcome = "any"

// outcomes are the other values of ?state.
var outcomes = []bff.MoneyOutcome{anyOutcome, bff.MoneyInFlight, bff.MoneyExecuted, bff.MoneyRefused, bff.MoneyNotSent}

// payments lists the payments that match a search, newest first. Depending on the state, it
// searches payments with a present or past unknown outcome, or recorded requests. A transaction
// number also finds payments without a response by their settlement.
func (s *server) payments(c *gin.Context, v *visit) (any, error) {
	name := bff.MoneyOutcome(cmp.Or(c.Query("state"), "unknown"))
	state, isOpen := paymentStates[name]
	if !isOpen && !slices.Contains(outcomes, name) {
		return nil, fault("state", "other")
	}
	q, err := s.searchOf(c, v)
	if err != nil {
		return nil, err
	}
	var before *bff.IdempotencyRecord
	if key := c.Query("before"); key != "" {
		if before, err = s.findPayment(c, v, key, c.Query("brand")); err != nil {
			return nil, err
		}
	}
	out := []paymentView{}
	if !isOpen {
		state = func(r *bff.IdempotencyRecord) bool { return name == anyOutcome || name == r.Outcome() }
		q.Payments = true
		found, err := s.find(c, v, q, maxExported)
		if err == nil {
			out, err = s.viewPayments(c, found)
		}
		if err != nil {
			return nil, err
		}
		out = slices.DeleteFunc(out, func(p paymentView) bool { return name != anyOutcome && name != p.State })
	}
	if isOpen || q.Transaction != "" {
		found, err := s.Payments.ListUnknown(c, before, q.limit, func(r *bff.IdempotencyRecord) bool {
			return state(r) && slices.ContainsFunc(q.brands, func(b *bff.Brand) bool { return b.ID == r.Key.Brand }) &&
				(q.Transaction == "" || r.Settlement != nil && r.Settlement.Reference == q.Transaction) &&
				(q.Amount == "" || s.inCurrency(r.Key.Brand, r.Amount) == s.inCurrency(r.Key.Brand, q.Amount)) &&
				!r.At.Before(q.From) && !r.At.After(q.Until)
		})
		if err != nil {
			return nil, err
		}
		for _, r := range found {
			out = append(out, s.viewRecorded(c, r))
		}
	}
	return out[:min(len(out), q.limit)], nil
}

func (s *server) payment(c *gin.Context, v *visit) (any, error) {
	r, err := s.findPayment(c, v, c.Param("key"), c.Query("brand"))
	if err != nil {
		return nil, err
	}
	return s.viewRecorded(c, r), nil
}

// viewRecorded returns the view of a record, with the player if the request is recorded.
func (s *server) viewRecorded(ctx context.Context, r *bff.IdempotencyRecord) paymentView {
	view := s.viewPayment(r)
	if request, err := s.Activity.Request(ctx, r.RequestID); err == nil && request != nil &&
		request.Brand == r.Key.Brand && request.Money != nil && request.Money.Key == r.Key.Key {
		s.viewRequest(&view, request) // safe because brand and key match, request ids may come from visitors
	}
	return view
}

var uuidPattern = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// findPayment returns the record of a key at a brand, or at any brand if brand is empty. Several
// players may use the same key. In this case it returns the only record with an unknown outcome, or
// ReasonAmbiguousKey if there are several.
func (s *server) findPayment(c *gin.Context, v *visit, key, brand string) (*bff.IdempotencyRecord, error) {
	key = strings.ToLower(key)
	if !uuidPattern.MatchString(key) {
		return nil, ReasonNotFound
	}
	found, err := s.Payments.FindKey(c, key)
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(found, func(r *bff.IdempotencyRecord) bool {
		return brand != "" && brand != r.Key.Brand || !v.may(r.Key.Brand, Support)
	})
	if len(found) > 1 {
		found = slices.DeleteFunc(found,
			func(r *bff.IdempotencyRecord) bool { return r.State != bff.IdempotencyUnknown })
	}
	switch len(found) {
	case 0:
		return nil, ReasonNotFound
	case 1:
		return found[0], nil
	}
	return nil, ReasonAmbiguousKey
}

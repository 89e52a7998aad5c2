package staff

import (
	"cmp"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// paymentView is a money call by its idempotency key.
type paymentView struct {
	Key     string         `json:"key"`
	Brand   string         `json:"brand"`
	At      time.Time      `json:"at"`
	Request string         `json:"request,omitempty"`
	Call    string         `json:"call,omitempty"`
	Amount  string         `json:"amount,omitempty"` // with the brand's currency
	Player  *bff.PlayerRef `json:"player,omitempty"` // while the request is recorded

	State      bff.MoneyOutcome `json:"state"`
	Code       int              `json:"code,omitempty"`
	Debug      string           `json:"debug,omitempty"`
	Settlement *bff.Settlement  `json:"settlement,omitempty"`
}

// viewPayment returns the view of a record.
func (s *server) viewPayment(r *bff.IdempotencyRecord) paymentView {
	v := paymentView{
		Key: r.Key.Key, Brand: r.Key.Brand, At: r.At, Request: r.RequestID, Call: r.Call, Amount: r.Amount,
		State: r.Outcome(), Settlement: r.Settlement,
	}
	if b := s.brand(r.Key.Brand); b != nil && r.Amount != "" {
		v.Amount += " " + b.Currency
	}
	switch {
	case r.Answer != nil:
		v.Code, v.Debug = r.Answer.Code, r.Answer.Debug
	case r.Unknown != nil:
		v.Code, v.Debug = r.Unknown.Status, r.Unknown.Debug
	}
	return v
}

// paymentStates are the states that payments can be listed by.
var paymentStates = map[string]func(*bff.IdempotencyRecord) bool{
	"unknown":  func(r *bff.IdempotencyRecord) bool { return r.State == bff.IdempotencyUnknown && r.Settlement == nil },
	"proposed": func(r *bff.IdempotencyRecord) bool { return r.State == bff.IdempotencyUnknown && r.Settlement != nil },
	"settled":  func(r *bff.IdempotencyRecord) bool { return r.State == bff.IdempotencySettled },
}

// payments lists the payments whose outcome is or was unknown, newest first.
func (s *server) payments(c *gin.Context, v *visit) error {
	state, ok := paymentStates[cmp.Or(c.Query("state"), "unknown")]
	brand := c.Query("brand")
	switch {
	case !ok:
		return fault("state", "other")
	case brand != "" && s.brand(brand) == nil:
		return fault("brand", "other")
	case brand != "" && !v.may(brand, Support):
		return ReasonForbidden
	}
	limit, err := limitOf(c)
	if err != nil {
		return err
	}
	var before *bff.IdempotencyRecord
	if key := c.Query("before"); key != "" {
		if before, err = s.findPayment(c, v, key, brand); err != nil {
			return err
		}
	}
	found, err := s.Payments.ListUnknown(c, before, limit, func(r *bff.IdempotencyRecord) bool {
		return state(r) && (brand == "" || brand == r.Key.Brand) && v.may(r.Key.Brand, Support)
	})
	if err != nil {
		return bff.ReasonUnavailable.WithCause(err)
	}
	out := []paymentView{}
	for _, r := range found {
		out = append(out, s.viewPayment(r))
	}
	reply(c, http.StatusOK, out)
	return nil
}

// payment replies with what became of a key.
func (s *server) payment(c *gin.Context, v *visit) error {
	r, err := s.findPayment(c, v, c.Param("key"), c.Query("brand"))
	if err != nil {
		return err
	}
	view := s.viewPayment(r)
	if request, err := s.Activity.Request(c, r.RequestID); err == nil && request != nil && request.Brand == r.Key.Brand && request.Money != nil && request.Money.Key == r.Key.Key {
		view.Player = request.Player // visitors may choose request ids
	}
	reply(c, http.StatusOK, view)
	return nil
}

var uuidPattern = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// findPayment returns the record of a key at a brand, or at any where brand is empty. Players make keys
// themselves: of several records the one whose outcome is unknown is meant, and one that is not the only
// one is refused, so that nobody settles the payment of another player.
func (s *server) findPayment(c *gin.Context, v *visit, key, brand string) (*bff.IdempotencyRecord, error) {
	key = strings.ToLower(key)
	if !uuidPattern.MatchString(key) {
		return nil, ReasonNotFound
	}
	found, err := s.Payments.FindKey(c, key)
	if err != nil {
		return nil, bff.ReasonUnavailable.WithCause(err)
	}
	found = slices.DeleteFunc(found, func(r *bff.IdempotencyRecord) bool {
		return brand != "" && brand != r.Key.Brand || !v.may(r.Key.Brand, Support)
	})
	if len(found) > 1 {
		found = slices.DeleteFunc(found, func(r *bff.IdempotencyRecord) bool { return r.State != bff.IdempotencyUnknown })
	}
	switch len(found) {
	case 0:
		return nil, ReasonNotFound
	case 1:
		return found[0], nil
	}
	return nil, ReasonAmbiguousKey
}

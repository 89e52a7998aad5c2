package staff

import (
	"errors"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

func reason(status int, debug, key string) *bff.Reason {
	return &bff.Reason{Status: status, Debug: debug, Key: key}
}

// Reasons of the staff API in addition to the reasons of package bff.
var (
	ReasonWrongLogin    = reason(http.StatusUnauthorized, "wrong login", "staff_wrong_login")
	ReasonCodeRequired  = reason(http.StatusUnauthorized, "code required", "staff_code_due")
	ReasonLoginRequired = reason(http.StatusUnauthorized, "login required", "staff_login_required")
	ReasonInvitation    = reason(http.StatusUnauthorized, "invitation invalid", "staff_invitation_invalid")
	ReasonSetupRequired = reason(http.StatusForbidden, "authenticator required", "staff_authenticator_required")
	ReasonForbidden     = reason(http.StatusForbidden, "role forbids", "staff_forbidden")
	ReasonNotFound      = reason(http.StatusNotFound, "not found", "staff_not_found")
	ReasonSamePerson    = reason(http.StatusForbidden, "second person required", "staff_same_person")

	// Maintenance:
	ReasonVersionRequired = reason(http.StatusPreconditionRequired, "if-match required", "staff_version_required")
	ReasonChanged         = reason(http.StatusPreconditionFailed, "changed meanwhile", "staff_changed")
	ReasonWindowEnded     = reason(http.StatusConflict, "window ended", "staff_window_ended")

	// Settlements:
	ReasonAmbiguousKey = reason(http.StatusConflict, "ambiguous key", "staff_ambiguous_key")
	ReasonNotUnknown   = reason(http.StatusConflict, "not unknown", "staff_not_unknown")
	ReasonNotProposed  = reason(http.StatusConflict, "not proposed", "staff_not_proposed")
	ReasonModified     = reason(http.StatusConflict, "modified", "staff_changed")

	// Limits:
	ReasonTooEarly = reason(http.StatusConflict, "too early", "staff_too_early")
)

var reasons = []struct {
	err    error
	reason *bff.Reason
}{
	{ErrUnknown, ReasonNotFound},
	{ErrExists, reason(http.StatusConflict, "account exists", "staff_account_exists")},
	{ErrLastAdmin, reason(http.StatusConflict, "last admin", "staff_last_admin")},
	{bff.ErrMaintenanceUnknown, ReasonNotFound},
	{bff.ErrMaintenanceChanged, ReasonChanged},
	{bff.ErrMaintenanceEnded, ReasonWindowEnded},
	{bff.ErrMaintenanceFull, reason(http.StatusConflict, "too many", "staff_too_many")},
	{bff.ErrNoRecord, ReasonNotFound},
	{bff.ErrRecordModified, ReasonModified},
	{bff.ErrNoMatch, ReasonNotFound},
	{bff.ErrNotTighter, reason(http.StatusConflict, "not tighter", "staff_not_tighter")},
	{bff.ErrNotLooser, reason(http.StatusConflict, "not looser", "staff_not_looser")},
	{bff.ErrNothingToEnd, reason(http.StatusConflict, "nothing to end", "staff_nothing_to_end")},
	{bff.ErrNotProposed, reason(http.StatusConflict, "not proposed", "staff_loosening_not_proposed")},
	{bff.ErrProposalReplaced, ReasonModified},
	{bff.ErrSameAccount, ReasonSamePerson},
	{bff.ErrLimitNotSupported, reason(http.StatusConflict, "limit unsupported", "staff_limit_unsupported")},
}

// refuse writes an error in the reader's language. Errors without a reason come from stores.
func (s *server) refuse(c *gin.Context, err error) {
	r := bff.ReasonUnavailable
	for _, row := range reasons {
		if errors.Is(err, row.err) {
			r = row.reason
		}
	}
	var answer struct {
		Error   string `json:"error"` // stable identifier
		Message string `json:"message"`
		Field   string `json:"field,omitempty"`

		From time.Time `json:"from,omitzero"` // of ReasonTooEarly: the earliest time
	}
	if waits := (*bff.ProposalWaitsError)(nil); errors.As(err, &waits) {
		r, answer.From = ReasonTooEarly.WithRetryAfter(waits.Left), waits.From.UTC()
	}
	errors.As(err, &r)
	if r.Status >= http.StatusInternalServerError {
		s.Log.ErrorContext(c, "staff request failed", "path", c.FullPath(), "error", err)
	}
	if r.RetryAfter > 0 {
		c.Header("Retry-After", seconds(r.RetryAfter))
	}
	if r.Fault != nil {
		answer.Field = r.Fault.Field
	}
	answer.Error, answer.Message = r.Debug, s.Text(language(c), r)
	reply(c, r.Status, answer)
}

package staff

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"math"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/internal/strictjson"
	"croupier/bff/ops/studio"
)

const maxBody = 64 << 10

// decodeBody strictly decodes the fields of a JSON object into pointers. It returns a fault with
// the field's name for an unknown field, a wrong type or null.
func decodeBody(c *gin.Context, into map[string]any) error {
	_, err := decode(c, maxBody, into, false)
	return err
}

// decode is like decodeBody for a body of at most limit bytes, but returns the fields of the body. If
// nullable, null clears a field.
func decode(c *gin.Context, limit int64, into map[string]any, nullable bool) (given map[string]any, err error) {
	body, err := readBody(c, limit)
	if err != nil {
		return nil, err
	}
	return decodeFields(body, into, nullable)
}

func readBody(c *gin.Context, limit int64) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(c.Writer, c.Request.Body, limit))
	if large := new(http.MaxBytesError); errors.As(err, &large) {
		return nil, bff.ReasonBodyTooLarge
	}
	if err != nil {
		return nil, bff.ReasonBadRequest.WithCause(err)
	}
	return body, nil
}

func decodeFields(body []byte, into map[string]any, nullable bool) (given map[string]any, err error) {
	value, err := strictjson.Parse(body, contract.MaxNesting)
	if ambiguous := new(strictjson.Error); errors.As(err, &ambiguous) && ambiguous.Key != "" {
		return nil, fault(fieldName(ambiguous.Key), "field_case")
	}
	if err != nil {
		return nil, bff.ReasonBadRequest.WithCause(err)
	}
	given, ok := value.(map[string]any)
	if !ok {
		return nil, bff.ReasonBadRequest
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(body, &fields); err != nil {
		return nil, bff.ReasonBadRequest.WithCause(err)
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		to, ok := into[name]
		if !ok {
			return nil, fault(fieldName(name), "allowed_fields", "allowed",
				strings.Join(slices.Sorted(maps.Keys(into)), ", "))
		}
		reflect.ValueOf(to).Elem().SetZero() // Unmarshal merges maps and ignores null for some types
		if given[name] == nil && !nullable || json.Unmarshal(fields[name], to) != nil {
			return nil, fault(name, "type")
		}
	}
	return given, nil
}

// fieldName truncates the name of a field because the client chooses it.
func fieldName(name string) string { return strings.ToValidUTF8(name[:min(len(name), 64)], "") }

// fault returns a reason with a rule of contracts/messages. params are pairs of name and value.
func fault(field, rule string, params ...string) error {
	f := &bff.FieldFault{Field: field, Rule: rule, Params: map[string]string{}}
	for i := 0; i+1 < len(params); i += 2 {
		f.Params[params[i]] = params[i+1]
	}
	return bff.InvalidPayload(f)
}

// checkText returns a fault for a missing, too long or invalid text. Queries may be invalid UTF-8.
func checkText(field, text string, maxLength int) error {
	switch {
	case text == "":
		return fault(field, "required")
	case !utf8.ValidString(text):
		return fault(field, "pattern")
	case utf8.RuneCountInString(text) > maxLength:
		return fault(field, "max_length", "max", strconv.Itoa(maxLength))
	}
	return nil
}

// queryNumber returns a number from 1 to maximum from the query, or fallback if it is absent.
func queryNumber(c *gin.Context, name string, fallback, maximum int) (int, error) {
	text, ok := c.GetQuery(name)
	if !ok {
		return fallback, nil
	}
	n, err := strconv.Atoi(text)
	switch {
	case err != nil:
		return 0, fault(name, "type")
	case n < 1:
		return 0, fault(name, "min", "min", "1")
	case n > maximum:
		return 0, fault(name, "max", "max", strconv.Itoa(maximum))
	}
	return n, nil
}

func reason(status int, debug, key string) *bff.Reason {
	return &bff.Reason{Status: status, Debug: debug, Key: key}
}

// Reasons of the staff API in addition to the reasons of package bff.
var (
	ReasonWrongLogin    = reason(http.StatusUnauthorized, "wrong login", "staff_wrong_login")
	ReasonCodeRequired  = reason(http.StatusUnauthorized, "code required", "staff_code_due")
	ReasonLoginRequired = reason(http.StatusUnauthorized, "login required", "staff_login_required")
	ReasonSignature     = reason(http.StatusUnauthorized, "signature invalid", "staff_signature_invalid")
	ReasonInvitation    = reason(http.StatusUnauthorized, "invitation invalid", "staff_invitation_invalid")
	ReasonTokenInvalid  = reason(http.StatusUnauthorized, "token invalid", "staff_token_invalid")
	ReasonScopeMissing  = reason(http.StatusForbidden, "scope missing", "staff_scope_missing")
	ReasonSetupRequired = reason(http.StatusForbidden, "authenticator required", "staff_authenticator_required")
	ReasonForbidden     = reason(http.StatusForbidden, "role forbids", "staff_forbidden")
	ReasonNotFound      = reason(http.StatusNotFound, "not found", "staff_not_found")
	ReasonLocalLogin    = reason(http.StatusForbidden, "local login disabled", "staff_local_login")
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

	// Studio:
	ReasonChangedByOther = reason(http.StatusConflict, "changed by another person", "staff_changed")

	// Limits:
	ReasonTooEarly = reason(http.StatusConflict, "too early", "staff_too_early")
)

var reasons = []struct {
	err    error
	reason *bff.Reason
}{
	{ErrUnknown, ReasonNotFound},
	{ErrExists, reason(http.StatusConflict, "account exists", "staff_account_exists")},
	{ErrName, bff.InvalidPayload(&bff.FieldFault{Field: "name", Rule: "pattern"})},
	{ErrLastAdmin, reason(http.StatusConflict, "last admin", "staff_last_admin")},
	{ErrCompanyAccount, reason(http.StatusConflict, "company account", "staff_company_account")},
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
	{studio.ErrReadOnly, reason(http.StatusConflict, "studio read-only", "staff_studio_read_only")},
	{studio.ErrProposed, reason(http.StatusConflict, "already proposed", "staff_already_proposed")},
	{studio.ErrNoChanges, reason(http.StatusConflict, "no changes", "staff_no_changes")},
	{studio.ErrNoProposal, reason(http.StatusConflict, "no proposal", "staff_loosening_not_proposed")},
	{studio.ErrContended, ReasonModified},
	{studio.ErrUnknown, ReasonNotFound},
	{studio.ErrTooLarge, bff.ReasonBodyTooLarge},
	{studio.ErrFull, reason(http.StatusRequestEntityTooLarge, "too many pictures", "staff_pictures_full")},
	{studio.ErrPicture, reason(http.StatusUnsupportedMediaType, "unsupported picture", "staff_picture")},
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

		Conflicts []studio.Conflict `json:"conflicts,omitempty"` // of ReasonChangedByOther
	}
	if waits := (*bff.ProposalWaitsError)(nil); errors.As(err, &waits) {
		r, answer.From = ReasonTooEarly.WithRetryAfter(waits.Left), waits.From.UTC()
	}
	if changed := (*studio.ConflictError)(nil); errors.As(err, &changed) {
		r, answer.Conflicts = ReasonChangedByOther, changed.Conflicts
	}
	errors.As(err, &r)
	if faults := config.Faults(nil); errors.As(err, &faults) {
		invalid := *bff.InvalidPayload(&bff.FieldFault{Field: faults[0].Field})
		invalid.Message, r = s.Problem(language(c), faults[0].Problem), &invalid
		if allowed := s.Problem(language(c), faults[0].Allowed); allowed != "" {
			invalid.Message += " · " + allowed
		}
	}
	if r.Status >= http.StatusInternalServerError {
		s.Log.ErrorContext(c, "staff request failed", "path", c.FullPath(), "error", err)
	}
	if r.RetryAfter > 0 {
		c.Header("Retry-After", strconv.Itoa(int(math.Ceil(r.RetryAfter.Seconds()))))
	}
	if r.Fault != nil {
		answer.Field = r.Fault.Field
	}
	answer.Error, answer.Message = r.Debug, s.Text(language(c), r)
	reply(c, r.Status, answer)
}

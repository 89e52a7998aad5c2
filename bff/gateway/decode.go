package gateway

import (
	"errors"
	"io"
	"net/http"
	"slices"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/strictjson"
)

// Rules of contracts/messages that apply to the envelope of every call.
const (
	ruleRequired = "required"
	ruleUnknown  = "unknown_field"
	ruleType     = "type"
	ruleLang     = "lang"
	ruleCase     = "field_case"
)

// readBody reads a whole body of at most 64 KiB. It fails with ReasonBodyTooLarge, or with
// ReasonBadRequest when the body is incomplete.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if r.ContentLength > contract.MaxBodyBytes {
		return nil, bff.ReasonBodyTooLarge
	}
	if r.ContentLength >= 0 { // net/http returns at most ContentLength bytes
		b := make([]byte, r.ContentLength)
		if _, err := io.ReadFull(r.Body, b); err != nil {
			return nil, bff.ReasonBadRequest.WithCause(err)
		}
		return b, nil
	}
	b, err := io.ReadAll(http.MaxBytesReader(w, r.Body, contract.MaxBodyBytes))
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		return nil, bff.ReasonBodyTooLarge
	}
	if err != nil {
		return nil, bff.ReasonBadRequest.WithCause(err)
	}
	return b, nil
}

// decode decodes a request envelope strictly (calls.md §1). It fails with ReasonBadRequest when the
// body is not JSON within the limits, and with InvalidPayload naming the field when it is not an
// envelope or has two names for one field.
func decode(body []byte) (*bff.Request, error) {
	v, err := strictjson.Parse(body, contract.MaxNesting)
	if ambiguous := new(strictjson.Error); errors.As(err, &ambiguous) && ambiguous.Key != "" {
		return nil, fault(truncate(ambiguous.Key), ruleCase)
	}
	if err != nil {
		return nil, bff.ReasonBadRequest.WithCause(err)
	}
	top, ok := v.(map[string]any)
	if !ok {
		return nil, bff.ReasonBadRequest.WithCause(errors.New("not an object"))
	}
	if err := checkKeys(top, "", "api", "data", "user"); err != nil {
		return nil, err
	}
	r := &bff.Request{}
	if r.Class, r.Method, err = decodeAPI(top); err != nil {
		return nil, err
	}
	if v, ok := top["data"]; ok {
		if r.Data, ok = v.(map[string]any); !ok {
			return nil, fault("data", ruleType)
		}
	} else {
		r.Data = map[string]any{}
	}
	if v := top["user"]; v != nil {
		if r.User, ok = v.(map[string]any); !ok {
			return nil, fault("user", ruleType)
		}
	}
	return r, nil
}

func decodeAPI(top map[string]any) (class, method string, err error) {
	v, ok := top["api"]
	if !ok {
		return "", "", fault("api", ruleRequired)
	}
	api, ok := v.(map[string]any)
	if !ok {
		return "", "", fault("api", ruleType)
	}
	if err := checkKeys(api, "api.", "class", "method"); err != nil {
		return "", "", err
	}
	if class, err = name(api, "class"); err != nil {
		return "", "", err
	}
	method, err = name(api, "method")
	return class, method, err
}

// name reads the class or the method of a call; an empty name counts as missing.
func name(api map[string]any, key string) (string, error) {
	v, ok := api[key]
	if !ok {
		return "", fault("api."+key, ruleRequired)
	}
	s, ok := v.(string)
	if !ok {
		return "", fault("api."+key, ruleType)
	}
	if s == "" {
		return "", fault("api."+key, ruleRequired)
	}
	return s, nil
}

// checkKeys refuses keys of m other than the allowed ones. It names the alphabetically first one, so
// that equal bodies are refused equally, and truncates it, because it is the client's text.
func checkKeys(m map[string]any, prefix string, allowed ...string) error {
	unknown, found := "", false
	for key := range m {
		if !slices.Contains(allowed, key) && (!found || key < unknown) {
			unknown, found = key, true
		}
	}
	if !found {
		return nil
	}
	return fault(prefix+truncate(unknown), ruleUnknown)
}

// truncate shortens a name for use in an answer.
func truncate(s string) string {
	const maxLength = 40 // characters
	n := 0
	for i := range s {
		if n++; n > maxLength {
			return s[:i] + "…"
		}
	}
	return s
}

func fault(field, rule string) error {
	return bff.InvalidPayload(&bff.FieldFault{Field: field, Rule: rule})
}

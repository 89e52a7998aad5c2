package staff

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/strictjson"
)

// maxBody is the maximum size of a request body in bytes.
const maxBody = 64 << 10

// decodeBody decodes the fields of a JSON object into pointers, strictly: a body with duplicate keys,
// invalid UTF-8 or bytes after the object is refused, and an unknown field or a wrong type is a
// fault that names the field. null is a wrong type, except for an optional.
func decodeBody(c *gin.Context, into map[string]any) error {
	body, err := io.ReadAll(http.MaxBytesReader(c.Writer, c.Request.Body, maxBody))
	if large := new(http.MaxBytesError); errors.As(err, &large) {
		return bff.ReasonBodyTooLarge
	}
	if err != nil {
		return bff.ReasonBadRequest.WithCause(err)
	}
	return decodeFields(body, into)
}

func decodeFields(body []byte, into map[string]any) error {
	value, err := strictjson.Parse(body, contract.MaxNesting)
	if ambiguous := new(strictjson.Error); errors.As(err, &ambiguous) && ambiguous.Key != "" {
		return fault(fieldName(ambiguous.Key), "field_case")
	}
	if err != nil {
		return bff.ReasonBadRequest.WithCause(err)
	}
	object, ok := value.(map[string]any)
	if !ok {
		return bff.ReasonBadRequest
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(body, &fields); err != nil {
		return bff.ReasonBadRequest.WithCause(err)
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		to, ok := into[name]
		if !ok {
			return fault(fieldName(name), "unknown_field")
		}
		if _, nullable := to.(interface{ acceptsNull() }); object[name] == nil && !nullable || json.Unmarshal(fields[name], to) != nil {
			return fault(name, "type")
		}
	}
	return nil
}

// fieldName truncates the name of a field, because it is the client's text.
func fieldName(name string) string { return strings.ToValidUTF8(name[:min(len(name), 64)], "") }

// optional is a field that may be absent, and that null sets to its zero value. value is nil when it
// is absent.
type optional[T any] struct{ value *T }

func (*optional[T]) acceptsNull() {}

// UnmarshalJSON implements json.Unmarshaler.
func (o *optional[T]) UnmarshalJSON(raw []byte) error {
	o.value = new(T)
	return json.Unmarshal(raw, o.value) // null leaves the zero value
}

// fault returns the reason for a field that breaks a rule of contracts/messages. params are
// name and value in turn.
func fault(field, rule string, params ...string) error {
	f := &bff.FieldFault{Field: field, Rule: rule, Params: map[string]string{}}
	for i := 0; i+1 < len(params); i += 2 {
		f.Params[params[i]] = params[i+1]
	}
	return bff.InvalidPayload(f)
}

// acceptedLanguages returns the two-letter languages of an Accept-Language header in their
// order. Weights are ignored.
func acceptedLanguages(header string) []string {
	var out []string
	for part := range strings.SplitSeq(header, ",") {
		tag, _, _ := strings.Cut(part, ";")
		tag, _, _ = strings.Cut(strings.TrimSpace(tag), "-")
		out = append(out, strings.ToLower(tag))
	}
	return out
}

func seconds(d time.Duration) string { return strconv.Itoa(int(math.Ceil(d.Seconds()))) }

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
	"croupier/bff/contract"
	"croupier/bff/internal/strictjson"
)

const maxBody = 64 << 10

// decodeBody strictly decodes the fields of a JSON object into pointers. It returns a fault with
// the field's name for an unknown field, a wrong type or null.
func decodeBody(c *gin.Context, into map[string]any) error {
	_, err := decode(c, into, false)
	return err
}

// decodePatch is like decodeBody, but null clears a field. It returns the fields of the body.
func decodePatch(c *gin.Context, into map[string]any) (given map[string]any, err error) {
	return decode(c, into, true)
}

func decode(c *gin.Context, into map[string]any, nullable bool) (given map[string]any, err error) {
	body, err := io.ReadAll(http.MaxBytesReader(c.Writer, c.Request.Body, maxBody))
	if large := new(http.MaxBytesError); errors.As(err, &large) {
		return nil, bff.ReasonBodyTooLarge
	}
	if err != nil {
		return nil, bff.ReasonBadRequest.WithCause(err)
	}
	return decodeFields(body, into, nullable)
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
			return nil, fault(fieldName(name), "unknown_field")
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

func seconds(d time.Duration) string { return strconv.Itoa(int(math.Ceil(d.Seconds()))) }

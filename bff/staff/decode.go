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
)

// maxBody is the maximum size of a request body in bytes.
const maxBody = 64 << 10

// decodeBody decodes the fields of a JSON object into pointers. It returns a fault for an
// unknown field or a wrong type.
func decodeBody(c *gin.Context, into map[string]any) error {
	d := json.NewDecoder(http.MaxBytesReader(c.Writer, c.Request.Body, maxBody))
	var given map[string]json.RawMessage
	err := d.Decode(&given)
	if err == nil {
		if _, after := d.Token(); !errors.Is(after, io.EOF) {
			return bff.ReasonBadRequest
		}
	}
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return bff.ReasonBodyTooLarge
	case err != nil || given == nil:
		return bff.ReasonBadRequest.WithCause(err)
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		to, ok := into[name]
		if !ok {
			return fault(strings.ToValidUTF8(name[:min(len(name), 64)], ""), "unknown_field")
		}
		if json.Unmarshal(given[name], to) != nil {
			return fault(name, "type")
		}
	}
	return nil
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

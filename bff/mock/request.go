package mock

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"
)

// problem is the error of a control request and its body.
type problem struct {
	status int    // of HTTP; 0: 400
	Text   string `json:"error"`
	Field  string `json:"field,omitempty"`
}

// Error returns the text.
func (p *problem) Error() string { return p.Text }

// invalid returns the problem of a field.
func invalid(field, format string, args ...any) *problem {
	return &problem{Text: field + ": " + fmt.Sprintf(format, args...), Field: field}
}

// respond sends a body, or an error: 500 if it is not a *problem.
func respond(g *gin.Context, body any, err error) {
	var p *problem
	switch {
	case errors.As(err, &p) && p.status != 0:
		g.JSON(p.status, p)
	case p != nil:
		g.JSON(http.StatusBadRequest, p)
	case err != nil:
		g.JSON(http.StatusInternalServerError, problem{Text: err.Error()})
	case body != nil:
		g.JSON(http.StatusOK, body)
	}
}

// maxControlBody bounds the body of a control request, in bytes.
const maxControlBody = 64 << 10

// decode decodes the body of a control request strictly: one JSON object with known fields.
// An empty body is an empty object.
func decode(g *gin.Context, into any) error {
	body, err := io.ReadAll(http.MaxBytesReader(g.Writer, g.Request.Body, maxControlBody))
	if err != nil {
		return &problem{status: http.StatusRequestEntityTooLarge, Text: "the body is too large"}
	}
	if len(body) == 0 {
		return nil
	}
	if media, _, err := mime.ParseMediaType(g.ContentType()); err != nil || media != "application/json" {
		return &problem{status: http.StatusUnsupportedMediaType, Text: "want Content-Type: application/json"}
	}
	if p := decodeStrictly(body, into); p != nil {
		return p
	}
	return nil
}

// decodeStrictly decodes one JSON object with known fields.
func decodeStrictly(raw []byte, into any) *problem {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	err := dec.Decode(into)
	var wrong *json.UnmarshalTypeError
	switch {
	case err == nil && dec.More():
		return &problem{Text: "the body is more than one JSON object"}
	case err == nil:
		return nil
	case errors.As(err, &wrong) && wrong.Field != "":
		return invalid(wrong.Field, "want %s, not %s", wrong.Type, wrong.Value)
	case wrong != nil:
		return &problem{Text: "want a JSON object, not " + wrong.Value}
	}
	if _, quoted, ok := strings.Cut(err.Error(), "unknown field "); ok {
		return invalid(strings.Trim(quoted, `"`), "unknown field")
	}
	return &problem{Text: "the body is not a JSON object: " + err.Error()}
}

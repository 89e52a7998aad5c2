package mock

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"
)

// problem is what the control surface answers to a request that it cannot follow.
type problem struct {
	Error string `json:"error"`
	Field string `json:"field,omitempty"`
}

func fault(field, text string) *problem { return &problem{Error: field + ": " + text, Field: field} }

// valid answers a problem; false where there is one.
func valid(g *gin.Context, p *problem) bool {
	if p == nil {
		return true
	}
	g.JSON(http.StatusBadRequest, p)
	return false
}

// maxControlBody is more than any control request needs.
const maxControlBody = 64 << 10

// read decodes a control request strictly: one JSON object with known fields. It answers
// what is wrong, and is false then. No body at all is an empty object.
func read(g *gin.Context, into any) bool {
	body, err := io.ReadAll(http.MaxBytesReader(g.Writer, g.Request.Body, maxControlBody))
	if err != nil {
		g.JSON(http.StatusRequestEntityTooLarge, problem{Error: "the body is too large"})
		return false
	}
	if len(body) == 0 {
		return true
	}
	if media, _, err := mime.ParseMediaType(g.ContentType()); err != nil || media != "application/json" {
		g.JSON(http.StatusUnsupportedMediaType, problem{Error: "want Content-Type: application/json"})
		return false
	}
	dec := json.NewDecoder(strings.NewReader(string(body)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return valid(g, unreadable(err))
	}
	if dec.More() {
		return valid(g, &problem{Error: "the body is more than one JSON object"})
	}
	return true
}

func unreadable(err error) *problem {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) && wrong.Field != "" {
		return fault(wrong.Field, "want "+wrong.Type.String()+", not "+wrong.Value)
	}
	if _, quoted, ok := strings.Cut(err.Error(), "unknown field "); ok {
		return fault(strings.Trim(quoted, `"`), "is unknown")
	}
	if wrong != nil {
		return &problem{Error: "want a JSON object, not " + wrong.Value}
	}
	return &problem{Error: "the body is no JSON object: " + err.Error()}
}

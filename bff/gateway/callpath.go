package gateway

import (
	"encoding/json"
	"errors"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// callPath is the path of a call of its own: its body is the call's data. It is the same call as the
// envelope at pathGateway, with the same guards, limits, cache and answers.
const callPath = pathGateway + "/:class/:method"

// maxCallName bounds the names in a callPath, in bytes.
const maxCallName = 64

// nameCall reads the call from the path.
func (g *gateway) nameCall(c *gin.Context) {
	info := infoOf(c)
	info.path = &pathCall{class: c.Param("class"), method: c.Param("method")}
}

// pathCall is the call that a path names.
type pathCall struct{ class, method string }

// envelope returns the envelope of the call with data as its data, in the one form that repeats of a
// call have, so that they are recognised by their bytes. An empty body is a call without data. It fails
// with ReasonUnknownCall where the path can name no call, and with ReasonBadRequest where data is not
// one JSON object: nothing in it can reach the envelope around it.
func (p *pathCall) envelope(data []byte) ([]byte, error) {
	if !isCallName(p.class) || !isCallName(p.method) {
		return nil, bff.ReasonUnknownCall
	}
	if len(data) == 0 {
		data = []byte("{}")
	}
	if !json.Valid(data) {
		return nil, bff.ReasonBadRequest.WithCause(errors.New("not JSON"))
	}
	body := make([]byte, 0, len(data)+len(p.class)+len(p.method)+48)
	body = append(body, `{"api":{"class":"`...)
	body = append(body, p.class...)
	body = append(body, `","method":"`...)
	body = append(body, p.method...)
	body = append(body, `"},"data":`...)
	body = append(body, data...)
	return append(body, '}'), nil
}

// isCallName reports whether s can be a class or a method: letters, digits and underscores.
func isCallName(s string) bool {
	for _, c := range []byte(s) {
		if !isLower(c|0x20) && !isDigit(c) && c != '_' {
			return false
		}
	}
	return s != "" && len(s) <= maxCallName
}

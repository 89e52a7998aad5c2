package gateway

import (
	"mime"
	"net/http"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/contract"
)

// guard refuses calls that were not sent by a page of this brand (calls.md §1). A browser does not
// let a foreign page send the panel header or JSON without a preflight request, which is refused.
func (g *gateway) guard(hr *http.Request, info *requestInfo) error {
	if hr.Method != http.MethodPost {
		return bff.ReasonMethod
	}
	if !hasPanel(hr.Header) {
		return bff.ReasonPanelMissing
	}
	if info.origin == originForeign {
		return bff.ReasonOriginRefused
	}
	if !isJSON(hr.Header) {
		return bff.ReasonMediaType
	}
	if g.isBlocked(hr, info) {
		return bff.ReasonRegionBlocked
	}
	return nil
}

// pathsWithoutPanel are reads of the console's API that need no panel header: neither an EventSource
// nor a link can send one.
var pathsWithoutPanel = []string{"/staff/v1/events", "/staff/v1/openapi.yaml", "/staff/v1/audit.csv", "/staff/v1/audit.jsonl", "/staff/v1/limits.csv"}

// isWithoutPanel reports whether a read needs no panel header.
func isWithoutPanel(path string) bool {
	return slices.Contains(pathsWithoutPanel, path) || strings.HasPrefix(path, "/staff/v1/players/") && strings.HasSuffix(path, "/export")
}

// guardStaff refuses console requests that were not sent by a page of this brand.
func (g *gateway) guardStaff(c *gin.Context) {
	var err error
	hasBody := c.Request.Method != http.MethodGet && c.Request.ContentLength != 0
	switch {
	case !g.isSameOrigin(c.Request, infoOf(c)):
		err = bff.ReasonOriginRefused
	case !hasPanel(c.Request.Header) && (c.Request.Method != http.MethodGet || !isWithoutPanel(c.Request.URL.Path)):
		err = bff.ReasonPanelMissing
	case hasBody && !isJSON(c.Request.Header):
		err = bff.ReasonMediaType
	}
	if err != nil {
		c.Abort()
		g.refuse(c, err)
	}
}

// headerPanel is the name as net/http keeps it.
var headerPanel = http.CanonicalHeaderKey(contract.PanelHeader)

func hasPanel(h http.Header) bool {
	panel := h[headerPanel]
	return len(panel) == 1 && panel[0] == contract.PanelValue
}

// isJSON reports whether the headers declare an uncompressed JSON body in UTF-8.
func isJSON(h http.Header) bool {
	types := h["Content-Type"]
	if len(types) != 1 {
		return false
	}
	if encodings := h["Content-Encoding"]; len(encodings) > 0 && encodings[0] != "" && encodings[0] != "identity" {
		return false
	}
	if types[0] == contentTypeJSON {
		return true
	}
	mediaType, params, err := mime.ParseMediaType(types[0])
	if err != nil || mediaType != contentTypeJSON {
		return false
	}
	for name, value := range params {
		if name != "charset" || !strings.EqualFold(value, "utf-8") {
			return false
		}
	}
	return true
}

package gateway

import (
	"net/http"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/contract"
)

// crossMemory is how long a browser may remember that a foreign page may call, in seconds.
const crossMemory = "600"

// What a foreign page may send, and what it may read beside the body.
var (
	crossSends = strings.Join([]string{"Content-Type", contract.PanelHeader, contract.IdempotencyHeader}, ", ")
	crossReads = strings.Join([]string{headerRequestID, headerCache, "Age", "Retry-After"}, ", ")
)

// isClient tells whether a request comes from a page of another origin that the brand lets
// call it: an existing front end that sends the user object (calls.md §3). Such a page is
// never given a cookie's session, so that it holds nothing but what it was handed itself.
func isClient(r *http.Request, brand *bff.Brand) bool {
	origins := r.Header.Values("Origin")
	return brand.Sessions.Transport == transportBody && len(origins) == 1 && slices.Contains(brand.Origins.Clients, origins[0])
}

// cross tells a browser which foreign pages may call the gateway and read its answers: none,
// unless the brand lists them. Credentials are allowed to nobody.
func (g *gateway) cross(c *gin.Context) {
	brand := bff.ScopeOf(c.Request.Context()).Brand
	if len(brand.Origins.Clients) > 0 {
		c.Writer.Header().Add("Vary", "Origin")
	}
	if !isClient(c.Request, brand) {
		return
	}
	c.Header("Access-Control-Allow-Origin", c.GetHeader("Origin"))
	if c.Request.Method != http.MethodOptions {
		c.Header("Access-Control-Expose-Headers", crossReads)
		return
	}
	c.Header("Access-Control-Allow-Methods", http.MethodPost)
	c.Header("Access-Control-Allow-Headers", crossSends)
	c.Header("Access-Control-Max-Age", crossMemory)
	c.AbortWithStatus(http.StatusNoContent)
}

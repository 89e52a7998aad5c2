package staff

import (
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// drift lists the deviations of platforms from the contract that this instance has observed, the
// latest first, of one class or call if the query says so. Their examples are masked. It lists the
// upstreams of the brands that v may see; those of no brand to viewers of all brands.
func (s *server) drift(c *gin.Context, v *visit) error {
	upstream, call := c.Query("upstream"), c.Query("call")
	if call != "" && !s.KnownCall(call) {
		return fault("call", "other")
	}
	visible := map[string]bool{}
	for _, b := range s.visibleBrands(v, Viewer) {
		for _, name := range upstreamNames(b) {
			visible[name] = true
		}
	}
	out := []bff.Deviation{}
	for _, d := range s.Deviations() {
		if !visible[d.Upstream] && !v.may(Everywhere, Viewer) {
			continue
		}
		if !v.may(d.Brand, Viewer) { // another brand of the same upstream
			d.Brand = ""
		}
		if (upstream == "" || d.Upstream == upstream) && (call == "" || d.Call == call || strings.HasPrefix(d.Call, call+"/")) {
			out = append(out, d)
		}
	}
	reply(c, http.StatusOK, out)
	return nil
}

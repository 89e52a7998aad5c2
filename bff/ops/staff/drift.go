package staff

import (
	"net/http"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// drift lists the deviations of platforms from the contract that this instance has observed, the
// latest first, of one class or call if the query says so. Their examples are masked.
func (s *server) drift(c *gin.Context, v *visit) error {
	upstream, call := c.Query("upstream"), c.Query("call")
	if call != "" && !s.KnownCall(call) {
		return fault("call", "other")
	}
	reply(c, http.StatusOK, slices.DeleteFunc(s.visibleDrift(v), func(d bff.Deviation) bool {
		return upstream != "" && d.Upstream != upstream || call != "" && d.Call != call && !strings.HasPrefix(d.Call, call+"/")
	}))
	return nil
}

// visibleDrift returns the deviations of the upstreams of the brands that v may see, and those of no brand
// for viewers of all brands.
func (s *server) visibleDrift(v *visit) []bff.Deviation {
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
		out = append(out, d)
	}
	return out
}

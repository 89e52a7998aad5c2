package staff

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// drift lists the deviations of platforms from the contract that this instance has observed, the
// latest first, of one class or call if the query says so. Their examples are masked.
func (s *server) drift(c *gin.Context, _ *visit) error {
	var upstream, call string
	if err := decodeQuery(c, map[string]*string{"upstream": &upstream, "call": &call}); err != nil {
		return err
	}
	if call != "" && !s.KnownCall(call) {
		return fault("call", "other")
	}
	out := []bff.Deviation{}
	for _, d := range s.Deviations() {
		if (upstream == "" || d.Upstream == upstream) && (call == "" || d.Call == call || strings.HasPrefix(d.Call, call+"/")) {
			out = append(out, d)
		}
	}
	reply(c, http.StatusOK, out)
	return nil
}

// decodeQuery sets the fields of a query. It returns a fault for an unknown and for a repeated field.
func decodeQuery(c *gin.Context, into map[string]*string) error {
	query := c.Request.URL.Query()
	for _, name := range slices.Sorted(maps.Keys(query)) {
		to, known := into[name]
		if !known {
			return fault(strings.ToValidUTF8(name[:min(len(name), 64)], ""), "unknown_field")
		}
		if len(query[name]) > 1 {
			return fault(name, "other")
		}
		*to = query.Get(name)
	}
	return nil
}

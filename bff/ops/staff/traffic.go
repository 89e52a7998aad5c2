package staff

import (
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// maxTrafficMinutes is the number of minutes that traffic replies with by default, and at most.
const maxTrafficMinutes = 60

// traffic replies with the traffic of the last minutes by brand, class and upstream, of the
// brands that v may see.
func (s *server) traffic(c *gin.Context, v *visit) error {
	minutes := maxTrafficMinutes
	if text, ok := c.GetQuery("minutes"); ok {
		n, err := strconv.Atoi(text)
		switch {
		case err != nil:
			return fault("minutes", "type")
		case n < 1:
			return fault("minutes", "min", "min", "1")
		case n > maxTrafficMinutes:
			return fault("minutes", "max", "max", strconv.Itoa(maxTrafficMinutes))
		}
		minutes = n
	}
	all, err := s.Traffic(c, minutes)
	if err != nil {
		return bff.ReasonUnavailable.WithCause(err)
	}
	out := []bff.Traffic{}
	for _, one := range all {
		if v.may(one.Brand, Viewer) {
			out = append(out, one)
		}
	}
	reply(c, http.StatusOK, out)
	return nil
}

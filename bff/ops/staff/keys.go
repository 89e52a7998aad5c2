package staff

import (
	"net/http"

	"github.com/gin-gonic/gin"
)

// keys lists the keys that seal sessions, without their secrets.
func (s *server) keys(c *gin.Context, _ *visit) error {
	all, err := s.Sessions.Keys(c, s.Brands())
	if err != nil {
		return err
	}
	reply(c, http.StatusOK, all)
	return nil
}

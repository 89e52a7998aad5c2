package staff

import (
	"net/http"

	"github.com/gin-gonic/gin"
)

// brandBootstrap replies with the bootstrap of a brand, from which the console shows the pages of
// every brand as its players see them.
func (s *server) brandBootstrap(c *gin.Context, _ *visit) error {
	b := s.brand(c.Param("brand"))
	if b == nil {
		return ReasonNotFound
	}
	lang := c.Query("lang")
	if !b.SupportsLanguage(lang) {
		lang = b.DefaultLang()
	}
	raw, err := s.Bootstrap(b, lang)
	if err != nil {
		return err
	}
	c.Header("Cache-Control", "no-store")
	c.Data(http.StatusOK, "application/json; charset=utf-8", raw)
	return nil
}

package mock

import (
	"embed"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"github.com/gin-gonic/gin"
)

// The page is plain HTML, CSS and ES modules without a build step.
//
//go:embed page
var pageFiles embed.FS

// pagePolicy admits the page's own files and origin, and no frames: the page changes clocks
// and money.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// asset is a file of the page.
type asset struct {
	body  []byte
	media string
	etag  string
}

// page mounts the developer's page: its HTML at the root of the control API, its files below
// page/. Links of other sites may lead to it: it changes nothing.
func page(g *gin.RouterGroup) {
	files := assets()
	g.GET("", serveAsset(files["index.html"]))
	g.GET("page/:file", func(g *gin.Context) {
		f, ok := files[g.Param("file")]
		if !ok {
			g.Status(http.StatusNotFound)
			return
		}
		serveAsset(f)(g)
	})
}

func serveAsset(f asset) gin.HandlerFunc {
	return func(g *gin.Context) {
		g.Header("Content-Security-Policy", pagePolicy)
		g.Header("X-Content-Type-Options", "nosniff")
		g.Header("Referrer-Policy", "no-referrer")
		// Revalidated each time: another build may have another page.
		g.Header("Cache-Control", "no-cache")
		g.Header("ETag", f.etag)
		if strings.Contains(g.GetHeader("If-None-Match"), f.etag) {
			g.Status(http.StatusNotModified)
			return
		}
		g.Data(http.StatusOK, f.media, f.body)
	}
}

// assets returns the embedded files of the page by name.
func assets() map[string]asset {
	out := map[string]asset{}
	names, _ := fs.Glob(pageFiles, "page/*")
	for _, name := range names {
		body, _ := fs.ReadFile(pageFiles, name)
		out[path.Base(name)] = asset{body: body, media: mediaTypes[path.Ext(name)], etag: etagOf(body)}
	}
	return out
}

// mediaTypes does not depend on the machine, whose table may have text/plain for scripts.
var mediaTypes = map[string]string{
	".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".html": "text/html; charset=utf-8", ".svg": "image/svg+xml",
}

package mock

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"

	"github.com/gin-gonic/gin"
)

// The page is plain HTML, CSS and ES modules that no tool builds.
//
//go:embed page
var pageFiles embed.FS

// pagePolicy lets the page load its own files and talk to its own origin, and nobody frame
// it: it moves clocks and money.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// asset is one file of the page.
type asset struct {
	body  []byte
	media string
	etag  string
}

// page mounts the developer's page on the control surface: its HTML at the surface's root,
// its files below page/. It may be reached by a link from anywhere: it changes nothing.
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
		// Asked for again each time, for another build may have another page.
		g.Header("Cache-Control", "no-cache")
		g.Header("ETag", f.etag)
		if strings.Contains(g.GetHeader("If-None-Match"), f.etag) {
			g.Status(http.StatusNotModified)
			return
		}
		g.Data(http.StatusOK, f.media, f.body)
	}
}

// assets reads the files of the page by name; what is embedded can be read.
func assets() map[string]asset {
	out := map[string]asset{}
	names, _ := fs.Glob(pageFiles, "page/*")
	for _, name := range names {
		body, _ := fs.ReadFile(pageFiles, name)
		sum := sha256.Sum256(body)
		out[path.Base(name)] = asset{
			body: body, media: mediaOf(name), etag: `"` + hex.EncodeToString(sum[:10]) + `"`,
		}
	}
	return out
}

// mediaOf does not ask the machine, whose table may call a script text/plain.
func mediaOf(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".html":
		return "text/html; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	default:
		return mime.TypeByExtension(path.Ext(name))
	}
}

package e2e_test

import (
	"bytes"
	"html"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// servePictures serves every picture in one colour. It returns a platform that names these pictures
// instead of the vector graphics of the mock, and the service's address.
func servePictures(t *testing.T, requests *atomic.Int64) (platform, pictures string) {
	picture := image.NewRGBA(image.Rect(0, 0, 16, 16))
	blue := image.NewUniform(color.RGBA{R: 0x10, G: 0x20, B: 0x30, A: 0xff})
	draw.Draw(picture, picture.Bounds(), blue, image.Point{}, draw.Src)
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests.Add(1)
		assert.NoError(t, png.Encode(w, picture))
	}))
	t.Cleanup(service.Close)
	vector := regexp.MustCompile(`"[^"]*/mock/art/([^".]+)\.svg[^"]*"`)
	target := &url.URL{Scheme: "http", Host: startMock(t).Address}
	front := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.Out.Header.Del("Accept-Encoding")
		},
		ModifyResponse: func(r *http.Response) error {
			raw, err := io.ReadAll(r.Body)
			raw = vector.ReplaceAll(raw, []byte(`"`+service.URL+`/$1.png"`))
			r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(raw)), int64(len(raw))
			r.Header.Del("Content-Length")
			return err
		},
	})
	t.Cleanup(front.Close)
	return strings.TrimPrefix(front.URL, "http://"), service.URL
}

func TestPicturesOfAnImageService(t *testing.T) {
	parallel(t)
	var requests atomic.Int64
	platform, pictures := servePictures(t, &requests)
	file := writeConfig(t, "", map[string]string{
		"": "images: { template: '" + pictures + "/{width}/{source64}', widths: [320, 960] }\n",
	})
	p := startServer(t, inFrontOf(platform), t.TempDir(), "--config", file)
	v := visitor{p.Address, "localhost", ""}

	a := v.call(t, "", "cmscontroller/getSlider", nil)
	require.True(t, a.Result, a.raw)
	srcset := regexp.MustCompile(`"srcset":"([^"]+ 320w, [^"]+ 960w)"`).FindStringSubmatch(a.raw)
	require.NotNil(t, srcset, a.raw)
	status, header, page := v.get(t, "/", nil)
	require.Equal(t, http.StatusOK, status)
	assert.Contains(t, header.Get("Content-Security-Policy"), " "+pictures+";")
	attribute := html.EscapeString(srcset[1])
	assert.Regexp(t, `<link rel="preload" as="image" fetchpriority="high" href="[^"]+" imagesrcset="`+
		regexp.QuoteMeta(attribute)+`" imagesizes="\(min-width:1100px\) 68vw">`, page)
	assert.Regexp(t, `<img [^>]*sizes="\(min-width:1100px\) 68vw"[^>]* srcset="`+regexp.QuoteMeta(attribute)+`"`, page)
	assert.NotContains(t, page, `srcset=""`)
	eventually(t, "a request of a tiny picture", func() bool { return requests.Load() > 0 })
}

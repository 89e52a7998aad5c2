package pictures_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/platform/pictures"
)

// picture returns a picture whose left half has the colour #204060 and whose right half has #406080.
func picture(side int, alpha uint8) image.Image {
	p := image.NewNRGBA(image.Rect(0, 0, side, side))
	for y := range side {
		for x := range side {
			light := uint8(x / (side / 2) * 0x20)
			p.Set(x, y, color.NRGBA{R: 0x20 + light, G: 0x40 + light, B: 0x60 + light, A: alpha})
		}
	}
	return p
}

// service is an image service in memory. It counts its requests.
type service struct{ requests atomic.Int32 }

func (s *service) RoundTrip(r *http.Request) (*http.Response, error) {
	s.requests.Add(1)
	w := httptest.NewRecorder()
	var body bytes.Buffer
	switch r.URL.Path {
	case "/a.png":
		_ = png.Encode(&body, picture(16, 0xff))
	case "/a.jpg":
		_ = jpeg.Encode(&body, picture(16, 0xff), &jpeg.Options{Quality: 100})
	case "/clear.png":
		_ = png.Encode(&body, picture(16, 0x80))
	case "/wide.png":
		_ = png.Encode(&body, picture(258, 0xff))
	case "/redirect":
		http.Redirect(w, r, "https://elsewhere.example/a.png", http.StatusFound)
	case "/text":
		body.WriteString(strings.Repeat("no picture ", 1000))
	default:
		http.NotFound(w, r)
	}
	_, _ = body.WriteTo(w)
	return w.Result(), nil
}

func TestColours(t *testing.T) {
	for path, want := range map[string]string{
		"/a.png": "#305070", "/clear.png": "", "/wide.png": "", "/redirect": "", "/text": "", "/missing.png": "",
	} {
		synctest.Test(t, func(t *testing.T) {
			images := &service{}
			colours := pictures.NewColours(images, time.Now)
			ctx, stop := context.WithCancel(t.Context())
			go func() { assert.NoError(t, colours.Run(ctx)) }()
			address := "https://img.example" + path
			assert.Empty(t, colours.Of(address), "%s: it is not known at once", path)
			assert.Empty(t, colours.Of(address), "%s", path)
			synctest.Wait()
			assert.Equal(t, want, colours.Of(address), path)
			assert.EqualValues(t, 1, images.requests.Load(), "%s: one request", path)
			time.Sleep(11 * time.Minute)
			colours.Of(address)
			synctest.Wait()
			assert.Equal(t, want == "", images.requests.Load() == 2, "%s: only an unknown colour is tried again", path)
			stop()
			synctest.Wait()
		})
	}
}

func TestTheColourOfAJPEGIsItsAverage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		colours := pictures.NewColours(&service{}, time.Now)
		ctx, stop := context.WithCancel(t.Context())
		go func() { _ = colours.Run(ctx) }()
		colours.Of("https://img.example/a.jpg")
		synctest.Wait()
		require.Regexp(t, `^#(2f|30|31)(4f|50|51)(6f|70|71)$`, colours.Of("https://img.example/a.jpg"))
		stop()
		synctest.Wait()
	})
}

func TestColoursNeverWait(t *testing.T) {
	colours := pictures.NewColours(&service{}, time.Now) // nothing runs
	for range 3 {
		for n := range 2_000 {
			assert.Empty(t, colours.Of("https://img.example/"+strings.Repeat("a", n)))
		}
	}
}

package mock

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"hash/crc32"
	"image"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"

	"croupier/bff/mock/calls"
)

const (
	maxBitmaps = 256 // in the cache, of 100 KB on average
	photo      = 88  // quality of a picture as JPEG
	lossless   = -1  // quality of a picture as PNG
)

// bitmap is a picture of the scenario heavy-pictures, or a rendition with a smaller width.
type bitmap struct {
	size    [2]int // of the picture
	width   int
	quality int    // of JPEG, or lossless
	variant uint32 // pictures share a few drawings
}

// bitmapSizes are the sizes of bitmaps by kind, and of slides by use.
var bitmapSizes = map[string][2]int{
	"cover": {1200, 1600}, "table": {1920, 1200}, "hero": {2520, 1080}, "side": {1920, 1080}, "promo": {1920, 1080},
	"tournament": {1920, 1080}, "popup": {1200, 1500},
}

// bitmapOf returns the bitmap of a picture, or its rendition if a width is set. It reports false
// for SVG.
func bitmapOf(kind, key, format string, width int) (bitmap, bool) {
	if kind == "slide" {
		kind, _, _ = strings.Cut(key, "-")
	}
	size, ok := bitmapSizes[kind]
	quality, isBitmap := map[string]int{"jpg": photo, "png": lossless}[format]
	b := bitmap{size, size[0], quality, crc32.ChecksumIEEE([]byte(key)) % 4}
	if width > 0 {
		b.width, b.quality = min(width, size[0]), 75
	}
	return b, ok && isBitmap
}

// showRendition is an image service with the addresses of imgproxy, without signatures. It serves the
// bitmaps of this casino only, and ignores the host in their addresses.
func (c *Casino) showRendition(g *gin.Context) {
	var width int
	var source string
	_, _ = fmt.Sscanf(g.Param("path"), "/rs:fit:%d/%s", &width, &source)
	address, _ := base64.RawURLEncoding.DecodeString(source)
	at, err := url.Parse(string(address))
	if err != nil || width < 1 {
		g.Status(http.StatusBadRequest)
		return
	}
	kind, file, _ := strings.Cut(strings.TrimPrefix(at.Path, calls.ArtPath), "/")
	c.sendPicture(g, kind, file, at.Query().Get("v"), width)
}

// bitmaps draws and caches bitmaps. It is safe for concurrent use. It draws one bitmap at a time,
// because each needs 10 MB.
type bitmaps struct {
	mu    sync.Mutex
	files map[bitmap][]byte
}

func (b *bitmaps) get(of bitmap) []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	if file, ok := b.files[of]; ok {
		return file
	}
	if b.files == nil || len(b.files) >= maxBitmaps {
		b.files = map[bitmap][]byte{}
	}
	var out bytes.Buffer // writing to it never fails
	if drawn := of.draw(); of.quality == lossless {
		_ = png.Encode(&out, drawn)
	} else {
		_ = jpeg.Encode(&out, drawn, &jpeg.Options{Quality: of.quality})
	}
	b.files[of] = out.Bytes()
	return out.Bytes()
}

// draw draws a gradient, and blocks and grain that compress like the details of a photo. A
// rendition is the same drawing with fewer pixels and without grain.
func (b bitmap) draw() *image.RGBA {
	r := rand.New(rand.NewPCG(uint64(b.variant), 11))
	w, h := b.width, b.size[1]*b.width/b.size[0]
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	blocks, colours := r.Perm(128*128), r.Perm(99)
	grain := 1 + map[int]int{photo: 8}[b.quality]
	for y := range h {
		for x := range w {
			detail := blocks[y*b.size[0]/w>>3&127<<7|x*b.size[0]/w>>3&127]&31 + r.IntN(grain)
			p := img.Pix[img.PixOffset(x, y):]
			for c := range 3 {
				p[c] = uint8(16 + colours[c]*x/w + colours[c+3]*y/h + detail) //nolint:gosec // at most 251
			}
			p[3] = 255
		}
	}
	return img
}

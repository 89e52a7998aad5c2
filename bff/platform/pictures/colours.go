// Package pictures fetches pictures and finds their dominant colours.
package pictures

import (
	"bytes"
	"context"
	"fmt"
	"image"
	_ "image/gif"  // a format of image.Decode
	_ "image/jpeg" // a format of image.Decode
	_ "image/png"  // a format of image.Decode
	"io"
	"net/http"
	"time"

	"croupier/bff/internal/bounded"
)

// The bounds of the work. A picture is tiny, because the image service makes it.
const (
	maxColours = 20_000
	maxWaiting = 1_000
	maxBytes   = 64 << 10
	maxSide    = 256 // pixels
	timeout    = 5 * time.Second
	retryAfter = 10 * time.Minute // of pictures whose colour is unknown
	maxAge     = 24 * time.Hour
)

// Colours remembers the dominant colours of pictures. It is safe for concurrent use.
type Colours struct {
	transport http.RoundTripper
	known     *bounded.Map[string, colour]
	waiting   chan string
	now       func() time.Time
}

// colour is the colour of a picture, or the time of the last attempt to find it.
type colour struct {
	text string // #rrggbb, empty if unknown
	at   time.Time
}

// NewColours returns Colours that fetch pictures with transport. Run finds the colours.
func NewColours(transport http.RoundTripper, now func() time.Time) *Colours {
	return &Colours{
		transport: transport, waiting: make(chan string, maxWaiting), now: now,
		known: bounded.New(bounded.Options[string, colour]{MaxEntries: maxColours, TTL: maxAge, Now: now}),
	}
}

// Of returns the colour of the picture at address as #rrggbb, or "" if it is not known yet. It
// never waits. If too many pictures wait already, it forgets the picture until the next call.
func (c *Colours) Of(address string) string {
	known, ok := c.known.Get(address)
	if known.text == "" && (!ok || c.now().Sub(known.at) > retryAfter) {
		select {
		case c.waiting <- address:
			c.known.Put(address, colour{at: c.now()})
		default:
		}
	}
	return known.text
}

// Run finds the colours of waiting pictures one after another until ctx ends.
func (c *Colours) Run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case address := <-c.waiting:
			if text, err := c.find(ctx, address); err == nil { // otherwise the next attempt follows after retryAfter
				c.known.Put(address, colour{text, c.now()})
			}
		}
	}
}

// find fetches a picture and returns its colour. The text is empty for a picture with transparency.
func (c *Colours) find(ctx context.Context, address string) (text string, err error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	raw, err := Fetch(ctx, c.transport, address, "image/jpeg, image/png, image/gif", maxBytes)
	if err != nil {
		return "", err
	}
	size, _, err := image.DecodeConfig(bytes.NewReader(raw))
	if err != nil || size.Width > maxSide || size.Height > maxSide {
		return "", fmt.Errorf("could not decode a picture of %d × %d pixels: %w", size.Width, size.Height, err)
	}
	picture, _, err := image.Decode(bytes.NewReader(raw))
	if err != nil {
		return "", err
	}
	return average(picture), nil
}

// Fetch returns the first bytes of the picture at address. It follows no redirect, because brands
// allow only the origin of the address.
func Fetch(
	ctx context.Context, transport http.RoundTripper, address, accept string, most int64,
) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Accept", accept)
	response, err := transport.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close() //nolint:errcheck // only read
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %d", response.StatusCode)
	}
	return io.ReadAll(io.LimitReader(response.Body, most))
}

// average returns the average colour of an opaque picture as #rrggbb.
func average(picture image.Image) string {
	var red, green, blue, count uint64
	area := picture.Bounds()
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			r, g, b, alpha := picture.At(x, y).RGBA()
			if alpha < 0xffff {
				return ""
			}
			red, green, blue, count = red+uint64(r>>8), green+uint64(g>>8), blue+uint64(b>>8), count+1
		}
	}
	if count == 0 {
		return ""
	}
	return fmt.Sprintf("#%02x%02x%02x", red/count, green/count, blue/count)
}

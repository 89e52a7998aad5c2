package main

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/platform/pictures"
	"croupier/bff/platform/sanitise"
	"croupier/bff/site"
)

// The budgets of a first screen on a phone, in bytes.
const (
	screenBudget  = 400_000
	pictureBudget = 150_000

	maxPicture     = 20_000_000
	pictureTimeout = 15 * time.Second
	density        = 2 // pixels of the phone per CSS pixel
)

// weighed is a picture as a phone loads it.
type weighed struct {
	Source string `json:"source"` // address at the platform
	Bytes  int    `json:"bytes"`
	Width  int    `json:"width,omitempty"` // of the file, 0 for an unknown format
	Height int    `json:"height,omitempty"`
	Needed int    `json:"needed"` // width in pixels that the page shows
	Error  string `json:"error,omitempty"`
}

// screen is the first screen of a page with its pictures.
type screen struct {
	Page     string    `json:"page"`
	Bytes    int       `json:"bytes"`
	Pictures []weighed `json:"pictures"`
}

// weighScreens loads the pictures of the first screens of a brand as a phone would load them.
func weighScreens(
	ctx context.Context, b *bff.Brand, calls *contract.Catalogue, platform bff.Upstream,
) (screens []screen) {
	reader := site.GuestReader{
		Calls:    calls,
		Upstream: sanitise.NewUpstream(platform, calls, func(*bff.UpstreamRequest, string) {}, nil),
		Cache: func(ctx context.Context, r *bff.UpstreamRequest, next bff.Upstream) (bff.CacheResult, error) {
			a, err := next.Do(ctx, r)
			return bff.CacheResult{Answer: a}, err
		},
		Maintenance: func(string, string) bff.MaintenanceState { return bff.MaintenanceState{} },
		Clock:       time.Now,
	}
	read := site.NewInitialData(reader.ReadAll)
	scope := &bff.Scope{RequestID: "check", Brand: b, Lang: b.DefaultLang(), Visitor: localVisitor, Phone: true}
	for _, page := range []string{"/", "/slot"} {
		s := screen{Page: page}
		for _, p := range site.FirstPictures(b, page, read(ctx, scope, page, false), time.Now()) {
			needed := p.Width * density
			address := candidate(&p, needed)
			if strings.HasPrefix(address, "/") { // of the brand's host, which may not serve yet
				continue
			}
			w := weighed{Source: p.Source, Needed: needed}
			if err := w.weigh(ctx, address); err != nil {
				w.Error = err.Error()
			}
			s.Bytes += w.Bytes
			s.Pictures = append(s.Pictures, w)
		}
		screens = append(screens, s)
	}
	return screens
}

// candidate returns the smallest version that is wide enough, or the widest one.
func candidate(p *site.FirstPicture, needed int) string {
	address := p.Source
	for entry := range strings.SplitSeq(p.Srcset, ", ") {
		version, width, ok := strings.Cut(entry, " ")
		if n, _ := strconv.Atoi(strings.TrimSuffix(width, "w")); n >= needed {
			return version
		}
		if ok {
			address = version
		}
	}
	return address
}

func (w *weighed) weigh(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, pictureTimeout)
	defer cancel()
	raw, err := pictures.Fetch(ctx, http.DefaultTransport, address, "image/avif,image/webp,image/*", maxPicture)
	size, _, _ := image.DecodeConfig(bytes.NewReader(raw)) // zero for other formats
	w.Bytes, w.Width, w.Height = len(raw), size.Width, size.Height
	return err
}

// write prints the failures and the pictures above the budget with a remedy.
func (s *screen) write(w io.Writer, b *bff.Brand) {
	line := func(format string, args ...any) {
		_, _ = fmt.Fprintf(w, "brand %s, page %s: "+format+"\n", append([]any{b.ID, s.Page}, args...)...)
	}
	remedy := "set images in brand.yaml"
	if b.Images != nil {
		remedy = "choose a format or quality in images.template that makes smaller files"
	}
	for _, p := range s.Pictures {
		has := fmt.Sprintf("%s has %d KB", p.Source, p.Bytes/1000)
		if p.Width > 0 {
			has += fmt.Sprintf(" and %d × %d pixels", p.Width, p.Height)
		}
		if p.Error != "" {
			line("could not weigh %s: %s", p.Source, p.Error)
		} else if p.Bytes > pictureBudget {
			line("%s, but a phone shows %d pixels in width (at most %d KB): %s", has, p.Needed, pictureBudget/1000,
				remedy)
		}
	}
	if s.Bytes > screenBudget {
		line("the %d pictures of the first screen have %d KB (at most %d KB): %s", len(s.Pictures), s.Bytes/1000,
			screenBudget/1000, remedy)
	}
}

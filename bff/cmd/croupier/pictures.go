package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	_ "image/gif"  // a format of image.DecodeConfig
	_ "image/jpeg" // a format of image.DecodeConfig
	_ "image/png"  // a format of image.DecodeConfig
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/platform/sanitise"
	"croupier/bff/site"
)

// The budgets of a first screen on a phone, in bytes.
const (
	screenBudget  = 400_000
	pictureBudget = 150_000

	maxPicture = 20_000_000
	density    = 2 // pixels of the phone per CSS pixel
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
	}
	// A page does not wait for a slow platform. This command does.
	patient := func(ctx context.Context, s *bff.Scope, _ time.Duration, calls ...bff.GuestRead) []*bff.Answer {
		return reader.ReadAll(ctx, s, time.Minute, calls...)
	}
	scope := &bff.Scope{RequestID: "check", Brand: b, Lang: b.DefaultLang(), Visitor: localVisitor}
	client := &http.Client{
		Timeout:       15 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	for _, page := range []string{"/", "/slot"} {
		s := screen{Page: page}
		answers := site.NewInitialData(patient)(ctx, scope, page, false)
		for _, p := range site.FirstPictures(b, page, answers, time.Now()) {
			needed := p.Width * density
			address := candidate(&p, needed)
			if strings.HasPrefix(address, "/") { // of the brand's host, which may not serve yet
				continue
			}
			w := weigh(ctx, client, address)
			w.Source, w.Needed = p.Source, needed
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
		if !ok {
			continue
		}
		address = version
		if n, _ := strconv.Atoi(strings.TrimSuffix(width, "w")); n >= needed {
			break
		}
	}
	return address
}

// weigh loads a picture. The brand allows the origin of the address, so a redirect is a failure.
func weigh(ctx context.Context, client *http.Client, address string) (w weighed) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return weighed{Error: err.Error()}
	}
	r.Header.Set("Accept", "image/avif,image/webp,image/*")
	response, err := client.Do(r)
	if err != nil {
		return weighed{Error: cmp.Or(errors.Unwrap(err), err).Error()} // the outer error repeats the address
	}
	defer func() { _ = response.Body.Close() }()
	raw, err := io.ReadAll(io.LimitReader(response.Body, maxPicture))
	switch {
	case err != nil:
		return weighed{Error: err.Error()}
	case response.StatusCode != http.StatusOK:
		return weighed{Error: "status " + strconv.Itoa(response.StatusCode)}
	}
	size, _, _ := image.DecodeConfig(bytes.NewReader(raw)) // zero for other formats
	return weighed{Bytes: len(raw), Width: size.Width, Height: size.Height}
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
		switch {
		case p.Error != "":
			line("could not weigh %s: %s", p.Source, p.Error)
		case p.Bytes > pictureBudget:
			dimensions := ""
			if p.Width > 0 {
				dimensions = fmt.Sprintf(" and %d × %d pixels", p.Width, p.Height)
			}
			line("%s has %d KB%s, but a phone shows %d pixels in width (at most %d KB): %s", p.Source, p.Bytes/1000,
				dimensions, p.Needed, pictureBudget/1000, remedy)
		}
	}
	if s.Bytes > screenBudget {
		line("the %d pictures of the first screen have %d KB (at most %d KB): %s", len(s.Pictures), s.Bytes/1000,
			screenBudget/1000, remedy)
	}
}

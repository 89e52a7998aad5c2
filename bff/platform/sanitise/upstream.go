package sanitise

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"weak"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/bounded"
	"croupier/bff/internal/lists"
)

// Upstream sanitises the answers of another upstream before they are cached.
type Upstream struct {
	next      bff.Upstream
	markup    map[*bff.Call]*contract.Markup
	origins   *bounded.Map[weak.Pointer[bff.Brand], Origins] // a reload creates new brands
	known     *bounded.Recent[answerKey, json.RawMessage]    // sanitised data without refused links
	onRefused func(r *bff.UpstreamRequest, path string)
	colour    func(picture string) string // may be nil
}

type answerKey struct {
	brand weak.Pointer[bff.Brand]
	call  *bff.Call
}

// maxBrands bounds the brands whose origins are known.
const maxBrands = 1024

var _ bff.Upstream = (*Upstream)(nil)

// NewUpstream wraps next. onRefused is called for each removed link with the path of its field.
// colour returns the known colour of a tiny picture, or "", without waiting. It may be nil.
func NewUpstream(next bff.Upstream, calls *contract.Catalogue,
	onRefused func(r *bff.UpstreamRequest, path string), colour func(picture string) string,
) *Upstream {
	u := &Upstream{
		next: next, markup: map[*bff.Call]*contract.Markup{}, onRefused: onRefused, colour: colour,
		origins: bounded.New(bounded.Options[weak.Pointer[bff.Brand], Origins]{MaxEntries: maxBrands}),
		known:   bounded.NewRecent[answerKey, json.RawMessage](),
	}
	for _, call := range calls.Calls() {
		if m := calls.Markup(call); m != nil {
			u.markup[call] = m
		}
	}
	return u
}

// Do implements bff.Upstream. If an answer is useless without a refused link, it is a bad upstream
// answer.
func (u *Upstream) Do(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
	a, err := u.next.Do(ctx, r)
	if err != nil || !a.Result {
		return a, err
	}
	markup := u.markup[r.Call]
	if markup == nil {
		return a, nil
	}
	out := *a
	key := answerKey{weak.Make(r.Brand), r.Call}
	if clean, ok := u.known.Get(key, a.Data); ok {
		out.Data = clean
		return &out, nil
	}
	origins, ok := u.origins.Get(key.brand)
	if !ok {
		origins = originsOf(r.Brand)
		u.origins.Put(key.brand, origins)
	}
	clean, refused, err := Data(a.Data, markup, origins, u.pictures(r.Brand.Images))
	for _, path := range refused {
		u.onRefused(r, path)
	}
	if err != nil {
		return nil, bff.ReasonBadUpstreamAnswer.WithCause(err)
	}
	if len(refused) == 0 && r.Brand.Images == nil { // the colours of pictures become known later
		u.known.Put(key, a.Data, func([]byte) json.RawMessage { return bytes.Clone(clean) })
	}
	out.Data = clean
	return &out, nil
}

// tinyWidth is the width of the picture whose colours are averaged.
const tinyWidth = 16

// pictures returns the Pictures of an image service, or nil if the brand has none.
func (u *Upstream) pictures(images *bff.Images) Pictures {
	if images == nil {
		return nil
	}
	return func(source string, widest int) (srcset, color string) {
		if !images.Resizes(source) {
			return "", ""
		}
		if tiny := images.URL(source, tinyWidth); u.colour != nil && !strings.HasPrefix(tiny, "/") {
			color = u.colour(tiny)
		}
		return images.Srcset(source, widest), color
	}
}

// originsOf returns the origins that a brand names, and the hosts of the brand for links. Payment
// links may have any origin, because providers are many and the payment already exists.
func originsOf(b *bff.Brand) Origins {
	pages := slices.Concat(b.Origins.Links, lists.Map(b.Hosts, b.Origin))
	return Origins{
		contract.TargetPage: pages, contract.TargetImage: b.Origins.Images, contract.TargetFrame: b.Origins.Frames,
		contract.TargetPayment: {AnyOrigin},
	}
}

// Allows reports whether pages of a brand may have an address.
func Allows(b *bff.Brand, target contract.LinkTarget, address string) bool {
	return Link(address, originsOf(b)[target]) != ""
}

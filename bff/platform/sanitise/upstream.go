package sanitise

import (
	"context"
	"slices"

	"croupier/bff"
	"croupier/bff/contract"
)

// Upstream sanitises the answers of another upstream before they are cached.
type Upstream struct {
	next      bff.Upstream
	markup    map[*bff.Call]*contract.Markup
	onRefused func(r *bff.UpstreamRequest, path string)
}

var _ bff.Upstream = (*Upstream)(nil)

// NewUpstream wraps next. onRefused is called for each removed link with the path of its field.
func NewUpstream(next bff.Upstream, calls *contract.Catalogue,
	onRefused func(r *bff.UpstreamRequest, path string),
) *Upstream {
	u := &Upstream{next: next, markup: map[*bff.Call]*contract.Markup{}, onRefused: onRefused}
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
	clean, refused, err := Data(a.Data, markup, originsOf(r.Brand))
	for _, path := range refused {
		u.onRefused(r, path)
	}
	if err != nil {
		return nil, bff.ReasonBadUpstreamAnswer.WithCause(err)
	}
	out := *a
	out.Data = clean
	return &out, nil
}

// originsOf returns the origins that a brand names, and the hosts of the brand for links. Payment
// links may have any origin, because providers are many and the payment already exists.
func originsOf(b *bff.Brand) Origins {
	scheme := "http://"
	if b.Sessions.Secure {
		scheme = "https://"
	}
	pages := slices.Clone(b.Origins.Links)
	for _, host := range b.Hosts {
		pages = append(pages, scheme+host)
	}
	return Origins{
		contract.TargetPage: pages, contract.TargetImage: b.Origins.Images, contract.TargetFrame: b.Origins.Frames,
		contract.TargetPayment: {AnyOrigin},
	}
}

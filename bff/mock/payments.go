package mock

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"

	"croupier/bff/mock/calls"
	"croupier/bff/mock/pay"
	"croupier/bff/mock/world"
)

var _ pay.Service = payments{}

// payments implements pay.Service for the pages of payment providers. A token is "WORLD.SECRET".
type payments struct{ *Casino }

// Payment implements pay.Service.
func (p payments) Payment(_ context.Context, token string) (pay.Payment, error) {
	sandbox, secret, err := p.sandboxOf(token)
	if err != nil {
		return pay.Payment{}, world.ErrNoRecords
	}
	s, err := sandbox.world.ProviderPayment(secret)
	if err != nil {
		return pay.Payment{}, err
	}
	s.Back = p.options.siteAt(s.Brand, s.Back)
	return pay.Payment{
		ProviderPayment: s, Merchant: s.Brand.Name, Provider: sandbox.world.Catalogue.Texts.MethodName(s.Lang, s.Method.ID, s.Method.Name),
		Logo: calls.ArtPath + "method/" + s.Method.Logo + ".svg?v=" + strconv.FormatUint(sandbox.world.Catalogue.Seed, 10),
	}, nil
}

// Decide implements pay.Service.
func (p payments) Decide(_ context.Context, token string, confirm bool) error {
	sandbox, secret, err := p.sandboxOf(token)
	if err != nil {
		return world.ErrNoRecords
	}
	_, err = sandbox.world.ResolveProviderPayment(secret, confirm)
	return err
}

// siteHost matches a host name or address with an optional port. Other hosts that net/url accepts may
// name another host to a browser.
var siteHost = regexp.MustCompile(`^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?$`)

// checkSites normalises the addresses of Options.Sites. It fails for an unknown brand and for
// an address that is not an origin.
func checkSites(sites map[string]string) (map[string]string, error) {
	out := make(map[string]string, len(sites))
	for brand, address := range sites {
		known := slices.ContainsFunc(world.Brands, func(h world.Brand) bool { return h.ID == brand })
		if brand != "" && !known {
			return nil, fmt.Errorf("mock: site of %q: no such brand", brand)
		}
		u, err := url.Parse(address)
		if err != nil {
			return nil, fmt.Errorf("mock: site address: %w", err)
		}
		origin := url.URL{Scheme: u.Scheme, Host: u.Host}
		if u.Path == "/" {
			u.Path = ""
		}
		if (u.Scheme != "http" && u.Scheme != "https") || !siteHost.MatchString(u.Host) || *u != origin {
			return nil, fmt.Errorf("mock: site address %q: want http://host or https://host, without a path", u.Redacted())
		}
		out[brand] = origin.String()
	}
	return out, nil
}

// siteAt returns the address of a path of a brand's site; empty if it is unknown. Only the
// options count: an address from a request would be an open redirect.
func (o *Options) siteAt(b *world.Brand, path string) string {
	if site, ok := o.Sites[b.ID]; ok {
		return site + path
	}
	if site, ok := o.Sites[""]; ok {
		return site + path
	}
	if o.BaseURL == "" {
		return path // the site and the casino's pages have one origin
	}
	return ""
}

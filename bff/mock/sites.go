package mock

import (
	"fmt"
	"net/url"
	"slices"

	"croupier/bff/mock/world"
)

// checkSites brings the addresses of Options.Sites into one shape. It fails for a brand that
// no house has, and for an address that is more or less than an origin.
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
		if (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" || *u != origin {
			return nil, fmt.Errorf("mock: site address %q: want http://host or https://host, nothing more", u.Redacted())
		}
		out[brand] = origin.String()
	}
	return out, nil
}

// siteAt is where a house's site has path; empty where the casino was not told. Only what it
// was told at the start counts: an address that a call could name would be an open redirect.
func (o *Options) siteAt(h *world.Brand, path string) string {
	if site, ok := o.Sites[h.ID]; ok {
		return site + path
	}
	if site, ok := o.Sites[""]; ok {
		return site + path
	}
	if o.BaseURL == "" {
		return path // the site is where the casino's pages are
	}
	return ""
}

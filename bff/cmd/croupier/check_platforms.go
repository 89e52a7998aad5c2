package main

import (
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/platform/conformance"
)

// platformFlags choose whose platform check --upstream calls, and as whom.
type platformFlags struct {
	Brand string `help:"With --upstream: only this brand." placeholder:"ID"`
	loginFlags
}

// askPlatforms makes the calls of every brand, or the chosen one, as the server would: through its
// routes and with its settings. Without a login they are those of guests; all are reads.
func (c *checkCmd) askPlatforms(w commandContext, live *config.Live, calls *contract.Catalogue, found *checked) (map[string]*conformance.Report, error) {
	brands := live.Brands()
	if c.Brand != "" || c.Login != "" { // a player is one of a brand
		b, err := chosenBrand(live, c.Brand)
		if err != nil {
			return nil, err
		}
		brands = brands[:0:0]
		brands = append(brands, b)
	}
	reports := map[string]*conformance.Report{}
	found.Hosts, found.hosts = map[string][]foreignHost{}, map[string]*foreignHosts{}
	for _, b := range brands {
		o, err := configuredOptions(w, live, calls, b, &c.loginFlags)
		if err != nil {
			return nil, err
		}
		hosts := collectForeignHosts(o.Upstream, calls)
		o.Upstream = hosts
		if reports[b.ID], err = conformance.Run(w.ctx, o); err != nil {
			return nil, err
		}
		found.hosts[b.ID], found.Hosts[b.ID] = hosts, hosts.list()
	}
	return reports, nil
}

package world

// Provider makes games.
type Provider struct {
	ID       int
	Name     string
	Live     bool // also runs live tables
	Extended bool // its live tables are listed only for status 2 (spec §6, rid 20)
	Games    int  // slots
	Tables   int
}

// providerSeeds are the houses of the pretend market; none of them exists.
var providerSeeds = []Provider{
	{Name: "Lodos Games"},
	{Name: "Aykırı Studios"},
	{Name: "Pusula Play"},
	{Name: "Nar Interactive"},
	{Name: "Kuzgun Gaming", Live: true},
	{Name: "Velvet Fox"},
	{Name: "Tin Harbor"},
	{Name: "Orkide Reels"},
	{Name: "Seventh Lantern", Live: true},
	{Name: "Bozkır Works"},
	{Name: "Mavi Kedi"},
	{Name: "Bronzeleaf", Live: true, Extended: true},
	{Name: "Yıldıztozu"},
	{Name: "Northquay Spin"},
	{Name: "Saffron Lab"},
	{Name: "Ebru Digital"},
	{Name: "Ironwood Reels"},
	{Name: "Gece Treni", Live: true, Extended: true},
	{Name: "Paper Crane Play"},
	{Name: "Kehribar Oyun"},
	{Name: "Halcyon Deck", Live: true},
	{Name: "Poyraz Live", Live: true},
	{Name: "Salon Galata", Live: true},
	{Name: "Longitude Tables", Live: true},
}

func buildProviders() []*Provider {
	out := make([]*Provider, len(providerSeeds))
	for i := range providerSeeds {
		p := providerSeeds[i]
		p.ID = i + 1
		out[i] = &p
	}
	return out
}

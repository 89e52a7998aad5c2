package bff

// Previewed returns the brand as visitors see it with the draft's look and texts: name, theme, languages, logos, menus,
// features, the sections and slides of the home page, legal texts, contacts, lottery tickets, and the origins of its
// frames and pictures. Whatever decides which calls reach which platform and how they are answered, cached, limited and
// charged stays as published, so that a preview shares neither a cache entry nor a session's rules with anything but
// the published brand.
func (b *Brand) Previewed(draft *Brand) *Brand {
	p := *b
	p.Name, p.Tagline, p.Theme, p.Languages, p.Formats = draft.Name, draft.Tagline, draft.Theme, draft.Languages, draft.Formats
	p.Datas, p.Assets = draft.Datas, draft.Assets
	p.Features, p.Virtual, p.Tickets = draft.Features, draft.Virtual, draft.Tickets
	p.Lobby, p.HomeSlider = draft.Lobby, draft.HomeSlider
	p.Legal, p.Licences, p.Contact = draft.Legal, draft.Licences, draft.Contact
	p.Origins.Frames, p.Origins.Images = draft.Origins.Frames, draft.Origins.Images
	return &p
}

package bff

// SearchQuery is a question for games, tables and providers.
type SearchQuery struct {
	Brand *Brand
	Lang  string // of the names
	World string // the mock world; empty for the default one
	Text  string
	Limit int // of each kind
}

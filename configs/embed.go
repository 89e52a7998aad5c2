// Package configs embeds the configuration of the demo, which `croupier serve` uses without
// --config.
package configs

import "embed"

// FS contains croupier.yaml and the brand folders.
//
//go:embed croupier.yaml brands
var FS embed.FS

// Package configs carries the demo's configuration inside the binary: what
// `croupier serve` runs on when it is given no file.
package configs

import "embed"

// FS holds croupier.yaml and the brand folders beside it.
//
//go:embed croupier.yaml brands
var FS embed.FS

//go:build !nomock

package site

import "embed"

// built is the output of the player site's build. `make build` copies it here. Before the first
// build it is empty and New fails.
//
//go:embed all:dist
var built embed.FS

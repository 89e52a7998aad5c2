//go:build !nomock

package site

import "embed"

// built is the output of the player site's build, copied here by `make build`. It is empty before the first build; New fails then.
//
//go:embed all:dist
var built embed.FS

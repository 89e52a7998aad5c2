//go:build nomock

package site

import "embed"

// built is the output of the player site's build without dist/dev, the panel that controls the mock
// platform.
//
//go:embed all:dist/[^d]*
var built embed.FS

package site

import (
	"embed"
	"io/fs"
)

// built is the output of the player site's build, copied here by `make build`. It is empty
// before the first build; New fails then.
//
//go:embed all:dist
var built embed.FS

// Built returns the player site that is embedded in this binary.
func Built() fs.FS {
	sub, err := fs.Sub(built, "dist")
	if err != nil {
		panic(err) // cannot fail: the name is a constant
	}
	return sub
}

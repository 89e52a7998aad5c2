package site

import (
	"embed"
	"io/fs"
)

// built holds the player site as `make build` copies it here; a checkout that has not
// been built holds an empty folder, and the server says so instead of a page.
//
//go:embed all:dist
var built embed.FS

// Built gives the player site inside this binary.
func Built() fs.FS {
	sub, err := fs.Sub(built, "dist")
	if err != nil {
		panic(err) // the folder's name is fixed above
	}
	return sub
}

package site

import "io/fs"

// Built returns the player site that is embedded in this binary.
func Built() fs.FS {
	sub, err := fs.Sub(built, "dist")
	if err != nil {
		panic(err) // cannot fail: the name is a constant
	}
	return sub
}

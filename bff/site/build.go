package site

import (
	"io/fs"

	"croupier/bff/internal/compression"
)

// build is what the pages need of a build besides index.html.
type build struct {
	preload preload
	shell   shell
	styles  []style // of the landing page
}

// style is a style sheet.
type style struct{ url, css string }

// readBuild reads what pages need. files are the served files.
func readBuild(dist fs.FS, files map[string]*file) (*build, error) {
	b := &build{}
	var err error
	if b.preload, err = readPreload(dist); err != nil {
		return nil, err
	}
	if b.shell, err = readShell(dist); err != nil {
		return nil, err
	}
	for _, url := range b.preload.Landing {
		if f, ok := files[url]; ok && f.variants != nil {
			b.styles = append(b.styles, style{url, string(f.variants[compression.Identity]())})
		}
	}
	return b, nil
}

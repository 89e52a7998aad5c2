package config

import (
	"encoding/xml"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"

	"croupier/bff"
	"croupier/bff/internal/lists"
)

const contentFile = "content.yaml"

// ContentCompiler checks own content of a brand by id and compiles it into records of the contract.
// report receives faults with the path of their field, which starts with the id.
type ContentCompiler func(
	b *bff.Brand, items map[string]*bff.ContentItem, report func(problem, allowed string, path ...string),
) bff.Content

// readContent reads the optional content file and the pictures of a brand into b.
func (c *Config) readContent(files *recorder, dir string, b *bff.Brand) (faults Faults) {
	b.Media, faults = readMedia(files, path.Join(dir, "media"))
	file := path.Join(dir, contentFile)
	if _, err := files.Stat(file); err != nil {
		return faults
	}
	items := map[string]*bff.ContentItem{}
	doc, found := read(files, file, "content", func(*document) Faults { return nil }, &items)
	if len(found) == 0 && c.source.Content != nil {
		check := &checker{document: doc}
		b.Content = c.source.Content(b, items, check.report)
		for id, item := range items {
			if len(item.Countries) > 0 && c.Server.CountryHeader == "" {
				check.report("requires country_header in the server file, otherwise nobody sees the item", "",
					id, "countries")
			}
		}
		found = check.found
	}
	return append(faults, slices.Compact(found.Sorted())...)
}

// MaxPicture is the largest size of a picture in bytes.
const MaxPicture = 200_000

// PictureTypes are the media types of pictures by the extension of their names.
var PictureTypes = map[string]string{
	".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".webp": "image/webp",
}

// readMedia reads the pictures of a brand. A missing directory contains none.
func readMedia(files *recorder, dir string) (map[string][]byte, Faults) {
	found, _ := fs.Glob(files, path.Join(dir, "[^.]*")) // fails for an invalid pattern only
	names := lists.Map(found, path.Base)
	media, faults := readFolder(files, dir, names)
	for _, name := range names {
		if problem := mediaProblem(name, media[name]); problem != "" {
			faults = append(faults, Fault{File: path.Join(dir, name), Problem: problem})
		}
	}
	return media, faults
}

// mediaProblem returns the fault of a picture, or "".
func mediaProblem(name string, raw []byte) string {
	extension, named := path.Ext(name), FileName("media", name, raw)
	var svg struct {
		XMLName xml.Name `xml:"svg"` // of the root element
	}
	switch {
	case len(raw) > MaxPicture:
		return fmt.Sprintf("has %d bytes, the maximum is %d", len(raw), MaxPicture)
	case named != "media/"+name || PictureTypes[extension] == "":
		return fmt.Sprintf("the name is not the hash of the content (%s) with .svg, .png, .jpg or .webp",
			strings.TrimSuffix(path.Base(named), extension))
	case extension == ".svg" && xml.Unmarshal(raw, &svg) != nil,
		extension != ".svg" && http.DetectContentType(raw) != PictureTypes[extension]:
		return "the content is no " + strings.ToUpper(extension[1:]) + " image"
	}
	return ""
}

package site

import (
	"encoding/json"
	"time"

	"croupier/bff"
)

// picture is a picture of a response with its smaller versions, see bff.Images.
type picture struct {
	Image, Srcset string
}

func pictureOf(record values) picture { return picture{record.text("image"), record.text("srcset")} }

// FirstPicture is a picture on the first screen of a page on a phone.
type FirstPicture struct {
	Source, Srcset string
	Width          int // of its place, in CSS pixels
}

// Widths and numbers of pictures on a phone with 390 CSS pixels (web/src/components/ui).
const (
	phoneSlide, phoneTable, phoneTile, phoneGridTile = 390, 269, 146, 111
	phoneRow, phoneGrid                              = 3, 9
)

// FirstPictures returns the pictures on the first screen of the lobby or of /slot on a phone.
func FirstPictures(
	b *bff.Brand, path string, envelopes map[string]json.RawMessage, now time.Time,
) (out []FirstPicture) {
	add := func(items any, width, count int) {
		list, _ := items.([]values)
		for _, it := range list[:min(len(list), count)] {
			if p := pictureOf(it); p.Image != "" {
				out = append(out, FirstPicture{p.Image, p.Srcset, width})
			}
		}
	}
	v, _ := content(b, b.DefaultLang(), path, envelopes, now)
	add(v["slides"], phoneSlide, 1)
	sections, _ := v["sections"].([]values)
	for _, section := range sections {
		width := phoneTile
		if section["tables"] == true {
			width = phoneTable
		}
		add(section["items"], width, phoneRow)
	}
	add(v["items"], phoneGridTile, phoneGrid)
	return out
}

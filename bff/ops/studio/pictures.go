package studio

import (
	"bytes"
	"context"
	"encoding/binary"
	"image"
	_ "image/jpeg" // header of JPEG
	_ "image/png"  // header of PNG
	"path"
	"slices"

	"croupier/bff/config"
)

const maxSide = 4096 // pixels

// Picture is a stored picture.
type Picture struct {
	Name   string `json:"name"` // as in fields
	Bytes  int    `json:"bytes"`
	Width  int    `json:"width,omitempty"` // 0 for an SVG
	Height int    `json:"height,omitempty"`
}

// AddPicture stores a picture. It detects the format by the content and sanitises an SVG. It fails with
// ErrPicture for other content.
func (m *Manager) AddPicture(ctx context.Context, content []byte) (p Picture, err error) {
	format := "webp"
	p.Width, p.Height = webpSize(content)
	if p.Width == 0 {
		var c image.Config
		c, format, err = image.DecodeConfig(bytes.NewReader(content))
		p.Width, p.Height = c.Width, c.Height
	}
	switch {
	case err != nil:
		if content, err = sanitiseSVG(content); err != nil {
			return p, err
		}
		format = "svg"
	case p.Width < 1 || p.Height < 1 || max(p.Width, p.Height) > maxSide:
		return p, ErrPicture
	case format == "jpeg":
		format = "jpg"
	}
	if p.Bytes = len(content); p.Bytes > config.MaxPicture {
		return p, ErrTooLarge
	}
	p.Name, err = m.putBlob(ctx, "media", "picture."+format, content)
	return p, err
}

// webpSize returns the size in the header of a WebP picture, or zeros.
func webpSize(b []byte) (width, height int) {
	if len(b) < 30 || string(b[:4]) != "RIFF" || string(b[8:12]) != "WEBP" {
		return 0, 0
	}
	number := func(at int) int { return int(binary.LittleEndian.Uint32(b[at:])) }
	switch string(b[12:16]) {
	case "VP8 ": // 3 bytes of tag, 3 bytes of start code, then two sizes of 14 bits
		if string(b[23:26]) == "\x9d\x01\x2a" {
			return number(26) & 0x3fff, number(26) >> 16 & 0x3fff
		}
	case "VP8L":
		if b[20] == 0x2f {
			return number(21)&0x3fff + 1, number(21)>>14&0x3fff + 1
		}
	case "VP8X":
		return number(24)&0xffffff + 1, number(26)>>8 + 1
	}
	return 0, 0
}

// Picture returns a stored picture, or a picture of the files of a brand, with its media type. name is as
// in a field, without media/.
func (m *Manager) Picture(ctx context.Context, brand, name string) (content []byte, mediaType string, err error) {
	file := "media/" + name
	if !slices.Equal(config.FileNames(file), []string{file}) {
		return nil, "", ErrUnknown
	}
	if content, err = m.blob(ctx, file); err != nil {
		return nil, "", err
	}
	if content == nil {
		content = m.Live.Config().BrandFile(brand, file)
	}
	if content == nil {
		return nil, "", ErrUnknown
	}
	return content, config.PictureTypes[path.Ext(name)], nil
}

package studio

import (
	"bytes"
	"context"
	"image"
	_ "image/jpeg" // decodes JPEG
	_ "image/png"  // decodes PNG
	"path"
	"slices"

	_ "golang.org/x/image/webp" // decodes WebP

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

// AddPicture stores a picture of a brand. It detects the format by the content and sanitises an SVG. It fails with
// ErrPicture for other content.
func (m *Manager) AddPicture(ctx context.Context, brand string, content []byte) (p Picture, err error) {
	c, format, err := image.DecodeConfig(bytes.NewReader(content))
	isKnown := slices.Contains([]string{"png", "jpeg", "webp"}, format) // other packages may register more
	switch p.Width, p.Height = c.Width, c.Height; {
	case err != nil:
		if content, err = sanitiseSVG(content); err != nil {
			return p, err
		}
		format = "svg"
	case p.Width < 1 || p.Height < 1 || max(p.Width, p.Height) > maxSide || !isKnown || !m.isComplete(content):
		return p, ErrPicture
	case format == "jpeg":
		format = "jpg"
	}
	if p.Bytes = len(content); p.Bytes > config.MaxPicture {
		return p, ErrTooLarge
	}
	p.Name, err = m.putBlob(ctx, brand, "media", "picture."+format, content)
	return p, err
}

// isComplete reports whether a picture can be decoded. It decodes one at a time, because a small file
// can need much memory.
func (m *Manager) isComplete(content []byte) bool {
	m.decoding.Lock()
	defer m.decoding.Unlock()
	_, _, err := image.Decode(bytes.NewReader(content))
	return err == nil
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

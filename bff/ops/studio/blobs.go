package studio

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"croupier/bff/config"
)

// blobTime is the format of the time before the content of a stored blob.
const blobTime = "20060102150405"

// putBlob stores content of a brand, or renews its time, and returns its name, see config.FileName. It
// fails with ErrFull.
func (m *Manager) putBlob(ctx context.Context, brand, folder, file string, content []byte) (name string, err error) {
	if m.isReadOnly() {
		return "", ErrReadOnly
	}
	name = config.FileName(folder, file, content)
	if folder != "contents" { // a publication must remain possible
		err = m.update(ctx, "uploads/"+brand, func(old []byte) ([]byte, error) {
			return m.addUpload(ctx, brand, old, name, len(content))
		})
	}
	if err != nil {
		return "", err
	}
	next := append([]byte(m.Clock().UTC().Format(blobTime)), content...)
	return name, m.update(ctx, "blob/"+name, func([]byte) ([]byte, error) { return next, nil })
}

const swapAttempts = 20 // attempts of a change while others change the same record

// update replaces a record by the result of f, which may run more than once.
func (m *Manager) update(ctx context.Context, key string, f func(old []byte) ([]byte, error)) error {
	for range swapAttempts {
		old, err := m.Contents.Get(ctx, key)
		if err != nil {
			return err
		}
		next, err := f(old)
		if err != nil {
			return err
		}
		if swapped, err := m.Contents.Swap(ctx, key, old, next, time.Time{}); swapped || err != nil {
			return err
		}
	}
	return ErrContended
}

const maxUnpublished = 20 << 20 // bytes of the pictures and packs of a brand that no version uses

// upload is a picture or pack that a brand has stored.
type upload struct {
	Bytes int       `json:"bytes"`
	At    time.Time `json:"at"`
}

// addUpload adds a picture or pack to the record of the uploads of a brand, which are neither published nor older
// than unusedAge. It fails with ErrFull.
func (m *Manager) addUpload(ctx context.Context, brand string, old []byte, name string, size int) ([]byte, error) {
	uploads, total := map[string]upload{}, 0
	if old != nil {
		if err := json.Unmarshal(old, &uploads); err != nil {
			return nil, err
		}
	}
	now := m.Clock().UTC()
	uploads[name] = upload{size, now}
	maps.DeleteFunc(uploads, func(_ string, u upload) bool { return now.Sub(u.At) > unusedAge })
	for _, u := range uploads {
		total += u.Bytes
	}
	if total <= maxUnpublished {
		return json.Marshal(uploads)
	}
	v, err := m.read(ctx, brand)
	if err != nil {
		return nil, err
	}
	for _, of := range v.History {
		c, err := m.blob(ctx, of.Contents)
		if err != nil {
			return nil, err
		}
		for _, file := range config.FileNames(c) {
			total -= uploads[file].Bytes
			delete(uploads, file)
		}
	}
	if total > maxUnpublished {
		return nil, ErrFull
	}
	return json.Marshal(uploads)
}

// blob returns stored content, or nil.
func (m *Manager) blob(ctx context.Context, name string) ([]byte, error) {
	content, ok := m.blobs.Get(name)
	if ok {
		return content, nil
	}
	raw, err := m.Contents.Get(ctx, "blob/"+name)
	if err == nil && raw != nil {
		content = raw[len(blobTime):]
		m.blobs.Put(name, content)
	}
	return content, err
}

// contents returns the contents of a version.
func (m *Manager) contents(ctx context.Context, v version) (c contents, err error) {
	c.Fields = fields{}
	if v.Contents == "" {
		return c, nil
	}
	raw, err := m.blob(ctx, v.Contents)
	if err == nil {
		err = json.Unmarshal(raw, &c)
	}
	if err != nil {
		err = fmt.Errorf("could not read the published changes %s: %w", v.Contents, err)
	}
	return c, err
}

// overlayOf returns fields without their files.
func overlayOf(f fields) config.Overlay {
	o := config.Overlay{Fields: map[string]json.RawMessage{}, Files: map[string][]byte{}, Editors: map[string]string{}}
	for name, v := range f {
		o.Fields[name], o.Editors[name] = v.Value, v.By
	}
	return o
}

// overlay returns fields with the stored files that they use. Other files are in the brand's folder,
// or missing.
func (m *Manager) overlay(ctx context.Context, f fields) (config.Overlay, error) {
	o := overlayOf(f)
	for _, v := range f {
		for _, file := range config.FileNames(v.Value) {
			content, err := m.blob(ctx, file)
			if err != nil {
				return o, err
			}
			if content != nil {
				o.Files[file] = content
			}
		}
	}
	return o, nil
}

const unusedAge = 30 * 24 * time.Hour

// deleteUnused deletes blobs older than unusedAge that no draft and no version uses.
func (m *Manager) deleteUnused(ctx context.Context) error {
	raw, _, err := m.readHeads(ctx)
	heads := slices.Concat(slices.Collect(maps.Values(raw))...) // name all contents
	used, old := map[string]bool{}, map[string][]byte{}
	if err == nil {
		err = m.Contents.Each(ctx, func(key string, value []byte) error {
			name, isBlob := strings.CutPrefix(key, "blob/")
			isPublished := strings.HasPrefix(name, "contents/") && bytes.Contains(heads, []byte(name))
			switch isOld := string(value) < m.Clock().UTC().Add(-unusedAge).Format(blobTime); {
			case isPublished || strings.HasPrefix(key, "draft/"):
				for _, file := range config.FileNames(value) {
					used[file] = true
				}
			case isBlob && isOld:
				old[name] = value
			}
			return nil
		})
	}
	for name, value := range old {
		if !used[name] && err == nil {
			_, err = m.Contents.Swap(ctx, "blob/"+name, value, nil, m.Clock().Add(unusedAge))
		}
	}
	return err
}

package tape

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// review takes what was learned meanwhile out of the records that lie in the folder: a text
// may have quoted a name before anything told whose it is.
func (rec *Recorder) review() error {
	return filepath.WalkDir(rec.dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".json" || strings.HasPrefix(entry.Name(), ".") {
			return err
		}
		r, err := read(path)
		if err != nil {
			return err
		}
		return rec.rewrite(path, r)
	})
}

// rewrite masks a record once more. Its question may become another, and so its file.
func (rec *Recorder) rewrite(path string, r *Record) error {
	class, method, _ := strings.Cut(r.Call, "/")
	call, ok := rec.calls.Lookup(class, method)
	if !ok {
		return nil // not of this contract, nor of this recorder
	}
	var answer any
	dec := json.NewDecoder(bytes.NewReader(r.Answer))
	dec.UseNumber()
	if err := dec.Decode(&answer); err != nil {
		return err
	}
	asked, changedData := rec.mask.again(r.Data)
	answer, changedAnswer := rec.mask.again(answer)
	broken := rec.mask.text(r.Broken)
	if !changedData && !changedAnswer && broken == r.Broken {
		return nil
	}
	var err error
	r.Data, _ = asked.(map[string]any)
	r.Broken = broken
	if r.Answer, err = json.Marshal(answer); err != nil {
		return err
	}
	to, err := write(rec.dir, call, r)
	if err != nil || to == path {
		return err
	}
	return os.Remove(path)
}

package embedded

import (
	"encoding/json"
	"fmt"
	"maps"

	"go.etcd.io/bbolt"
)

// load reads the entries on disk and drops expired ones.
func (i *SessionIndex) load(tx *bbolt.Tx) error {
	b := tx.Bucket(sessionBucket)
	if b == nil {
		return nil
	}
	now := i.store.now().UnixMilli()
	return b.ForEach(func(id, value []byte) error {
		var e indexEntry
		if err := json.Unmarshal(value, &e); err != nil {
			return fmt.Errorf("entry %q: %w", id, err)
		}
		if i.add(string(id), e); e.Until <= now {
			i.remove(string(id))
		}
		return nil
	})
}

// writeInBackground writes changes until the index is closed.
func (i *SessionIndex) writeInBackground() {
	defer close(i.stopped)
	for {
		select {
		case <-i.changed:
			_ = i.write() // what failed is written with the next change, or once the disk accepts writes
		case <-i.stop:
			return
		}
	}
}

// write writes the unsaved entries to disk. After a failure they remain unsaved.
func (i *SessionIndex) write() error {
	i.mu.Lock()
	unsaved := i.unsaved
	i.unsaved = map[string]bool{}
	values := map[string][]byte{}
	for id := range unsaved {
		if e, ok := i.entries[id]; ok {
			values[id], _ = json.Marshal(e) // never fails for strings, bytes and numbers
		}
	}
	i.mu.Unlock()
	err := i.store.update(func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists(sessionBucket)
		if err != nil {
			return err
		}
		for id := range unsaved {
			if value, ok := values[id]; ok {
				err = b.Put([]byte(id), value)
			} else {
				err = b.Delete([]byte(id))
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		i.mu.Lock()
		defer i.mu.Unlock()
		maps.Copy(i.unsaved, unsaved)
	}
	return err
}

// close ends the background writer and writes the unsaved entries. Calling it again does nothing.
func (i *SessionIndex) close() (err error) {
	i.closeOnce.Do(func() {
		close(i.stop)
		<-i.stopped
		err = i.write()
	})
	return err
}

package embedded

import (
	"encoding/json"
	"fmt"
	"maps"

	"go.etcd.io/bbolt"
)

// load reads what the file holds and forgets what has ended.
func (r *SessionIndex) load(tx *bbolt.Tx) error {
	b, err := tx.CreateBucketIfNotExists(registerBucket)
	if err != nil {
		return err
	}
	now := r.store.now().UnixMilli()
	return b.ForEach(func(id, value []byte) error {
		var e begun
		if err := json.Unmarshal(value, &e); err != nil {
			return fmt.Errorf("entry %q: %w", id, err)
		}
		if r.add(string(id), e); e.Until <= now {
			r.remove(string(id))
		}
		return nil
	})
}

// writeBehind writes until the register is closed.
func (r *SessionIndex) writeBehind() {
	defer close(r.ended)
	for {
		select {
		case <-r.wake:
			_ = r.write() // tried again with whatever comes next
		case <-r.last:
			return
		}
	}
}

// write brings the file to what is in memory. What fails stays unsaved.
func (r *SessionIndex) write() error {
	r.mu.Lock()
	unsaved := r.unsaved
	r.unsaved = map[string]bool{}
	values := map[string][]byte{}
	for id := range unsaved {
		if e, ok := r.entries[id]; ok {
			values[id], _ = json.Marshal(e) // texts, bytes and numbers always encode
		}
	}
	r.mu.Unlock()
	err := r.store.db.Update(func(tx *bbolt.Tx) error {
		b := tx.Bucket(registerBucket)
		for id := range unsaved {
			var err error
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
		r.mu.Lock()
		defer r.mu.Unlock()
		maps.Copy(r.unsaved, unsaved)
	}
	return err
}

// close writes what is unsaved. Closing again does nothing.
func (r *SessionIndex) close() (err error) {
	r.end.Do(func() {
		close(r.last)
		<-r.ended
		err = r.write()
	})
	return err
}

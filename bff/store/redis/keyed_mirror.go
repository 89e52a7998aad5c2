package redis

import (
	"context"
	"strconv"
	"strings"
	"time"

	"croupier/bff/store"
)

// restore compares the mirror with Redis, a page at a time. It writes back what Redis lacks, and calls progress after each page.
func (k *KeyedRecords) restore(ctx context.Context, progress func(context.Context) error) error {
	if k.merge.Load() == nil {
		return nil // OnConflict requests it
	}
	for after := ""; ; {
		page, err := k.store.mirror.page(mirroredRecords+k.name, after)
		if err != nil {
			return err
		}
		if len(page) == 0 {
			k.checked.Store(true)
			return nil
		}
		after = page[len(page)-1].Key
		keys := make([]string, len(page))
		for i, e := range page {
			keys[i] = e.Key
		}
		found, _, err := k.read(ctx, keys...)
		for i := 0; err == nil && i < len(page); i++ {
			switch mine := string(page[i].Value); {
			case version(found[i]) < version(mine):
				_, err = k.swap(ctx, keys[i], valueOf(mine), valueOf(mine), page[i].Until, "")
			case version(found[i]) > version(mine):
				_, err = k.Get(ctx, keys[i])
			}
		}
		if err == nil {
			err = progress(ctx)
		}
		if err != nil {
			return err
		}
	}
}

// hear mirrors the record of another instance. A copy of an earlier run stays until it was compared with Redis.
func (k *KeyedRecords) hear(key, record string) {
	if _, isCurrent := k.current.Get(key); isCurrent || k.checked.Load() || k.mirrored(key) == "" {
		k.learn(key, record)
	}
}

// learn mirrors a record if it is later than the mirrored one. An empty record is that of a key without one.
func (k *KeyedRecords) learn(key, record string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.current.Put(key, struct{}{})
	if version(record) > version(k.mirrored(key)) {
		k.store.mirror.put(k.entry(key, record))
	}
}

// mirrored returns this instance's copy of a record; empty without one.
func (k *KeyedRecords) mirrored(key string) string {
	return string(k.store.mirror.get(mirroredRecords+k.name, key))
}

func (k *KeyedRecords) entry(key, record string) store.Entry {
	e := store.Entry{Set: mirroredRecords + k.name, Key: key, Value: []byte(record)}
	head, _, _ := strings.Cut(record, flagPresent)
	if _, expiry, ok := strings.Cut(head, "/"); ok {
		ms, _ := strconv.ParseInt(expiry, 10, 64)
		e.Until = time.UnixMilli(ms)
	}
	return e
}

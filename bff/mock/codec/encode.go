package codec

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"time"
	"unsafe"
)

// encoder makes a Tree of values.
type encoder struct {
	*Codec
	seen map[place]map[string]any
	ids  int
}

// place distinguishes a struct from its first field, which has the same address.
type place struct {
	at unsafe.Pointer
	of reflect.Type
}

// Encode encodes root, a pointer to a struct, with everything that it leads to. The error is
// a *FieldError for what cannot be encoded.
func (c *Codec) Encode(root any) (raw json.RawMessage, err error) {
	defer recovered(&err)
	e := &encoder{c, map[place]map[string]any{}, 0}
	return json.Marshal(e.value(reflect.ValueOf(root), ""))
}

func (e *encoder) value(v reflect.Value, at string) any {
	t := v.Type()
	if t == timeType {
		return v.Interface().(time.Time).Format(time.RFC3339Nano)
	}
	switch t.Kind() {
	case reflect.Pointer:
		return e.pointer(v, at)
	case reflect.Struct:
		return e.members(map[string]any{}, v, at)
	case reflect.Slice, reflect.Array:
		return e.list(v, at)
	case reflect.Map:
		return e.dictionary(v, at)
	default:
		return scalar(v, at)
	}
}

// scalar returns a scalar as its basic type: methods such as MarshalJSON are not called.
func scalar(v reflect.Value, at string) any {
	switch {
	case v.Kind() == reflect.Bool:
		return v.Bool()
	case v.Kind() == reflect.String:
		return v.String()
	case v.CanInt():
		return v.Int()
	case v.CanUint() && v.Kind() != reflect.Uintptr:
		return v.Uint()
	case v.CanFloat() && !math.IsNaN(v.Float()) && !math.IsInf(v.Float(), 0):
		return v.Float()
	}
	fail(at, "%s cannot be encoded", v.Type())
	return nil
}

func (e *encoder) pointer(v reflect.Value, at string) any {
	t := v.Type()
	if v.IsNil() {
		return nil
	}
	if r, ok := e.references[t]; ok {
		return r.Name(v.Interface())
	}
	if t.Elem().Kind() != reflect.Struct {
		fail(at, "%s cannot be encoded", t)
	}
	p := place{v.UnsafePointer(), t}
	o, known := e.seen[p]
	switch {
	case t.Elem() == randType && known:
		fail(at, "a random source has one owner")
	case t.Elem() == randType:
		e.seen[p] = nil
		return randState(v.Interface().(*rand.Rand), at)
	case known:
		if o["$id"] == nil {
			e.ids++
			o["$id"] = e.ids
		}
		return map[string]any{"$ref": o["$id"]}
	}
	o = map[string]any{}
	e.seen[p] = o
	return e.members(o, v.Elem(), at)
}

// randState returns the state of a random source, so that its sequence continues.
func randState(r *rand.Rand, at string) any {
	f := reflect.ValueOf(r).Elem().FieldByName("src")
	pcg, ok := reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem().Interface().(*rand.PCG) //nolint:gosec // as in opened
	if !ok || pcg == nil {
		fail(at, "only a PCG can be encoded")
	}
	state, _ := pcg.MarshalBinary() // never fails
	return base64.StdEncoding.EncodeToString(state)
}

func (e *encoder) members(o map[string]any, v reflect.Value, at string) any {
	for _, f := range e.fields(v.Type(), at) {
		if inner := opened(v, f.index); !inner.IsZero() {
			o[f.name] = e.value(inner, join(at, f.name))
		}
	}
	return o
}

func (e *encoder) list(v reflect.Value, at string) any {
	t := v.Type()
	if t.Kind() == reflect.Slice && v.IsNil() {
		return nil
	}
	if isBytes(t) {
		b := make([]byte, v.Len())
		reflect.Copy(reflect.ValueOf(b), v)
		return base64.StdEncoding.EncodeToString(b)
	}
	out := make([]any, v.Len())
	for i := range out {
		out[i] = e.value(v.Index(i), fmt.Sprintf("%s[%d]", at, i))
	}
	return out
}

// dictionary encodes a map in the order of its keys, in which Decode meets "$id" and "$ref".
func (e *encoder) dictionary(v reflect.Value, at string) any {
	if v.IsNil() {
		return nil
	}
	type entry struct {
		key   string
		value reflect.Value
	}
	entries := make([]entry, 0, v.Len())
	for it := v.MapRange(); it.Next(); {
		entries = append(entries, entry{e.key(it.Key(), at), addressable(it.Value())})
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.key, b.key) })
	out := map[string]any{}
	for _, entry := range entries {
		out[entry.key] = e.value(entry.value, join(at, entry.key))
	}
	return out
}

// key returns the text of a map's key: strings as they are, numbers in decimal, structs as JSON.
func (e *encoder) key(v reflect.Value, at string) string {
	switch {
	case v.Kind() == reflect.String:
		return v.String()
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10)
	}
	raw, err := json.Marshal(e.value(addressable(v), at))
	if err != nil {
		fail(at, "%v", err)
	}
	return string(raw)
}

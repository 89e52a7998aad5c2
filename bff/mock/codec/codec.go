// Package codec encodes graphs of Go values as JSON and decodes them again. It reads every
// field, unexported ones too, so that a field that is added to an encoded type needs no code
// here; fields that are not encoded have to be listed.
//
// A struct becomes an object of its non-zero fields. If several pointers lead to one struct,
// the first one met holds the struct with an "$id", the others are {"$ref": id}. A pointer
// into a slice or into another struct is not recognised: it becomes a copy.
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
	"strings"
	"sync"
	"time"
	"unsafe"
)

// Reference is a type of pointer that is encoded by name instead of by content.
type Reference struct {
	Pointer reflect.Type                  // for example *Brand
	Name    func(pointer any) string      // name of a pointer
	Find    func(name string) (any, bool) // pointer of a name
}

// Codec encodes and decodes. It is safe for concurrent use.
type Codec struct {
	skipped    map[reflect.Type][]string
	references map[reflect.Type]Reference
	plans      sync.Map // []field by type
}

// New returns a codec. skipped lists, by type, the fields that the caller of Decode fills in.
func New(skipped map[reflect.Type][]string, references ...Reference) *Codec {
	c := &Codec{skipped: skipped, references: map[reflect.Type]Reference{}}
	for _, r := range append(references, randomSource) {
		c.references[r.Pointer] = r
	}
	return c
}

// FieldError is a problem of an encoded graph.
type FieldError struct {
	Field   string // path such as world.order[2].Balance; empty for the whole
	Problem string
}

// Error returns the field and the problem.
func (e *FieldError) Error() string { return strings.TrimPrefix(e.Field+": "+e.Problem, ": ") }

// fail leaves the current Encode or Decode with a *FieldError; see recovered.
func fail(at, format string, args ...any) {
	panic(&FieldError{at, fmt.Sprintf(format, args...)})
}

// recovered sets err to the *FieldError that fail panicked with.
func recovered(err *error) {
	switch p := recover().(type) {
	case nil:
	case *FieldError:
		*err = p
	default:
		panic(p)
	}
}

var (
	timeType = reflect.TypeFor[time.Time]()
	locks    = []reflect.Type{reflect.TypeFor[sync.Mutex](), reflect.TypeFor[sync.RWMutex](), reflect.TypeFor[sync.Once]()}
)

// randomSource writes a random source as its state, so that its sequence continues. It must have one owner.
var randomSource = Reference{
	Pointer: reflect.TypeFor[*rand.Rand](),
	Name: func(p any) string {
		f := reflect.ValueOf(p).Elem().FieldByName("src")
		pcg, ok := reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem().Interface().(*rand.PCG) //nolint:gosec // as in opened
		if !ok || pcg == nil {
			fail("", "only a PCG can be encoded")
		}
		state, _ := pcg.MarshalBinary() // never fails
		return base64.StdEncoding.EncodeToString(state)
	},
	Find: func(name string) (any, bool) {
		state, _ := base64.StdEncoding.DecodeString(name)
		pcg := &rand.PCG{}
		err := pcg.UnmarshalBinary(state)
		return rand.New(pcg), err == nil
	},
}

// field is an encoded field of a struct.
type field struct {
	index int
	name  string
}

// fields returns the encoded fields of a struct type in the order of their declaration. It fails for skipped
// fields that do not exist.
func (c *Codec) fields(t reflect.Type) []field {
	if known, ok := c.plans.Load(t); ok {
		return known.([]field)
	}
	for _, name := range c.skipped[t] {
		if _, ok := t.FieldByName(name); !ok {
			fail("", "%s.%s is skipped and does not exist", t, name)
		}
	}
	var out []field
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Name == "_" || slices.Contains(locks, f.Type) || slices.Contains(c.skipped[t], f.Name) {
			continue
		}
		if k := f.Type.Kind(); k == reflect.Func || k == reflect.Chan || k == reflect.Interface {
			fail("", "%s.%s cannot be encoded: skip it", t, f.Name)
		}
		out = append(out, field{i, f.Name})
	}
	c.plans.Store(t, out)
	return out
}

// opened returns a field of an addressable struct for reading and writing, exported or not.
func opened(v reflect.Value, index int) reflect.Value {
	f := v.Field(index)
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem() //nolint:gosec // the only way to an unexported field
}

// addressable returns a copy of v whose fields can be opened.
func addressable(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	out.Set(v)
	return out
}

// isBytes reports whether a slice or array is encoded in base64.
func isBytes(t reflect.Type) bool { return t.Elem().Kind() == reflect.Uint8 }

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
	return json.Marshal(e.value(reflect.ValueOf(root)))
}

// value encodes scalars as their basic type: methods such as MarshalJSON are not called.
func (e *encoder) value(v reflect.Value) any {
	t := v.Type()
	switch kind := t.Kind(); {
	case t == timeType:
		return v.Interface().(time.Time).Format(time.RFC3339Nano)
	case kind == reflect.Struct:
		return e.members(map[string]any{}, v)
	case kind == reflect.Array:
		return e.list(v)
	case (kind == reflect.Pointer || kind == reflect.Slice || kind == reflect.Map) && v.IsNil():
		return nil
	case kind == reflect.Pointer:
		return e.pointer(v)
	case kind == reflect.Slice:
		return e.list(v)
	case kind == reflect.Map:
		return e.dictionary(v)
	case kind == reflect.Bool:
		return v.Bool()
	case kind == reflect.String:
		return v.String()
	case v.CanInt():
		return v.Int()
	case v.CanUint() && kind != reflect.Uintptr:
		return v.Uint()
	case v.CanFloat() && !math.IsNaN(v.Float()) && !math.IsInf(v.Float(), 0):
		return v.Float()
	}
	fail("", "%s cannot be encoded", t)
	return nil
}

func (e *encoder) pointer(v reflect.Value) any {
	t := v.Type()
	if r, ok := e.references[t]; ok {
		return r.Name(v.Interface())
	}
	if t.Elem().Kind() != reflect.Struct {
		fail("", "%s cannot be encoded", t)
	}
	p := place{v.UnsafePointer(), t}
	o, known := e.seen[p]
	if known {
		if o["$id"] == nil {
			e.ids++
			o["$id"] = e.ids
		}
		return map[string]any{"$ref": o["$id"]}
	}
	o = map[string]any{}
	e.seen[p] = o
	return e.members(o, v.Elem())
}

func (e *encoder) members(o map[string]any, v reflect.Value) any {
	for _, f := range e.fields(v.Type()) {
		if inner := opened(v, f.index); !inner.IsZero() {
			o[f.name] = e.value(inner)
		}
	}
	return o
}

func (e *encoder) list(v reflect.Value) any {
	if isBytes(v.Type()) {
		b := make([]byte, v.Len())
		reflect.Copy(reflect.ValueOf(b), v)
		return base64.StdEncoding.EncodeToString(b)
	}
	out := make([]any, v.Len())
	for i := range out {
		out[i] = e.value(v.Index(i))
	}
	return out
}

// dictionary encodes a map in the order of its keys, in which Decode meets "$id" and "$ref".
func (e *encoder) dictionary(v reflect.Value) any {
	type entry struct {
		key   string
		value reflect.Value
	}
	var entries []entry
	for it := v.MapRange(); it.Next(); {
		entries = append(entries, entry{e.key(it.Key()), addressable(it.Value())})
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.key, b.key) })
	out := map[string]any{}
	for _, entry := range entries {
		out[entry.key] = e.value(entry.value)
	}
	return out
}

// key returns the text of a map's key: strings as they are, numbers in decimal, structs as JSON.
func (e *encoder) key(v reflect.Value) string {
	switch {
	case v.Kind() == reflect.String:
		return v.String()
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10)
	}
	raw, err := json.Marshal(e.value(addressable(v)))
	if err != nil {
		fail("", "%v", err)
	}
	return string(raw)
}

package freeze

import (
	"bytes"
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

// The nodes of what is written: literals are JSON already.
type (
	literal string
	list    []any
	object  struct {
		id      int // 0 until somebody refers to it
		members []member
	}
	reference struct{ to *object }
	member    struct {
		name string
		node any
	}
)

// writer makes nodes of values.
type writer struct {
	codec *Codec
	seen  map[place]*object
	ids   int
}

// place tells a struct from its first field, which has the same address.
type place struct {
	at unsafe.Pointer
	of reflect.Type
}

// Freeze writes what root, a pointer to a struct, leads to. It fails for what Check refuses.
func (c *Codec) Freeze(root any) (json.RawMessage, error) {
	w := &writer{codec: c, seen: map[place]*object{}}
	node, err := w.pointer(reflect.ValueOf(root), "")
	if err != nil {
		return nil, fmt.Errorf("freeze: %w", err)
	}
	var b bytes.Buffer
	printNode(&b, node)
	return b.Bytes(), nil
}

func (w *writer) value(v reflect.Value, at string) (any, error) {
	t := v.Type()
	if t == timeType {
		return literal(v.Interface().(time.Time).Format(`"` + time.RFC3339Nano + `"`)), nil
	}
	switch t.Kind() {
	case reflect.Pointer:
		return w.pointer(v, at)
	case reflect.Struct:
		o := &object{}
		return o, w.members(o, v, at)
	case reflect.Slice, reflect.Array:
		return w.list(v, at)
	case reflect.Map:
		return w.dictionary(v, at)
	case reflect.Bool:
		return literal(strconv.FormatBool(v.Bool())), nil
	case reflect.String:
		return quoted(v.String()), nil
	case reflect.Float32, reflect.Float64:
		if f := v.Float(); math.IsNaN(f) || math.IsInf(f, 0) {
			return nil, fmt.Errorf("%s is no number", at)
		}
		return literal(strconv.FormatFloat(v.Float(), 'g', -1, 64)), nil
	default:
		if s, ok := whole(v); ok {
			return literal(s), nil
		}
		return nil, fmt.Errorf("%s (%s) cannot be carried", at, t)
	}
}

func whole(v reflect.Value) (string, bool) {
	switch {
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10), true
	case v.CanUint():
		return strconv.FormatUint(v.Uint(), 10), true
	default:
		return "", false
	}
}

func quoted(s string) literal {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string always encodes
	return literal(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

func (w *writer) pointer(v reflect.Value, at string) (any, error) {
	if v.IsNil() {
		return literal("null"), nil
	}
	if e, ok := w.codec.externals[v.Type()]; ok {
		return quoted(e.Name(v.Interface())), nil
	}
	switch elem := v.Elem(); {
	case elem.Type() == randType:
		return w.generator(v.Interface().(*rand.Rand), at)
	case elem.Kind() != reflect.Struct:
		return w.value(elem, at)
	}
	p := place{v.UnsafePointer(), v.Type()}
	if o, ok := w.seen[p]; ok {
		if o.id == 0 {
			w.ids++
			o.id = w.ids
		}
		return reference{o}, nil
	}
	o := &object{}
	w.seen[p] = o
	return o, w.members(o, v.Elem(), at)
}

// generator writes the state of a random stream, so that it goes on where it was.
func (w *writer) generator(r *rand.Rand, at string) (any, error) {
	s, ok := source(r)
	if !ok {
		return nil, fmt.Errorf("%s: only a PCG can be carried", at)
	}
	p := place{unsafe.Pointer(r), randType} //nolint:gosec // compared, not followed
	if _, shared := w.seen[p]; shared {
		return nil, fmt.Errorf("%s: a random stream has one owner", at)
	}
	w.seen[p] = nil
	state, err := s.MarshalBinary()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", at, err)
	}
	return quoted(base64.StdEncoding.EncodeToString(state)), nil
}

func (w *writer) members(o *object, v reflect.Value, at string) error {
	for _, f := range w.codec.fields(v.Type()) {
		inner := opened(v, f.index)
		if inner.IsZero() {
			continue
		}
		node, err := w.value(inner, join(at, f.name))
		if err != nil {
			return err
		}
		o.members = append(o.members, member{f.name, node})
	}
	return nil
}

func (w *writer) list(v reflect.Value, at string) (any, error) {
	t := v.Type()
	if t.Kind() == reflect.Slice && v.IsNil() {
		return literal("null"), nil
	}
	if isBytes(t) {
		b := make([]byte, v.Len())
		reflect.Copy(reflect.ValueOf(b), v)
		return quoted(base64.StdEncoding.EncodeToString(b)), nil
	}
	out := make(list, v.Len())
	for i := range out {
		var err error
		if out[i], err = w.value(v.Index(i), fmt.Sprintf("%s[%d]", at, i)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// dictionary writes a map by its keys in order; one whose keys are no names as pairs.
func (w *writer) dictionary(v reflect.Value, at string) (any, error) {
	if v.IsNil() {
		return literal("null"), nil
	}
	t := v.Type()
	type pair struct {
		key   string
		name  any
		value reflect.Value
	}
	var pairs []pair
	for it := v.MapRange(); it.Next(); {
		p := pair{value: addressable(it.Value())}
		if keyed(t) {
			if p.key = it.Key().String(); !isText(t) {
				p.key, _ = whole(it.Key())
			}
		} else {
			var err error
			if p.name, err = w.value(addressable(it.Key()), at); err != nil {
				return nil, err
			}
			var b bytes.Buffer
			compact(&b, p.name)
			p.key = b.String()
		}
		pairs = append(pairs, p)
	}
	slices.SortFunc(pairs, func(a, b pair) int { return cmp.Compare(a.key, b.key) })
	o, rows := &object{}, list{}
	for _, p := range pairs {
		node, err := w.value(p.value, join(at, p.key))
		if err != nil {
			return nil, err
		}
		if keyed(t) {
			o.members = append(o.members, member{p.key, node})
		} else {
			rows = append(rows, list{p.name, node})
		}
	}
	if keyed(t) {
		return o, nil
	}
	return rows, nil
}

func isText(t reflect.Type) bool { return t.Key().Kind() == reflect.String }

// addressable gives a copy whose fields can be opened.
func addressable(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	out.Set(v)
	return out
}

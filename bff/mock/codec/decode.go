package codec

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"croupier/bff/internal/strictjson"
)

// maxDepth is deeper than any encoded graph.
const maxDepth = 64

// Tree is decoded JSON: nil, bool, string, json.Number, []any or map[string]any.
type Tree any

// Parse reads one JSON value strictly, see strictjson.Parse. Every error is a *FieldError.
func Parse(raw []byte) (Tree, error) {
	tree, err := strictjson.Parse(raw, maxDepth)
	if err != nil {
		return nil, &FieldError{Problem: err.Error()}
	}
	return tree, nil
}

// decoder makes values of a Tree.
type decoder struct {
	*Codec
	byID map[int64]reflect.Value
	zone *time.Location
}

// Decode fills root, a pointer to a struct, with an encoded graph that Parse has read; at is
// the path that errors begin with. Fields that are not in the tree keep their values. Times
// whose offset is that of zone are in zone. Every error is a *FieldError.
func (c *Codec) Decode(tree Tree, root any, at string, zone *time.Location) (err error) {
	defer recovered(&err)
	d := &decoder{c, map[int64]reflect.Value{}, zone}
	v := reflect.ValueOf(root)
	o := as[map[string]any](tree, at, "an object")
	d.remember(o, v, at)
	d.members(v.Elem(), o, at)
	return nil
}

// as returns a node of the type T; want names the type to people.
func as[T any](node any, at, want string) T {
	out, ok := node.(T)
	if !ok {
		fail(at, "want %s", want)
	}
	return out
}

func (d *decoder) value(v reflect.Value, node any, at string) {
	switch kind := v.Kind(); {
	case v.Type() == timeType:
		d.time(v, node, at)
	case kind == reflect.Struct:
		d.members(v, as[map[string]any](node, at, "an object"), at)
	case kind == reflect.Array:
		d.list(v, node, at)
	case node == nil && (kind == reflect.Pointer || kind == reflect.Slice || kind == reflect.Map):
		v.SetZero()
	case kind == reflect.Pointer:
		d.pointer(v, node, at)
	case kind == reflect.Slice:
		d.list(v, node, at)
	case kind == reflect.Map:
		d.dictionary(v, as[map[string]any](node, at, "an object"), at)
	case kind == reflect.Bool:
		v.SetBool(as[bool](node, at, "true or false"))
	case kind == reflect.String:
		v.SetString(as[string](node, at, "a string"))
	default:
		number(v, as[json.Number](node, at, "a number").String(), at)
	}
}

func number(v reflect.Value, s, at string) {
	var err error
	switch bits := v.Type().Bits; {
	case v.CanInt():
		var n int64
		n, err = strconv.ParseInt(s, 10, bits())
		v.SetInt(n)
	case v.CanUint():
		var n uint64
		n, err = strconv.ParseUint(s, 10, bits())
		v.SetUint(n)
	case v.CanFloat():
		var n float64
		n, err = strconv.ParseFloat(s, bits())
		v.SetFloat(n)
	default:
		fail(at, "%s cannot be decoded", v.Type())
	}
	if err != nil {
		fail(at, "want a number of type %s", v.Kind())
	}
}

func (d *decoder) time(v reflect.Value, node any, at string) {
	t, err := time.Parse(time.RFC3339Nano, as[string](node, at, "a time"))
	if err != nil {
		fail(at, "want a time such as 2026-01-31T20:00:00+03:00")
	}
	_, has := t.Zone()
	if _, want := t.In(d.zone).Zone(); has == want {
		t = t.In(d.zone)
	}
	v.Set(reflect.ValueOf(t))
}

func (d *decoder) pointer(v reflect.Value, node any, at string) {
	t := v.Type()
	if r, ok := d.references[t]; ok {
		found, known := r.Find(as[string](node, at, "a name"))
		if !known {
			fail(at, "no %s has the name %.40q", t.Elem().Name(), node)
		}
		v.Set(reflect.ValueOf(found))
		return
	}
	o := as[map[string]any](node, at, "an object")
	if ref, ok := o["$ref"]; ok && len(o) == 1 {
		have, ok := d.byID[identity(ref, join(at, "$ref"))]
		if !ok || have.Type() != t {
			fail(join(at, "$ref"), "refers to no %s", t.Elem().Name())
		}
		v.Set(have)
		return
	}
	v.Set(reflect.New(t.Elem()))
	d.remember(o, v.Elem().Addr(), at)
	d.members(v.Elem(), o, at)
}

// remember registers the "$id" of a struct before its fields are set: they may refer to it.
func (d *decoder) remember(o map[string]any, made reflect.Value, at string) {
	if raw, ok := o["$id"]; ok {
		id := identity(raw, join(at, "$id"))
		if _, taken := d.byID[id]; taken {
			fail(join(at, "$id"), "is used twice")
		}
		d.byID[id] = made
	}
}

func identity(node any, at string) int64 {
	id, err := as[json.Number](node, at, "a number").Int64()
	if err != nil {
		fail(at, "want a whole number")
	}
	return id
}

// members sets the fields of a struct in the order of their declaration, in which "$id" comes before "$ref".
func (d *decoder) members(v reflect.Value, o map[string]any, at string) {
	known := map[string]bool{"$id": true}
	for _, f := range d.fields(v.Type()) {
		known[f.name] = true
		if node, ok := o[f.name]; ok {
			d.value(opened(v, f.index), node, join(at, f.name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(o)) {
		if !known[name] {
			fail(join(at, name), "unknown field")
		}
	}
}

func (d *decoder) list(v reflect.Value, node any, at string) {
	var bytes []byte
	var items []any
	if isBytes(v.Type()) {
		bytes = decodedBytes(node, at)
	} else {
		items = as[[]any](node, at, "a list")
	}
	length := max(len(bytes), len(items))
	if v.Kind() == reflect.Slice {
		v.Set(reflect.MakeSlice(v.Type(), length, length))
	} else if length != v.Len() {
		fail(at, "want %d items, not %d", v.Len(), length)
	}
	if bytes != nil {
		reflect.Copy(v, reflect.ValueOf(bytes))
	}
	for i, item := range items {
		d.item(v.Index(i), item, fmt.Sprintf("%s[%d]", at, i))
	}
}

// item decodes a value of a list or map; pointers in them are never nil.
func (d *decoder) item(v reflect.Value, node any, at string) {
	if node == nil && v.Kind() == reflect.Pointer {
		fail(at, "want an object")
	}
	d.value(v, node, at)
}

func join(at, name string) string { return strings.TrimPrefix(at+"."+name, ".") }

func decodedBytes(node any, at string) []byte {
	b, err := base64.StdEncoding.DecodeString(as[string](node, at, "bytes in base64"))
	if err != nil {
		fail(at, "want bytes in base64")
	}
	return b
}

func (d *decoder) dictionary(v reflect.Value, o map[string]any, at string) {
	t := v.Type()
	v.Set(reflect.MakeMap(t))
	for _, name := range slices.Sorted(maps.Keys(o)) {
		key, value := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
		switch {
		case key.Kind() == reflect.String:
			key.SetString(name)
		case key.CanInt():
			number(key, name, join(at, name))
		default:
			node, err := Parse([]byte(name))
			if err != nil {
				fail(join(at, name), "want a key in JSON")
			}
			d.item(key, node, join(at, name))
		}
		d.item(value, o[name], join(at, name))
		v.SetMapIndex(key, value)
	}
}

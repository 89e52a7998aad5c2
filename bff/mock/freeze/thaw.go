package freeze

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"time"
)

// reader makes values of trees.
type reader struct {
	codec *Codec
	byID  map[int64]reflect.Value
	zone  *time.Location
}

// Thaw fills root, a pointer to a struct, with what was frozen; at is the path that faults
// begin with. Every error is a *Fault. Times whose offset is that of zone are in zone. What
// is not in the tree keeps the value that it has in root.
func (c *Codec) Thaw(tree Tree, root any, at string, zone *time.Location) error {
	r := &reader{codec: c, byID: map[int64]reflect.Value{}, zone: zone}
	v := reflect.ValueOf(root)
	object, ok := tree.(map[string]any)
	if !ok {
		return &Fault{at, "want an object"}
	}
	if err := r.remember(object, v, at); err != nil {
		return err
	}
	return r.members(v.Elem(), object, at)
}

func (r *reader) value(v reflect.Value, node any, at string) error {
	t := v.Type()
	if t == timeType {
		return r.time(v, node, at)
	}
	switch t.Kind() {
	case reflect.Pointer:
		return r.pointer(v, node, at)
	case reflect.Struct:
		object, ok := node.(map[string]any)
		if !ok {
			return wrong(at, "an object", node)
		}
		return r.members(v, object, at)
	case reflect.Slice, reflect.Array:
		return r.list(v, node, at)
	case reflect.Map:
		return r.dictionary(v, node, at)
	case reflect.Bool:
		b, ok := node.(bool)
		if !ok {
			return wrong(at, "true or false", node)
		}
		v.SetBool(b)
	case reflect.String:
		s, ok := node.(string)
		if !ok {
			return wrong(at, "a text", node)
		}
		v.SetString(s)
	default:
		n, ok := node.(json.Number)
		if !ok {
			return wrong(at, "a number", node)
		}
		return number(v, n.String(), at)
	}
	return nil
}

func wrong(at, want string, node any) error {
	have := map[bool]string{true: "nothing", false: fmt.Sprintf("%T", node)}[node == nil]
	switch node.(type) {
	case map[string]any:
		have = "an object"
	case []any:
		have = "a list"
	case string:
		have = "a text"
	case json.Number:
		have = "a number"
	case bool:
		have = "true or false"
	}
	return &Fault{at, "want " + want + ", not " + have}
}

func number(v reflect.Value, s, at string) error {
	var err error
	switch {
	case v.CanInt():
		var n int64
		if n, err = strconv.ParseInt(s, 10, v.Type().Bits()); err == nil {
			v.SetInt(n)
		}
	case v.CanUint():
		var n uint64
		if n, err = strconv.ParseUint(s, 10, v.Type().Bits()); err == nil {
			v.SetUint(n)
		}
	case v.CanFloat():
		var n float64
		if n, err = strconv.ParseFloat(s, v.Type().Bits()); err == nil {
			v.SetFloat(n)
		}
	default:
		return &Fault{at, "cannot be carried"}
	}
	if err != nil {
		return &Fault{at, "want a " + v.Kind().String()}
	}
	return nil
}

func (r *reader) time(v reflect.Value, node any, at string) error {
	s, ok := node.(string)
	if !ok {
		return wrong(at, "a time", node)
	}
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return &Fault{at, "want a time such as 2026-01-31T20:00:00+03:00"}
	}
	_, has := t.Zone()
	if _, want := t.In(r.zone).Zone(); has == want {
		t = t.In(r.zone)
	}
	v.Set(reflect.ValueOf(t))
	return nil
}

func (r *reader) pointer(v reflect.Value, node any, at string) error {
	t := v.Type()
	if node == nil {
		v.SetZero()
		return nil
	}
	if e, ok := r.codec.externals[t]; ok {
		name, isText := node.(string)
		found, known := e.Find(name)
		if !isText || !known {
			return &Fault{at, fmt.Sprintf("no %s is called %.40q", t.Elem().Name(), node)}
		}
		v.Set(reflect.ValueOf(found))
		return nil
	}
	if t.Elem() == randType {
		return generator(v, node, at)
	}
	object, isObject := node.(map[string]any)
	if isObject && len(object) == 1 && object["$ref"] != nil && t.Elem().Kind() == reflect.Struct {
		id, _ := identity(object["$ref"])
		have, ok := r.byID[id]
		if !ok || have.Type() != t {
			return &Fault{join(at, "$ref"), "refers to nothing of its kind"}
		}
		v.Set(have)
		return nil
	}
	made := reflect.New(t.Elem())
	v.Set(made)
	if t.Elem().Kind() != reflect.Struct {
		return r.value(made.Elem(), node, at)
	}
	if !isObject {
		return wrong(at, "an object", node)
	}
	if err := r.remember(object, made, at); err != nil {
		return err
	}
	return r.members(made.Elem(), object, at)
}

// remember keeps what others refer to, before it is filled: what it leads to may lead back.
func (r *reader) remember(object map[string]any, made reflect.Value, at string) error {
	raw, ok := object["$id"]
	if !ok {
		return nil
	}
	id, ok := identity(raw)
	if _, taken := r.byID[id]; !ok || taken {
		return &Fault{join(at, "$id"), "want a number that nothing else has"}
	}
	r.byID[id] = made
	return nil
}

func identity(node any) (int64, bool) {
	n, _ := node.(json.Number)
	id, err := n.Int64()
	return id, err == nil
}

func generator(v reflect.Value, node any, at string) error {
	s, ok := node.(string)
	state, err := base64.StdEncoding.DecodeString(s)
	pcg := &rand.PCG{}
	if !ok || err != nil || pcg.UnmarshalBinary(state) != nil {
		return &Fault{at, "want the state of a random stream"}
	}
	v.Set(reflect.ValueOf(rand.New(pcg)))
	return nil
}

// members fills a struct in the order of its fields, for that is the order in which "$id"
// comes before "$ref".
func (r *reader) members(v reflect.Value, object map[string]any, at string) error {
	known := map[string]bool{"$id": true}
	for _, f := range r.codec.fields(v.Type()) {
		known[f.name] = true
		node, ok := object[f.name]
		if !ok {
			continue
		}
		if err := r.value(opened(v, f.index), node, join(at, f.name)); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if !known[name] {
			return &Fault{join(at, name), "is unknown: the snapshot is of another version, or none"}
		}
	}
	return nil
}

func (r *reader) list(v reflect.Value, node any, at string) error {
	t := v.Type()
	if isBytes(t) {
		return setBytes(v, node, at)
	}
	items, ok := node.([]any)
	switch {
	case node == nil && t.Kind() == reflect.Slice:
		v.SetZero()
		return nil
	case !ok:
		return wrong(at, "a list", node)
	case t.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(t, len(items), len(items)))
	case len(items) != v.Len():
		return &Fault{at, fmt.Sprintf("want %d items, not %d", v.Len(), len(items))}
	}
	for i, item := range items {
		if err := r.item(v.Index(i), item, fmt.Sprintf("%s[%d]", at, i)); err != nil {
			return err
		}
	}
	return nil
}

// item is a value within a list or map, where a pointer never leads nowhere.
func (r *reader) item(v reflect.Value, node any, at string) error {
	if node == nil && v.Kind() == reflect.Pointer {
		return wrong(at, "an object", node)
	}
	return r.value(v, node, at)
}

func setBytes(v reflect.Value, node any, at string) error {
	s, ok := node.(string)
	b, err := base64.StdEncoding.DecodeString(s)
	if !ok || err != nil {
		return &Fault{at, "want bytes in base64"}
	}
	if v.Kind() == reflect.Slice {
		v.Set(reflect.MakeSlice(v.Type(), len(b), len(b)))
	} else if len(b) != v.Len() {
		return &Fault{at, fmt.Sprintf("want %d bytes, not %d", v.Len(), len(b))}
	}
	reflect.Copy(v, reflect.ValueOf(b))
	return nil
}

func (r *reader) dictionary(v reflect.Value, node any, at string) error {
	if node == nil {
		v.SetZero()
		return nil
	}
	t := v.Type()
	v.Set(reflect.MakeMap(t))
	if !keyed(t) {
		return r.pairs(v, node, at)
	}
	object, ok := node.(map[string]any)
	if !ok {
		return wrong(at, "an object", node)
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		key := reflect.New(t.Key()).Elem()
		if isText(t) {
			key.SetString(name)
		} else if err := number(key, name, join(at, name)); err != nil {
			return err
		}
		value := reflect.New(t.Elem()).Elem()
		if err := r.item(value, object[name], join(at, name)); err != nil {
			return err
		}
		v.SetMapIndex(key, value)
	}
	return nil
}

func (r *reader) pairs(v reflect.Value, node any, at string) error {
	rows, ok := node.([]any)
	if !ok {
		return wrong(at, "a list of pairs", node)
	}
	for i, row := range rows {
		here := fmt.Sprintf("%s[%d]", at, i)
		pair, ok := row.([]any)
		if !ok || len(pair) != 2 {
			return wrong(here, "a pair", row)
		}
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		if err := r.item(key, pair[0], here+"[0]"); err != nil {
			return err
		}
		if err := r.item(value, pair[1], here+"[1]"); err != nil {
			return err
		}
		v.SetMapIndex(key, value)
	}
	return nil
}

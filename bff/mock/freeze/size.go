package freeze

import "reflect"

// entryCost is what a map needs for an entry beside the entry itself.
const entryCost = 16

// Size estimates the bytes of memory that root, a pointer, leads to. What is external or
// derived is not counted, what is reached twice is counted once.
func (c *Codec) Size(root any) int {
	v := reflect.ValueOf(root)
	return c.behind(v, map[place]bool{})
}

// behind counts what a value leads to, without the value itself.
func (c *Codec) behind(v reflect.Value, seen map[place]bool) int {
	t := v.Type()
	if _, ok := c.externals[t]; ok || t == timeType {
		return 0
	}
	n := 0
	switch t.Kind() {
	case reflect.String:
		return v.Len()
	case reflect.Pointer:
		p := place{v.UnsafePointer(), t}
		if v.IsNil() || seen[p] {
			return 0
		}
		seen[p] = true
		if t.Elem() == randType {
			return int(randType.Size()) + entryCost
		}
		return int(t.Elem().Size()) + c.behind(v.Elem(), seen)
	case reflect.Struct:
		for _, f := range c.fields(t) {
			n += c.behind(opened(v, f.index), seen)
		}
	case reflect.Slice:
		n = v.Cap() * int(t.Elem().Size())
		fallthrough
	case reflect.Array:
		if flat(t.Elem()) {
			return n
		}
		for i := range v.Len() {
			n += c.behind(v.Index(i), seen)
		}
	case reflect.Map:
		n = v.Len() * (int(t.Key().Size()+t.Elem().Size()) + entryCost)
		for it := v.MapRange(); it.Next(); {
			n += c.behind(addressable(it.Key()), seen) + c.behind(addressable(it.Value()), seen)
		}
	default:
	}
	return n
}

// flat tells whether a value leads nowhere.
func flat(t reflect.Type) bool { return t.Kind() <= reflect.Complex128 }

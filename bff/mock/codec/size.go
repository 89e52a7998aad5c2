package codec

import "reflect"

// entryOverhead is an estimate of what a map takes for an entry beside key and value, in bytes.
const entryOverhead = 16

// Size estimates the bytes of memory that root, a pointer, leads to. References and skipped
// fields are not counted; a struct that is reached twice is counted once.
func (c *Codec) Size(root any) int {
	return c.behind(reflect.ValueOf(root), map[place]bool{})
}

// behind returns the size of what a value leads to, without the value itself.
func (c *Codec) behind(v reflect.Value, seen map[place]bool) (n int) {
	t := v.Type()
	if _, ok := c.references[t]; ok || t == timeType {
		return 0
	}
	switch t.Kind() {
	case reflect.String:
		return v.Len()
	case reflect.Pointer:
		p := place{v.UnsafePointer(), t}
		if v.IsNil() || seen[p] {
			return 0
		}
		seen[p] = true
		n = int(t.Elem().Size())
		if t.Elem() != randType {
			n += c.behind(v.Elem(), seen)
		}
	case reflect.Struct:
		for _, f := range c.fields(t) {
			n += c.behind(opened(v, f.index), seen)
		}
	case reflect.Slice, reflect.Array:
		if t.Kind() == reflect.Slice {
			n = v.Cap() * int(t.Elem().Size())
		}
		for i := range v.Len() {
			if isScalar(t.Elem().Kind()) && t.Elem().Kind() != reflect.String {
				break
			}
			n += c.behind(v.Index(i), seen)
		}
	case reflect.Map:
		n = v.Len() * (int(t.Key().Size()+t.Elem().Size()) + entryOverhead)
		for it := v.MapRange(); it.Next(); {
			n += c.behind(addressable(it.Key()), seen) + c.behind(addressable(it.Value()), seen)
		}
	default: // scalars lead nowhere
	}
	return n
}

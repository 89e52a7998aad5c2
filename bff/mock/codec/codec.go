// Package codec encodes graphs of Go values as JSON and decodes them again. It reads every
// field, unexported ones too, so that a field that is added to an encoded type needs no code
// here; fields that are not encoded have to be listed.
//
// A struct becomes an object of its non-zero fields. If several pointers lead to one struct,
// the first one met holds the struct with an "$id", the others are {"$ref": id}. A pointer
// into a slice or into another struct is not recognised: it becomes a copy.
package codec

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
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
	for _, r := range references {
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
	randType = reflect.TypeFor[rand.Rand]()
	locks    = []reflect.Type{reflect.TypeFor[sync.Mutex](), reflect.TypeFor[sync.RWMutex](), reflect.TypeFor[sync.Once]()}
)

// field is an encoded field of a struct.
type field struct {
	index int
	name  string
}

// fields returns the encoded fields of a struct type in the order of their declaration. It fails for skipped
// fields that do not exist.
func (c *Codec) fields(t reflect.Type, at string) []field {
	if known, ok := c.plans.Load(t); ok {
		return known.([]field)
	}
	for _, name := range c.skipped[t] {
		if _, ok := t.FieldByName(name); !ok {
			fail(at, "%s.%s is skipped and does not exist", t, name)
		}
	}
	out := make([]field, 0, t.NumField())
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Name == "_" || slices.Contains(locks, f.Type) || slices.Contains(c.skipped[t], f.Name) {
			continue
		}
		if k := f.Type.Kind(); k == reflect.Func || k == reflect.Chan || k == reflect.Interface {
			fail(join(at, f.Name), "%s cannot be encoded: skip it", f.Type)
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

func join(at, name string) string { return strings.TrimPrefix(at+"."+name, ".") }

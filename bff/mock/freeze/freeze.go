// Package freeze writes a graph of Go values as readable JSON and makes it again. It reads
// every field, unexported ones too, so that a field added to a frozen type is carried
// without a word about it; what is not to be carried has to be listed as derived.
//
// A struct is an object of its fields that are not zero. Where several pointers lead to
// one struct, it stands where it is met first, with an "$id"; the others are {"$ref": id}.
// A pointer into a slice or into another struct is not known as such: it leads to a copy.
package freeze

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"
	"unsafe"
)

// External are values that a graph refers to by name and does not hold.
type External struct {
	Pointer reflect.Type                  // such as *House
	Name    func(pointer any) string      // of one of them
	Find    func(name string) (any, bool) // the pointer of a name
}

// Codec knows what of its types is not carried. It is safe for concurrent use.
type Codec struct {
	derived   map[reflect.Type][]string
	externals map[reflect.Type]External
	plans     sync.Map // of []field, by type
}

// New makes a codec. derived lists, by type, the fields that whoever thaws fills in.
func New(derived map[reflect.Type][]string, externals ...External) *Codec {
	c := &Codec{derived: derived, externals: map[reflect.Type]External{}}
	for _, e := range externals {
		c.externals[e.Pointer] = e
	}
	return c
}

// Fault is what is wrong with a frozen graph, and where.
type Fault struct {
	Field string // such as world.order[2].Balance; empty for the whole
	Text  string
}

// Error tells both.
func (f *Fault) Error() string {
	if f.Field == "" {
		return f.Text
	}
	return f.Field + ": " + f.Text
}

var (
	timeType = reflect.TypeFor[time.Time]()
	randType = reflect.TypeFor[rand.Rand]()
	locks    = []reflect.Type{reflect.TypeFor[sync.Mutex](), reflect.TypeFor[sync.RWMutex](), reflect.TypeFor[sync.Once]()}
)

// field is one carried field of a struct.
type field struct {
	index int
	name  string
}

// fields lists what of a struct type is carried, in the order in which it is declared.
func (c *Codec) fields(t reflect.Type) []field {
	if known, ok := c.plans.Load(t); ok {
		return known.([]field)
	}
	out := make([]field, 0, t.NumField())
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Name == "_" || slices.Contains(locks, f.Type) || slices.Contains(c.derived[t], f.Name) {
			continue
		}
		out = append(out, field{i, f.Name})
	}
	c.plans.Store(t, out)
	return out
}

// opened gives a field for reading and writing, whether it is exported or not. The struct
// has to be addressable.
func opened(v reflect.Value, index int) reflect.Value {
	f := v.Field(index)
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem() //nolint:gosec // the one way to a field that is not exported
}

// Check tells what within a type could not be carried: functions, channels, interfaces,
// and derived fields that do not exist. A test asks it of whatever is frozen.
func (c *Codec) Check(t reflect.Type) error {
	var faults []error
	for of, names := range c.derived {
		for _, name := range names {
			if _, ok := of.FieldByName(name); !ok {
				faults = append(faults, fmt.Errorf("%s.%s is derived and does not exist", of, name))
			}
		}
	}
	c.check(t, t.String(), map[reflect.Type]bool{}, &faults)
	return errors.Join(faults...)
}

func (c *Codec) check(t reflect.Type, at string, seen map[reflect.Type]bool, faults *[]error) {
	if _, ok := c.externals[t]; ok || t == timeType || t == randType || seen[t] {
		return
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Struct:
		for _, f := range c.fields(t) {
			c.check(t.Field(f.index).Type, at+"."+f.name, seen, faults)
		}
	case reflect.Map:
		c.check(t.Key(), at+"[key]", seen, faults)
		c.check(t.Elem(), at+"[]", seen, faults)
	case reflect.Pointer, reflect.Slice, reflect.Array:
		c.check(t.Elem(), at, seen, faults)
	case reflect.Func, reflect.Chan, reflect.Interface, reflect.Uintptr, reflect.UnsafePointer, reflect.Complex64, reflect.Complex128:
		*faults = append(*faults, fmt.Errorf("%s (%s) cannot be carried: list it as derived", at, t))
	default:
	}
}

// source is the generator behind r; only PCG has a state that can be written down.
func source(r *rand.Rand) (*rand.PCG, bool) {
	f := reflect.ValueOf(r).Elem().FieldByName("src")
	if !f.IsValid() {
		return nil, false
	}
	s, ok := reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem().Interface().(*rand.PCG) //nolint:gosec // as above
	return s, ok && s != nil
}

// keyed tells whether a map's keys can be the names of an object.
func keyed(t reflect.Type) bool {
	switch t.Key().Kind() {
	case reflect.String, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return true
	default:
		return false
	}
}

func isBytes(t reflect.Type) bool { return t.Elem().Kind() == reflect.Uint8 }

func join(at, name string) string { return strings.TrimPrefix(at+"."+name, ".") }

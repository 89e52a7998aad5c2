package codec

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type house struct{ name string }

var houses = map[string]*house{"north": {"north"}, "south": {"south"}}

type key struct{ kind, id int }

type guest struct {
	Name  string
	owes  int64
	knows []*guest
	at    *house
}

// hotel has a field of every kind that can be encoded.
type hotel struct {
	mu      sync.Mutex
	Guests  []*guest
	byName  map[string]*guest
	rooms   map[int]string
	locks   map[key]bool
	paid    map[string]struct{}
	seal    [4]byte
	raw     []byte
	opened  time.Time
	dice    *rand.Rand
	rate    float64
	open    bool
	none    []int
	empty   []int
	nested  struct{ Depth uint8 }
	handler func()
}

var codec = New(
	map[reflect.Type][]string{reflect.TypeFor[hotel](): {"handler"}},
	Reference{
		Pointer: reflect.TypeFor[*house](),
		Name:    func(p any) string { return p.(*house).name },
		Find:    func(name string) (any, bool) { h, ok := houses[name]; return h, ok },
	},
)

var zone = time.FixedZone("Europe/Istanbul", 3*60*60)

func grand() *hotel {
	ada, cem := &guest{Name: "Ada \"<&>\" ışık", owes: math.MaxInt64, at: houses["north"]}, &guest{Name: "Cem", owes: -5}
	ada.knows, cem.knows = []*guest{cem}, []*guest{ada, cem}
	h := &hotel{
		Guests: []*guest{ada, cem}, byName: map[string]*guest{"ada": ada, "cem": cem},
		rooms: map[int]string{12: "sea", -3: "cellar"}, locks: map[key]bool{{1, 2}: true, {0, 9}: false},
		paid: map[string]struct{}{"x": {}}, seal: [4]byte{1, 0, 255, 3}, raw: []byte("raw"),
		opened: time.Date(2026, 5, 14, 18, 0, 0, 123456789, zone), dice: rand.New(rand.NewPCG(1, 2)),
		rate: 0.1, open: true, empty: []int{},
	}
	h.nested.Depth = 200
	h.handler = func() { h.mu.Lock() }
	h.dice.Uint64()
	return h
}

func encoded(t testing.TB, h *hotel) []byte {
	t.Helper()
	raw, err := codec.Encode(h)
	require.NoError(t, err)
	return raw
}

func decoded(raw []byte) (*hotel, error) {
	tree, err := Parse(raw)
	if err != nil {
		return nil, err
	}
	h := &hotel{}
	return h, codec.Decode(tree, h, "hotel", zone)
}

func TestDecodeReturnsWhatWasEncoded(t *testing.T) {
	a := grand()
	raw := encoded(t, a)
	b, err := decoded(raw)
	require.NoError(t, err, string(raw))
	assert.Nil(t, b.handler, "a skipped field was encoded")
	a.handler = nil
	assert.Equal(t, a, b)
	assert.True(t, b.none == nil && b.empty != nil, "nil and empty slices are not distinguished")
	assert.Same(t, b.Guests[0], b.byName["ada"])
	assert.Same(t, b.Guests[1], b.Guests[1].knows[1])
	assert.Same(t, houses["north"], b.Guests[0].at)
	assert.Equal(t, a.dice.Uint64(), b.dice.Uint64(), "the random source does not continue its sequence")
	assert.Len(t, encoded(t, b), len(raw))
}

func TestEncodeReportsWhatCannotBeEncoded(t *testing.T) {
	gone := New(map[reflect.Type][]string{reflect.TypeFor[guest](): {"shoe"}})
	_, err := gone.Encode(&guest{})
	assert.ErrorContains(t, err, "guest.shoe", "a skipped field that does not exist is not reported")
	for name, value := range map[string]any{
		"a nil function": &struct{ f func() }{}, "a nil channel": &struct{ a []struct{ c chan int } }{make([]struct{ c chan int }, 1)},
		"an interface":          &struct{ a map[string]struct{ e error } }{map[string]struct{ e error }{"x": {}}},
		"a pointer to a number": &struct{ a *int }{new(int)}, "NaN": &struct{ a float64 }{math.NaN()},
	} {
		_, err := codec.Encode(value)
		assert.Error(t, err, name)
	}
}

func TestErrorsNameTheField(t *testing.T) {
	for body, field := range map[string]string{
		`[]`:                          "hotel",
		`{"colour": 1}`:               "hotel.colour",
		`{"mu": {}}`:                  "hotel.mu",
		`{"handler": null}`:           "hotel.handler",
		`{"Guests": {}}`:              "hotel.Guests",
		`{"Guests": [null]}`:          "hotel.Guests[0]",
		`{"Guests": [{"Name": 7}]}`:   "hotel.Guests[0].Name",
		`{"Guests": [{"owes": 1.5}]}`: "hotel.Guests[0].owes",
		`{"Guests": [{"owes": 9223372036854775808}]}`: "hotel.Guests[0].owes",
		`{"Guests": [{"at": "west"}]}`:                "hotel.Guests[0].at",
		`{"Guests": [{"knows": [{"$ref": 4}]}]}`:      "hotel.Guests[0].knows[0].$ref",
		`{"Guests": [{"$id": 1}, {"$id": 1}]}`:        "hotel.Guests[1].$id",
		`{"$id": 1, "Guests": [{"$ref": 1}]}`:         "hotel.Guests[0].$ref",
		`{"rooms": {"twelve": "x"}}`:                  "hotel.rooms.twelve",
		`{"locks": {"kind": true}}`:                   "hotel.locks.kind",
		`{"seal": "AQ=="}`:                            "hotel.seal",
		`{"raw": "?"}`:                                "hotel.raw",
		`{"opened": "soon"}`:                          "hotel.opened",
		`{"dice": "AAAA"}`:                            "hotel.dice",
		`{"open": 1}`:                                 "hotel.open",
		`{"nested": {"Depth": 256}}`:                  "hotel.nested.Depth",
		`{"open": true, "open": true}`:                "",
		`{"Guests": [{"Name": "x"`:                    "",
		strings.Repeat("[", 100):                      "",
		`{} {}`:                                       "",
	} {
		_, err := decoded([]byte(body))
		var fault *FieldError
		assert.True(t, errors.As(err, &fault) && fault.Field == field && fault.Problem != "", "%.60s %v %q", body, err, field)
	}
}

package freeze

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"
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

// hotel has a field of every kind that can be carried.
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
	limit   *int
	nested  struct{ Depth uint8 }
	handler func()
}

var codec = New(
	map[reflect.Type][]string{reflect.TypeFor[hotel](): {"handler"}},
	External{
		Pointer: reflect.TypeFor[*house](),
		Name:    func(p any) string { return p.(*house).name },
		Find:    func(name string) (any, bool) { h, ok := houses[name]; return h, ok },
	},
)

var zone = time.FixedZone("Europe/Istanbul", 3*60*60)

func grand() *hotel {
	ada, cem := &guest{Name: "Ada \"<&>\" ışık", owes: math.MaxInt64, at: houses["north"]}, &guest{Name: "Cem", owes: -5}
	ada.knows, cem.knows = []*guest{cem}, []*guest{ada, cem}
	limit := 7
	h := &hotel{
		Guests: []*guest{ada, cem}, byName: map[string]*guest{"ada": ada, "cem": cem},
		rooms: map[int]string{12: "sea", -3: "cellar"}, locks: map[key]bool{{1, 2}: true, {0, 9}: false},
		paid: map[string]struct{}{"x": {}}, seal: [4]byte{1, 0, 255, 3}, raw: []byte("raw"),
		opened: time.Date(2026, 5, 14, 18, 0, 0, 123456789, zone), dice: rand.New(rand.NewPCG(1, 2)),
		rate: 0.1, open: true, empty: []int{}, limit: &limit,
	}
	h.nested.Depth = 200
	h.handler = func() { h.mu.Lock() }
	h.dice.Uint64()
	return h
}

func frozen(t testing.TB, h *hotel) []byte {
	t.Helper()
	raw, err := codec.Freeze(h)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func thawed(raw []byte) (*hotel, error) {
	tree, err := Parse(raw)
	if err != nil {
		return nil, err
	}
	h := &hotel{}
	return h, codec.Thaw(tree, h, "hotel", zone)
}

func TestWhatIsThawedIsWhatWasFrozen(t *testing.T) {
	a := grand()
	raw := frozen(t, a)
	b, err := thawed(raw)
	if err != nil {
		t.Fatalf("%v\n%s", err, raw)
	}
	if b.handler != nil {
		t.Error("what is derived was carried")
	}
	a.handler = nil
	if !reflect.DeepEqual(a, b) {
		t.Errorf("got\n%+v\nwant\n%+v\nfrom\n%s", b, a, raw)
	}
	if b.none != nil || b.empty == nil {
		t.Error("nothing and an empty list are not the same")
	}
	if b.byName["ada"] != b.Guests[0] || b.Guests[1].knows[1] != b.Guests[1] || b.Guests[0].at != houses["north"] {
		t.Error("who was one is two now")
	}
	if a.dice.Uint64() != b.dice.Uint64() {
		t.Error("the dice do not go on where they were")
	}
	if again := frozen(t, b); len(again) != len(raw) {
		t.Errorf("frozen again it is another text:\n%s", again)
	}
	for _, line := range strings.Split(string(raw), "\n") {
		if len(line) > 2*lineWidth {
			t.Errorf("a line of %d characters: %s", len(line), line)
		}
	}
}

func TestWhatCannotBeCarriedIsTold(t *testing.T) {
	for _, c := range []struct {
		of   reflect.Type
		want string
	}{
		{reflect.TypeFor[*hotel](), ""},
		{reflect.TypeFor[struct{ f func() }](), ".f"},
		{reflect.TypeFor[[]struct{ c chan int }](), ".c"},
		{reflect.TypeFor[map[string]struct{ e error }](), ".e"},
	} {
		err := codec.Check(c.of)
		if (err == nil) != (c.want == "") || (err != nil && !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.of, err, c.want)
		}
	}
	gone := New(map[reflect.Type][]string{reflect.TypeFor[guest](): {"shoe"}})
	if err := gone.Check(reflect.TypeFor[guest]()); err == nil {
		t.Error("a derived field that does not exist is not told")
	}
	if _, err := codec.Freeze(&struct{ F func() }{func() {}}); err == nil {
		t.Error("a function was frozen")
	}
	one := rand.New(rand.NewPCG(1, 2))
	if _, err := codec.Freeze(&struct{ a, b *rand.Rand }{one, one}); err == nil {
		t.Error("a random stream with two owners was frozen as two")
	}
	if _, err := codec.Freeze(&struct{ a float64 }{math.NaN()}); err == nil {
		t.Error("what is no number was frozen")
	}
}

func TestFaultsNameTheirField(t *testing.T) {
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
		`{"locks": [[{"kind": 1}]]}`:                  "hotel.locks[0]",
		`{"seal": "AQ=="}`:                            "hotel.seal",
		`{"raw": "?"}`:                                "hotel.raw",
		`{"opened": "soon"}`:                          "hotel.opened",
		`{"dice": "AAAA"}`:                            "hotel.dice",
		`{"open": 1}`:                                 "hotel.open",
		`{"nested": {"Depth": 256}}`:                  "hotel.nested.Depth",
		`{"open": true, "open": true}`:                "open",
		`{"Guests": [{"Name": "x"`:                    "Guests[0]",
		strings.Repeat("[", 100):                      strings.Repeat("[0]", maxDepth),
		`{} {}`:                                       "",
	} {
		_, err := thawed([]byte(body))
		var fault *Fault
		if !errors.As(err, &fault) || fault.Field != field || fault.Text == "" {
			t.Errorf("%.60s: %v, want field %q", body, err, field)
		}
	}
}

func TestSizesAreEstimated(t *testing.T) {
	h := grand()
	small := codec.Size(h)
	h.raw = make([]byte, 100_000)
	if grown := codec.Size(h) - small; grown < 90_000 || grown > 110_000 {
		t.Errorf("100,000 bytes more are %d", grown)
	}
}

// FuzzThaw holds reading to its promise: whatever the file says, it is refused by a Fault
// or gives what can be frozen again.
func FuzzThaw(f *testing.F) {
	f.Add(frozen(f, grand()))
	f.Add([]byte(`{"$id": 1, "Guests": [{"$id": 2, "knows": [{"$ref": 2}]}]}`))
	f.Add([]byte(`{"locks": [[{"kind": 1}, true]], "limit": 3}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		h, err := thawed(raw)
		var fault *Fault
		if err != nil && !errors.As(err, &fault) {
			t.Fatalf("refused without a field: %v", err)
		}
		if err == nil {
			frozen(t, h)
		}
	})
}

package bff_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
)

func TestABrandWithoutATimeZoneIsInUTC(t *testing.T) {
	istanbul := time.FixedZone("Istanbul", 3*60*60)
	for _, row := range []struct{ given, want *time.Location }{{nil, time.UTC}, {istanbul, istanbul}} {
		got := (&bff.Brand{TimeZone: row.given}).Zone()
		assert.True(t, got == row.want, "%v: %v, want %v", row.given, got, row.want)
	}
}

func TestMaintenanceTarget(t *testing.T) {
	house, live := bff.UpstreamRules{Name: "house"}, bff.UpstreamRules{Name: "live"}
	b := &bff.Brand{ID: "marmara", Upstream: house, Routing: map[string]bff.UpstreamRules{
		"livecasino": live, "finance": live, "finance/check_balance": house, "crm/list_mass_messages": live,
	}}
	for _, row := range []struct{ class, method, want string }{
		{"casino", "games_list", "marmara"},
		{"livecasino", "init_game", "marmara/livecasino"},
		{"finance", "list_banks", "marmara/finance"},
		{"finance", "check_balance", "marmara"},
		{"crm", "list_mass_messages", "marmara/crm/list_mass_messages"},
	} {
		assert.Equal(t, row.want, b.MaintenanceTarget(&bff.Call{Class: row.class, Method: row.method}),
			"%s/%s", row.class, row.method)
	}
}

// Every field of a brand is either shown by a preview or stays as published. Add new fields here.
func TestPreviewedTakesWhatIsSeenOnly(t *testing.T) {
	shown := strings.Fields(`Name Tagline Theme Languages Formats Features Lobby HomeSlider Virtual Legal Contact Datas Assets Licences Tickets`)
	kept := strings.Fields(`ID Hosts SiteID SiteType Currency TimeZone Sessions Upstream Blocked Cache Contract Messages Routing Limits
		Exempt Unsupported ServerCalls Protection`)
	published := &bff.Brand{Origins: bff.Origins{
		Links: []string{"l"}, Frames: []string{"f"}, Images: []string{"i"},
		Clients: []string{"c"},
	}}
	draft := &bff.Brand{Origins: bff.Origins{
		Links: []string{"l2"}, Frames: []string{"f2"}, Images: []string{"i2"},
		Clients: []string{"c2"},
	}}
	of := reflect.TypeFor[bff.Brand]()
	for i := range of.NumField() {
		name := of.Field(i).Name
		if name == "Origins" {
			continue
		}
		assert.NotEqual(t, slices.Contains(kept, name), slices.Contains(shown, name), "%s is neither shown nor kept", name)
		fill(reflect.ValueOf(published).Elem().Field(i), 1)
		fill(reflect.ValueOf(draft).Elem().Field(i), 2)
	}
	got := published.Previewed(draft)
	for i := range of.NumField() {
		name := of.Field(i).Name
		want := reflect.ValueOf(published).Elem().Field(i)
		if slices.Contains(shown, name) {
			want = reflect.ValueOf(draft).Elem().Field(i)
		}
		if name != "Origins" && !reflect.DeepEqual(reflect.ValueOf(got).Elem().Field(i).Interface(), want.Interface()) {
			t.Errorf("%s: %v", name, reflect.ValueOf(got).Elem().Field(i))
		}
	}
	if want := (bff.Origins{
		Links: []string{"l"}, Frames: []string{"f2"}, Images: []string{"i2"},
		Clients: []string{"c"},
	}); !reflect.DeepEqual(got.Origins, want) {
		t.Errorf("origins: %+v", got.Origins)
	}
	assert.NotEqual(t, got.Name, published.Name, "the published brand was changed")
}

// fill sets v to a value that differs by n.
func fill(v reflect.Value, n int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(string(rune('a' + n)))
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(n))
	case reflect.Bool:
		v.SetBool(n == 1)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), n, n))
	case reflect.Map:
		key := reflect.New(v.Type().Key()).Elem()
		fill(key, n)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, reflect.New(v.Type().Elem()).Elem())
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				fill(v.Field(i), n)
			}
		}
	default:
		panic("a field of kind " + v.Kind().String())
	}
}

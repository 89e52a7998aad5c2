package bff_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"croupier/bff"
)

func TestAnswerHasAllSixKeysInOrder(t *testing.T) {
	for _, row := range []struct {
		name string
		a    bff.Answer
		want string
	}{
		{"empty", bff.Answer{}, `{"result":false,"message":"","data":null,"code":0,"debug":null,"pagination":null}`},
		{
			"everything",
			bff.Answer{
				Result: true, Message: "tamam", Data: json.RawMessage(`{"a":1.50}`), Code: 200, Debug: "no records",
				Pagination: &bff.Pagination{Limit: 48, Offset: 96, Total: 312},
			},
			`{"result":true,"message":"tamam","data":{"a":1.50},"code":200,"debug":"no records",` +
				`"pagination":{"limit":48,"offset":96,"total":312}}`,
		},
		{
			"text as it was written",
			bff.Answer{Message: "<b>\"ş\"</b> & \\ \n"},
			`{"result":false,"message":"<b>\"ş\"</b> & \\ \n","data":null,"code":0,"debug":null,"pagination":null}`,
		},
	} {
		assert.Equal(t, row.want, string(row.a.Append(nil)), row.name)
		b, err := json.Marshal(map[string]any{"x": &row.a})
		assert.True(t, err == nil && json.Valid(b), "%s, inside another value: %s, %v", row.name, b, err)
	}
	assert.Regexp(t, "^x{", string((&bff.Answer{}).Append([]byte("x"))))
}

func TestAnyMessageIsValidJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := string(rapid.SliceOf(rapid.Byte()).Draw(t, "text"))
		a := bff.Answer{Message: text, Debug: text}
		var got struct{ Message, Debug *string }
		require.NoError(t, json.Unmarshal(a.Append(nil), &got), "%q", text)
		require.True(t, !utf8.ValidString(text) || *got.Message == text, "%q", text)
		require.Equal(t, text == "", got.Debug == nil, "%q", text)
	})
}

func TestParseMinorUnits(t *testing.T) {
	for _, row := range []struct {
		text   string
		amount bff.MinorUnits
		again  string
	}{
		{"0", 0, "0"},
		{"12", 1200, "12"},
		{"12.5", 1250, "12.5"},
		{"12.50", 1250, "12.5"},
		{"12.05", 1205, "12.05"},
		{"0.01", 1, "0.01"},
		{"-0.05", -5, "-0.05"},
		{"-3", -300, "-3"},
		{"-0", 0, "0"},
		{"007", 700, "7"},
		{"90000000000000", 9_000_000_000_000_000, "90000000000000"},
	} {
		got, err := bff.ParseMinorUnits(row.text)
		assert.True(t, err == nil && got == row.amount && got.String() == row.again,
			"%s: %d, %s, %v", row.text, got, got, err)
	}
	for _, text := range []string{
		"", "-", ".", ".5", "5.", "-.5", "+1", "--1", "1.005", "1e2", "1,5", " 1", "1 ", "0x1",
		"1_0", "١", "NaN", "999999999999999", `"1"`, "null",
	} {
		got, err := bff.ParseMinorUnits(text)
		assert.Error(t, err, "%q was read as %d", text, got)
	}
	assert.Equal(t, "-92233720368547758.08", bff.MinorUnits(math.MinInt64).String())
}

func TestMinorUnitsInJSON(t *testing.T) {
	var v struct {
		Amount bff.MinorUnits `json:"amount"`
	}
	require.NoError(t, json.Unmarshal([]byte(`{"amount":250.75}`), &v))
	assert.EqualValues(t, 25075, v.Amount)
	b, err := json.Marshal(v)
	assert.True(t, err == nil && string(b) == `{"amount":250.75}`, "written %s, %v", b, err)
	for _, bad := range []string{`{"amount":"250"}`, `{"amount":1e2}`, `{"amount":0.001}`} {
		assert.Error(t, json.Unmarshal([]byte(bad), &v), "%s was read", bad)
	}
}

func TestMinorUnitsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const most = 99_999_999_999_999_99
		k := bff.MinorUnits(rapid.Int64Range(-most, most).Draw(t, "kurus"))
		got, err := bff.ParseMinorUnits(k.String())
		require.True(t, err == nil && got == k, "%d is written %s and read %d, %v", k, k, got, err)
		f, err := strconv.ParseFloat(k.String(), 64)
		require.True(t, err == nil && math.Abs(f*100-float64(k)) <= 16, "%d is written %s", k, k)
	})
}

func TestMoneyRecordsAreKeptUntil(t *testing.T) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	const day = 24 * time.Hour
	settled := &bff.Settlement{ApprovedBy: "veli", ApprovedAt: at.Add(day)}
	for name, row := range map[string]struct {
		r    bff.IdempotencyRecord
		want time.Time
	}{
		"answered": {bff.IdempotencyRecord{At: at, Answer: &bff.Answer{}}, at.Add(day)},
		"unknown":  {bff.IdempotencyRecord{At: at}, at.Add(60 * day)},
		"proposed": {
			bff.IdempotencyRecord{At: at, Settlement: &bff.Settlement{ProposedBy: "ayse"}}, at.Add(60 * day),
		},
		"settled a day ago": {bff.IdempotencyRecord{At: at, Settlement: settled}, at.Add(31 * day)},
	} {
		assert.Equal(t, row.want, row.r.KeptUntil(), name)
	}
}

func TestReasonsAreDistinct(t *testing.T) {
	reasons := bff.Reasons()
	for i, r := range reasons {
		for j, other := range reasons {
			assert.True(t, i == j || !errors.Is(r, other) || r.Key != other.Key, "%v is listed twice", r)
		}
		assert.True(t, r.Key != "" && r.Debug != "" && r.Status >= 400, "row %+v", r)
	}
}

func TestReasonCopiesKeepTheirKind(t *testing.T) {
	cause := errors.New("dial refused")
	r := bff.ReasonUnavailable.WithCause(cause).WithRetryAfter(3 * time.Second)
	wrapped := fmt.Errorf("games_list: %w", r)
	assert.True(t, errors.Is(wrapped, bff.ReasonUnavailable) && errors.Is(wrapped, cause),
		"%v lost its kind or cause", wrapped)
	var got *bff.Reason
	assert.True(t, errors.As(wrapped, &got) && got.RetryAfter == 3*time.Second, "got %+v", got)
	assert.True(t, bff.ReasonUnavailable.Err == nil && bff.ReasonUnavailable.RetryAfter == 0,
		"the table's row was changed")
	assert.EqualError(t, r, "503 upstream unavailable: dial refused")
	assert.EqualError(t, bff.ReasonDuplicate, "409 duplicate in progress")
	f := &bff.FieldFault{Field: "amount", Rule: "min"}
	r = bff.InvalidPayload(f)
	assert.True(t,
		r.Fault == f && errors.Is(r, bff.ReasonInvalidPayload) && bff.ReasonInvalidPayload.Fault == nil, "%+v", r)
}

func TestOutcomeUnknownKeepsStatusAndCauseOnly(t *testing.T) {
	cause := errors.New("reset")
	r := bff.OutcomeUnknown(bff.ReasonUnavailable.WithRetryAfter(time.Second).WithCause(cause))
	assert.Equal(t, "503 outcome unknown outcome_unknown 0s",
		fmt.Sprintf("%d %s %s %s", r.Status, r.Debug, r.Key, r.RetryAfter))
	assert.ErrorIs(t, r, cause)
	assert.NotErrorIs(t, r, bff.ReasonUnavailable, "it is equal to a call that was not sent")
	assert.Equal(t, r, bff.OutcomeUnknown(r), "twice")
}

func TestDeliveryOf(t *testing.T) {
	cause := errors.New("dial refused")
	for _, row := range []struct {
		name string
		err  error
		want bff.Delivery
	}{
		{"no error", nil, bff.DeliveryUnknown},
		{"an error of anything", cause, bff.DeliveryUnknown},
		{"a context error", context.DeadlineExceeded, bff.DeliveryUnknown},
		{"a reason that says nothing", bff.ReasonUnavailable, bff.DeliveryUnknown},
		{"a reason", bff.ReasonUnavailable.WithDelivery(bff.DeliveryNotSent), bff.DeliveryNotSent},
		{
			"a copy with another cause", bff.ReasonUnavailable.WithDelivery(bff.DeliveryNotSent).WithCause(cause),
			bff.DeliveryNotSent,
		},
		{
			"a wrapped reason", fmt.Errorf("call: %w", bff.ReasonMaintenance.WithDelivery(bff.DeliveryAnswered)),
			bff.DeliveryAnswered,
		},
		{
			"a joined reason", errors.Join(bff.ReasonMaintenance.WithDelivery(bff.DeliveryAnswered), cause),
			bff.DeliveryAnswered,
		},
		{
			"an unsent cause", bff.ReasonInternal.WithCause(bff.WithDelivery(cause, bff.DeliveryNotSent)),
			bff.DeliveryUnknown,
		},
		{
			"an unknown outcome", bff.OutcomeUnknown(bff.ReasonUnavailable.WithDelivery(bff.DeliveryNotSent)),
			bff.DeliveryUnknown,
		},
		{
			"a context error that was not sent", bff.WithDelivery(context.Canceled, bff.DeliveryNotSent),
			bff.DeliveryNotSent,
		},
	} {
		assert.Equal(t, row.want, bff.DeliveryOf(row.err), row.name)
	}
}

func TestWithDeliveryKeepsTheError(t *testing.T) {
	assert.NoError(t, bff.WithDelivery(nil, bff.DeliveryNotSent))
	assert.Equal(t, context.Canceled, bff.WithDelivery(context.Canceled, bff.DeliveryUnknown), "it is wrapped")
	canceled := bff.WithDelivery(context.Canceled, bff.DeliveryNotSent)
	assert.True(t, errors.Is(canceled, context.Canceled) && canceled.Error() == context.Canceled.Error(),
		"got %v", canceled)
	assert.ErrorIs(t, bff.WithDelivery(bff.ReasonUnavailable, bff.DeliveryNotSent), bff.ReasonUnavailable)
	assert.Equal(t, bff.DeliveryUnknown, bff.ReasonUnavailable.Delivery, "the table's row")
	for _, delivery := range []bff.Delivery{bff.DeliveryUnknown, bff.DeliveryNotSent, bff.DeliveryAnswered} {
		assert.Equal(t, delivery == bff.DeliveryUnknown, delivery.PossiblyExecuted(), delivery)
	}
}

func TestRequestIDsTellTheirTime(t *testing.T) {
	at := time.Date(2026, 11, 27, 7, 0, 0, 123e6, time.UTC)
	id := bff.NewRequestID(at)
	assert.True(t, regexp.MustCompile(`^[A-Z2-7]{26}$`).MatchString(id) && id != bff.NewRequestID(at), "id %q", id)
	got, ok := bff.RequestTime(id)
	assert.True(t, ok && got.Equal(at), "time %v, %v", got, ok)
	for _, other := range []string{
		"", "req-1", "0b0c2b4e-0a7c-4b58-9d5b-3c1f5f0a1b2c", id[:25], id + "A", "ÄÄÄÄÄÄÄÄÄÄÄÄÄ",
	} {
		got, ok := bff.RequestTime(other)
		assert.True(t, !ok, "%q has the time %v", other, got)
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
		assert.Equal(t, row.want, b.MaintenanceTarget(&bff.Call{Class: row.class, Method: row.method}), row.method)
	}
}

// A preview either shows a field of a brand or keeps the published value. Add new fields here.
func TestPreviewedTakesWhatIsSeenOnly(t *testing.T) {
	shown := strings.Fields(`Name Tagline Theme Languages Formats Features Lobby Sections HomeSlider Virtual Legal
		Contact Datas Assets Texts Content Media Licences Tickets`)
	kept := strings.Fields(`ID Hosts SiteID SiteType Currency TimeZone Sessions Upstream Blocked Cache Contract
		Messages Routing Limits Exempt Unsupported ServerCalls Protection Images Vitals`)
	origins := func(links, frames, images, clients string) bff.Origins {
		return bff.Origins{
			Links: []string{links}, Frames: []string{frames}, Images: []string{images}, Clients: []string{clients},
		}
	}
	published, draft := &bff.Brand{Origins: origins("l", "f", "i", "c")},
		&bff.Brand{Origins: origins("l2", "f2", "i2", "c2")}
	of := reflect.TypeFor[bff.Brand]()
	for i := range of.NumField() {
		name := of.Field(i).Name
		if name == "Origins" {
			continue
		}
		assert.NotEqual(t, slices.Contains(kept, name), slices.Contains(shown, name),
			"%s is neither shown nor kept", name)
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
		if name != "Origins" {
			assert.Equal(t, want.Interface(), reflect.ValueOf(got).Elem().Field(i).Interface(), name)
		}
	}
	want := origins("l", "f2", "i2", "c")
	want.Images = append(want.Images, published.Images.Origin())
	assert.Equal(t, want, got.Origins)
	assert.NotEqual(t, got.Name, published.Name, "the published brand was changed")
}

// fill sets v to a value that differs by n.
func fill(v reflect.Value, n int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(string(rune('a' + n)))
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(n))
	case reflect.Float64:
		v.SetFloat(float64(n))
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

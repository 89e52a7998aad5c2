package mock

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

func called(n int) record {
	return record{
		At: time.Date(2026, 5, 14, 18, 0, n%60, 0, time.UTC), Class: "casino", Method: fmt.Sprint("m", n), MS: 1.5, Outcome: "ok",
		Data: json.RawMessage(`{"limit":48}`), User: json.RawMessage(`null`),
		Headers: json.RawMessage(`{"User-Agent":["` + strings.Repeat("croupier ", 40) + `"]}`),
	}
}

func methodOf(t *testing.T, raw json.RawMessage) string {
	t.Helper()
	var r record
	if err := json.Unmarshal(raw, &r); err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	return r.Method
}

func TestTheLogGivesTheNewestFirstAcrossItsSegments(t *testing.T) {
	l := &callLog{}
	for n := range 1000 {
		l.add(called(n))
	}
	if len(l.packed) < 2 {
		t.Fatalf("%d segments: the test is too small", len(l.packed))
	}
	got := l.last(700)
	if len(got) != 700 {
		t.Fatalf("%d calls", len(got))
	}
	for i, raw := range got {
		if want := fmt.Sprint("m", 999-i); methodOf(t, raw) != want {
			t.Fatalf("call %d is %s, want %s", i, methodOf(t, raw), want)
		}
	}
}

func TestTheLogKeepsTenThousandCallsInLittleMemory(t *testing.T) {
	l := &callLog{}
	for n := range callsKept + 5000 {
		l.add(called(n))
	}
	got := l.last(callsKept)
	if len(got) != callsKept || methodOf(t, got[callsKept-1]) != "m5000" {
		t.Errorf("%d calls, the oldest %s", len(got), methodOf(t, got[len(got)-1]))
	}
	if l.size() > 1<<20 || l.counted() != callsKept+5000 {
		t.Errorf("%d bytes for %d calls", l.size(), l.counted())
	}
	if kept := l.kept + len(l.open); kept > callsKept+200 {
		t.Errorf("%d calls are kept", kept)
	}
}

func TestLargeCallsAreForgottenSooner(t *testing.T) {
	l := &callLog{}
	r := called(0)
	r.Data = json.RawMessage(`"` + strings.Repeat("x", 1<<20) + `"`)
	for range 100 {
		l.add(r)
	}
	if n := len(l.last(callsKept)); n > callBytesKept>>20 || n == 0 {
		t.Errorf("%d calls of a mebibyte are kept", n)
	}
}

func TestWhatIsNoJSONIsLoggedWithoutIt(t *testing.T) {
	l := &callLog{}
	r := called(1)
	r.Data = json.RawMessage(`{`)
	l.add(r)
	if methodOf(t, l.last(1)[0]) != "m1" {
		t.Error("the call is not in the log")
	}
}

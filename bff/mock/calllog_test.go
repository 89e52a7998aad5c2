package mock

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

func testCall(n int) callRecord {
	return callRecord{
		At: time.Date(2026, 5, 14, 18, 0, n%60, 0, time.UTC), Class: "casino", Method: fmt.Sprint("m", n), MS: 1.5, Outcome: "ok",
		Data: json.RawMessage(`{"limit":48}`), User: json.RawMessage(`null`),
		Headers: json.RawMessage(`{"User-Agent":["` + strings.Repeat("croupier ", 40) + `"]}`),
	}
}

func methodOf(t *testing.T, raw json.RawMessage) string {
	t.Helper()
	var r callRecord
	if err := json.Unmarshal(raw, &r); err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	return r.Method
}

func TestCallLogReturnsNewestFirstAcrossSegments(t *testing.T) {
	l := &callLog{}
	for n := range 1000 {
		l.add(testCall(n))
	}
	if len(l.segments) < 2 {
		t.Fatalf("%d segments: the test is too small", len(l.segments))
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

func TestCallLogIsBoundedByCalls(t *testing.T) {
	l := &callLog{}
	for n := range maxCalls + 5000 {
		l.add(testCall(n))
	}
	got := l.last(maxCalls)
	if len(got) != maxCalls || methodOf(t, got[maxCalls-1]) != "m5000" {
		t.Errorf("%d calls, the oldest %s", len(got), methodOf(t, got[len(got)-1]))
	}
	if l.size() > 1<<20 || l.count() != maxCalls+5000 {
		t.Errorf("%d bytes for %d calls", l.size(), l.count())
	}
	if logged := l.segmentCalls + len(l.recent); logged > maxCalls+200 {
		t.Errorf("%d calls are in the log", logged)
	}
}

func TestCallLogIsBoundedByBytes(t *testing.T) {
	l := &callLog{}
	r := testCall(0)
	r.Data = json.RawMessage(`"` + strings.Repeat("x", 1<<20) + `"`)
	for range 100 {
		l.add(r)
	}
	if n := len(l.last(maxCalls)); n > maxCallBytes>>20 || n == 0 {
		t.Errorf("%d calls of a mebibyte are in the log", n)
	}
}

func TestCallLogOmitsInvalidJSON(t *testing.T) {
	l := &callLog{}
	r := testCall(1)
	r.Data = json.RawMessage(`{`)
	l.add(r)
	if methodOf(t, l.last(1)[0]) != "m1" {
		t.Error("the call is not in the log")
	}
}

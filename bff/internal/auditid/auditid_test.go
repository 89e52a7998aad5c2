package auditid

import (
	"testing"
	"time"
)

func TestIDsSortByTime(t *testing.T) {
	at := time.Unix(1_700_000_000, 5)
	earlier, id, later := New(at.Add(-time.Nanosecond)), New(at), New(at.Add(time.Nanosecond))
	if earlier >= id || id >= later {
		t.Errorf("ids of increasing times are %q, %q, %q", earlier, id, later)
	}
	if floor := Floor(at); floor >= id || floor <= earlier {
		t.Errorf("floor %q is not between %q and %q", floor, earlier, id)
	}
	if id == New(at) {
		t.Error("two ids of the same time are equal")
	}
}

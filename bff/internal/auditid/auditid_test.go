package auditid

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestIDsSortByTime(t *testing.T) {
	at := time.Unix(1_700_000_000, 5)
	earlier, id, later := New(at.Add(-time.Nanosecond)), New(at), New(at.Add(time.Nanosecond))
	assert.True(t, earlier < id && id < later, "ids of increasing times are %q, %q, %q", earlier, id, later)
	assert.True(t, Time(id).Equal(at))
	floor := Floor(at)
	assert.True(t, floor < id && floor > earlier, "floor %q is not between %q and %q", floor, earlier, id)
	assert.NotEqual(t, New(at), id, "two ids of the same time are equal")
}

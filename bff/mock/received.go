package mock

import (
	"encoding/json"
	"strconv"

	"github.com/gin-gonic/gin"

	"croupier/bff/mock/scenario"
)

// defaultCalls is how many calls are listed without a limit.
const defaultCalls = 100

// listCalls lists the calls that the world has received, the newest first: those of a call pattern whose
// data contains the fields of match, a JSON object.
func (c *Casino) listCalls(g *gin.Context, _ string, s *sandbox) (any, error) {
	limit, err := strconv.Atoi(g.DefaultQuery("limit", strconv.Itoa(defaultCalls)))
	if err != nil || limit < 1 || limit > maxCalls {
		return nil, invalid("limit", "want a number from 1 to %d", maxCalls)
	}
	pattern, match := g.Query("call"), g.Query("match")
	if pattern == "" && match == "" {
		return s.log.last(limit), nil
	}
	if pattern == "" {
		pattern = "*"
	}
	if err := c.checkCall(pattern); err != nil {
		return nil, err
	}
	if _, err := matchOf([]byte(match)); err != nil {
		return nil, err
	}
	fields := scenario.Fields(match)
	out := []json.RawMessage{}
	for _, line := range s.log.last(maxCalls) {
		var one callRecord
		if json.Unmarshal(line, &one) != nil || !scenario.Matches(pattern, one.Class+"/"+one.Method) || !scenario.Contains(dataOf(one.Data), fields) {
			continue
		}
		if out = append(out, line); len(out) == limit {
			break
		}
	}
	return out, nil
}

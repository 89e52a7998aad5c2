package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"

	"croupier/bff"
	"croupier/bff/internal/lists"
)

// pagination checks the paginated calls of one kind of caller. The pagination must match the
// requested window, overlapping windows must agree, and a window after the end must be empty.
func (s *suite) pagination(ctx context.Context, who bff.Who) {
	for _, call := range s.Calls.Calls() {
		data, err := decode(s.Calls.Examples(call)[0].Data)
		fields, _ := data.(map[string]any)
		if call.Local || s.Unsupported(call) || !call.Paginated || err != nil || call.Rules.Who != who ||
			ctx.Err() != nil {
			continue
		}
		delete(fields, "searchGameName")
		s.ids.fill(call, fields)
		s.conclude(call, "pagination", s.checkWindows(ctx, call, fields))
	}
}

func (s *suite) checkWindows(ctx context.Context, call *bff.Call, data map[string]any) error {
	first, total, err := s.window(ctx, call, data, 0, 3)
	if err != nil {
		return err
	}
	second, _, err := s.window(ctx, call, data, 1, 2)
	if err != nil {
		return err
	}
	if len(first) == 3 && !reflect.DeepEqual(first[1:], second) {
		return fmt.Errorf("overlapping windows 0-2 and 1-2 differ")
	}
	if total < len(first) {
		return fmt.Errorf("total is less than the number of items")
	}
	afterEnd, _, err := s.window(ctx, call, data, max(total, len(first))+50, 2)
	if err != nil {
		return err
	}
	if len(afterEnd) != 0 {
		return fmt.Errorf("items after the end of the list")
	}
	return nil
}

// window requests part of a list and returns the identifying fields of its items, and the total.
func (s *suite) window(
	ctx context.Context, call *bff.Call, data map[string]any, offset, limit int,
) ([]any, int, error) {
	data = with(with(data, "offset", number(offset)), "limit", number(limit))
	where := fmt.Sprintf("limit %d, offset %d", limit, offset)
	value, a, err := s.ask(ctx, call, data, s.identity)
	if a != nil && !a.Result {
		// An empty list may be refused with a "no records" message.
		if known, _ := s.Calls.ClassifyMessage(a.Message); known.Debug == "no records" {
			return nil, 0, nil
		}
	}
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", where, err)
	}
	s.deviations(call, a)
	items, ok := value.([]any)
	if !ok || len(items) > limit {
		return nil, 0, fmt.Errorf("%s: %d items", where, len(items))
	}
	if p := a.Pagination; p.Limit != limit || p.Offset != offset {
		return nil, 0, fmt.Errorf("%s: pagination has limit %d, offset %d", where, p.Limit, p.Offset)
	}
	return identifyingFields(items), a.Pagination.Total, nil
}

func number(n int) json.Number { return json.Number(strconv.Itoa(n)) }

var identifying = []string{
	"id", "gameID", "tableID", "providerID", "CategoryID", "bonusID", "roundID", "couponID", "transaction_id",
	"created_at",
}

// identifyingFields returns items with only their identifying fields.
func identifyingFields(items []any) []any {
	return lists.Map(items, func(item any) any {
		fields, _ := item.(map[string]any)
		maps.DeleteFunc(fields, func(name string, _ any) bool { return !slices.Contains(identifying, name) })
		return fields
	})
}

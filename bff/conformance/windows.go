package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"

	"croupier/bff"
)

// windowCheck is the name of the check.
const windowCheck = "windows of the list"

// windows checks every paginated list that a caller may ask: that a window says which it
// is, that two that overlap agree, and that behind the end there is nothing.
func (s *suite) windows(ctx context.Context, who bff.Who) {
	for _, call := range s.Calls.Calls() {
		data, err := decode(s.Calls.Examples(call)[0].Data)
		fields, _ := data.(map[string]any)
		if call.Local || !call.Paginated || err != nil || call.Rules.Who != who || ctx.Err() != nil {
			continue
		}
		delete(fields, "searchGameName")
		s.found.fill(call, fields)
		if err := s.overlap(ctx, call, fields); err != nil {
			s.tell(call, windowCheck, Broken, err.Error())
			continue
		}
		s.tell(call, windowCheck, Passed, "")
	}
}

func (s *suite) overlap(ctx context.Context, call *bff.Call, data map[string]any) error {
	first, total, err := s.window(ctx, call, data, 0, 3)
	if err != nil {
		return err
	}
	second, _, err := s.window(ctx, call, data, 1, 2)
	if err != nil {
		return err
	}
	if len(first) == 3 && !reflect.DeepEqual(first[1:], second) {
		return fmt.Errorf("the windows 0 to 2 and 1 to 2 disagree")
	}
	if total < len(first) {
		return fmt.Errorf("the total is less than the items of one window")
	}
	behind, _, err := s.window(ctx, call, data, max(total, len(first))+50, 2)
	if err != nil {
		return err
	}
	if len(behind) != 0 {
		return fmt.Errorf("there are items behind the end")
	}
	return nil
}

// window asks for part of a list and gives what says which game, bonus or message each
// item is: the rest may change from one moment to the next.
func (s *suite) window(ctx context.Context, call *bff.Call, data map[string]any, offset, limit int) ([]any, int, error) {
	data = with(with(data, "offset", number(offset)), "limit", number(limit))
	a, err := s.ask(ctx, call, data, s.identity)
	if err != nil {
		return nil, 0, err
	}
	where := fmt.Sprintf("window %d from %d", limit, offset)
	if !a.Result {
		// A list may say that there is nothing instead of listing nothing.
		if known, _ := s.Calls.ClassifyMessage(a.Message); known.Debug == "no records" {
			return nil, 0, nil
		}
		return nil, 0, fmt.Errorf("%s: refused: %s", where, a.Message)
	}
	value, err := s.fits(call, a)
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", where, err)
	}
	items, ok := value.([]any)
	if !ok || len(items) > limit {
		return nil, 0, fmt.Errorf("%s: %d items", where, len(items))
	}
	if p := a.Pagination; p.Limit != limit || p.Offset != offset {
		return nil, 0, fmt.Errorf("%s: pagination says %d from %d", where, p.Limit, p.Offset)
	}
	return marks(items), a.Pagination.Total, nil
}

func number(n int) json.Number { return json.Number(strconv.Itoa(n)) }

// marks are the fields by which an item is known again.
func marks(items []any) []any {
	out := make([]any, len(items))
	for i, item := range items {
		fields, _ := item.(map[string]any)
		known := map[string]any{}
		for _, name := range []string{"id", "gameID", "tableID", "providerID", "CategoryID", "bonusID", "roundID", "couponID", "transaction_id", "created_at"} {
			if value, ok := fields[name]; ok {
				known[name] = value
			}
		}
		out[i] = known
	}
	return out
}

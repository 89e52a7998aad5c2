package main

import (
	"context"
	"encoding/json"
	"time"

	"golang.org/x/sync/errgroup"

	"croupier/bff"
	"croupier/bff/contract"
)

// firstPatience is how long a page waits for its first lists; past it the page goes
// without, and asks itself.
const firstPatience = 400 * time.Millisecond

// firstCalls are what the landing page shows before anything else, by path.
var firstCalls = map[string][][2]string{
	"/": {{"cmscontroller", "getIcSlider"}, {"casino", "category_list"}},
}

// firsts gives the site the first lists of a page, through what is kept.
func firsts(calls *contract.Catalogue, answers bff.Answers, upstream bff.Upstream, maintenance bff.Maintenance) func(context.Context, *bff.Scope, string) map[string]json.RawMessage {
	return func(ctx context.Context, s *bff.Scope, path string) map[string]json.RawMessage {
		names := firstCalls[path]
		if len(names) == 0 || maintenance.State(s.Brand.ID, "").On {
			return nil
		}
		ctx, cancel := context.WithTimeout(ctx, firstPatience)
		defer cancel()
		got := make([]*bff.Answer, len(names))
		var group errgroup.Group
		for i, name := range names {
			group.Go(func() error {
				call, ok := calls.Lookup(name[0], name[1])
				if !ok {
					return nil
				}
				data := calls.Complete(call, map[string]any{"Lang": s.Lang}, s.Lang)
				r := &bff.UpstreamRequest{
					RequestID: s.RequestID, Brand: s.Brand, Call: call, Rules: calls.Resolve(call, data),
					Data: data, Lang: s.Lang, Visitor: s.Visitor, World: s.World,
				}
				// What cannot be had is left out: the page asks for it itself.
				if a, _, _, err := answers.Do(ctx, r, upstream); err == nil && a.Result {
					got[i] = a
				}
				return nil
			})
		}
		_ = group.Wait() // none of them fails
		out := map[string]json.RawMessage{}
		for i, a := range got {
			if a != nil {
				out[names[i][0]+"/"+names[i][1]] = a.Append(nil)
			}
		}
		return out
	}
}

package main

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/gateway"
	"croupier/bff/site"
)

// firstPatience is how long a page waits for its first lists; past it the page goes
// without, and asks itself.
const firstPatience = 400 * time.Millisecond

// firstCalls are what the landing page shows before anything else, by path.
var firstCalls = map[string][][2]string{
	"/": {heroCall, {"casino", "category_list"}},
}

// heroCall gives the slides of the lobby's hero.
var heroCall = [2]string{"cmscontroller", "getIcSlider"}

// firsts gives the site the first lists of a page, through what is kept.
func firsts(calls *contract.Catalogue, answers gateway.ResponseCache, upstream bff.Upstream, maintenance gateway.Maintenance) site.First {
	return func(ctx context.Context, s *bff.Scope, path string) site.Firsts {
		names := firstCalls[path]
		if len(names) == 0 || maintenance.State(s.Brand.ID, "").On {
			return site.Firsts{}
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
				if reply, err := answers.Do(ctx, r, upstream); err == nil && reply.Answer.Result {
					got[i] = reply.Answer
				}
				return nil
			})
		}
		_ = group.Wait() // none of them fails
		out := site.Firsts{Answers: map[string]json.RawMessage{}}
		for i, a := range got {
			if a == nil {
				continue
			}
			out.Answers[names[i][0]+"/"+names[i][1]] = a.Append(nil)
			if names[i] == heroCall {
				out.Image = heroImage(a.Data, time.Now().In(s.Brand.TimeZone).Format(contract.MomentLayout))
			}
		}
		return out
	}
}

// heroImage finds the picture of the first slide that is shown at now, a moment of the
// wire: the lobby opens with the left place. Answers that are no slides have none.
func heroImage(data json.RawMessage, now string) string {
	type slide struct {
		Image string `json:"image"`
		Place string `json:"sliderPlace"`
		On    int    `json:"Status"`
		Order int    `json:"order"`
		Start string `json:"Start_date"`
		End   string `json:"End_date"`
	}
	var sliders struct {
		Items []slide `json:"items"`
	}
	if err := json.Unmarshal(data, &sliders); err != nil {
		return ""
	}
	slices.SortStableFunc(sliders.Items, func(a, b slide) int { return cmp.Compare(a.Order, b.Order) })
	for _, s := range sliders.Items {
		// Moments of the wire sort as they follow each other.
		if s.On == 1 && s.Place == "sol" && s.Start <= now && now <= s.End {
			return s.Image
		}
	}
	return ""
}

package gateway

import (
	"context"
	"encoding/json"
	"net/http"

	"croupier/bff"
)

// suggest answers from the index of the brand's lists.
func suggest(g *gateway, ctx context.Context, r *request) (outcome, error) {
	if g.Search == nil {
		return outcome{}, bff.ReasonUnsupported
	}
	q := bff.SearchQuery{Brand: r.scope.Brand, Lang: r.scope.Lang, World: r.scope.World}
	q.Text, _ = r.upstream.Data["q"].(string)
	if n, ok := r.upstream.Data["limit"].(json.Number); ok {
		limit, _ := n.Int64() // the schema bounds it
		q.Limit = int(limit)
	}
	data, err := g.Search.Suggest(ctx, q)
	if err != nil {
		return outcome{}, err
	}
	return outcome{answer: &bff.Answer{Result: true, Code: http.StatusOK, Data: data}}, nil
}

package site

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"croupier/bff"
)

// eagerOffers is the number of offers that load their pictures at once.
const eagerOffers = 3

// pageContent returns the content of a page without games. now has the wire format.
func pageContent(b *bff.Brand, path string, envelopes map[string]json.RawMessage, now string) values {
	id := path[strings.LastIndex(path, "/")+1:]
	switch kind := shellKind(path); kind {
	case shellProviders:
		return providersContent(b, envelopes)
	case shellPromotions, shellPromotion:
		offers := slices.DeleteFunc(records(envelopes[callPromotions.Name()]), func(o values) bool {
			return o.number("Status") != 1
		})
		byOrder(offers)
		return offerContent(offers, kind == shellPromotion, id, now)
	case shellTournaments, shellTournament:
		return offerContent(records(envelopes[callTournaments.Name()]), kind == shellTournament, id, now)
	case shellInfo, shellFAQ, shellContact:
		texts := records(envelopes[callInformation.Name()])
		if len(texts) == 0 {
			return nil
		}
		return informationContent(b, kind, id, texts[0])
	}
	return nil
}

func providersContent(b *bff.Brand, envelopes map[string]json.RawMessage) values {
	providers := withGames(records(envelopes[callProviders.Name()]), false)
	studios := records(envelopes[callStudios.Name()])
	slots, live := b.Features["slots"] && !b.Unsupported[callProviders.Name()],
		b.Features["live"] && !b.Unsupported[callStudios.Name()]
	return values{
		"hasBoth": slots && live, "slots": slots, "providers": providers, "studios": studios,
		"providersCount": float64(len(providers)), "studiosCount": float64(len(studios)),
		"complete": (slots || live) && (!slots || len(providers) > 0) && (!live || len(studios) > 0),
	}
}

func phase(offer values, now string) string {
	switch {
	case offer.text("Start_date") > now:
		return "upcoming"
	case offer.text("End_date") < now:
		return "concluded"
	}
	return "active"
}

// offerContent returns the active offers, or the one with an id.
func offerContent(offers []values, isOne bool, id, now string) values {
	if isOne {
		i := slices.IndexFunc(offers, func(o values) bool { return plainText(o["id"]) == id })
		if i < 0 {
			return nil
		}
		v := offers[i]
		if strings.Contains(v.text("html"), v.text("summary")) {
			v["summary"] = "" // the text contains it
		}
		rows, _ := v["leaderboard"].([]any)
		v["leaderboard"] = ranks(rows)
		v["ranked"], v["complete"], v["loading"], v[phase(v, now)] = len(rows) > 0, true, "eager", true
		return v
	}
	offers = slices.DeleteFunc(offers, func(o values) bool { return phase(o, now) != "active" })
	tiles(offers, eagerOffers)
	return values{"offers": offers, "complete": len(offers) > 0}
}

// ranks returns the rows of a leaderboard. The first three are highlighted.
func ranks(rows []any) (out []values) {
	for _, row := range rows {
		r, _ := row.(map[string]any)
		v := values(r)
		rank := v.number("rank")
		v["isFirst"], v["isMedal"], v["isOther"] = rank == 1, rank > 1 && rank <= 3, rank > 3
		out = append(out, v)
	}
	return out
}

// networks lists the social networks in display order (web/src/features/content/api/content.ts).
var networks = strings.Fields("telegram whatsapp instagram twitter facebook youtube reddit pinterest google")

// informationContent returns an information page. The text of the contact page is a JSON object of
// links.
func informationContent(b *bff.Brand, kind, key string, text values) values {
	if key == "about-us" {
		key = "AboutUs"
	}
	text[key], text["complete"] = true, text.text("Title") != ""
	switch kind {
	case shellFAQ:
		groups := questions(text.text("Text"))
		text["groups"], text["complete"] = groups, len(groups) > 0 && text["complete"] == true
	case shellContact:
		urls := map[string]any{}
		_ = json.Unmarshal([]byte(text.text("Text")), &urls) // the site shows no links either
		var links []values
		for _, network := range networks {
			if link, _ := urls[network].(string); strings.HasPrefix(link, "https://") {
				links = append(links, values{network: true, "it": link})
				text["social"] = text["social"] == true || network != "telegram" && network != "whatsapp"
			}
		}
		text["links"], text["emails"], text["chat"], text["complete"] = links, b.Contact.Emails, b.Contact.Chat, true
	}
	return text
}

// questions returns the questions of a text by heading (web/src/features/content/model/info.ts).
// Each is a <details> element.
func questions(text string) (groups []values) {
	nodes, _ := html.ParseFragment(strings.NewReader(text), &html.Node{
		Type: html.ElementNode, Data: "div", DataAtom: atom.Div,
	})
	group := values{"title": "", "at": "0"}
	var found []values
	end := func() {
		if group["questions"] = found; len(found) > 0 {
			groups = append(groups, group)
		}
		found = nil
	}
	for _, n := range nodes {
		switch n.DataAtom {
		case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
			end()
			group = values{"title": nodeText(n)}
		case atom.Details:
			question, answer := "", strings.Builder{}
			for c := range n.ChildNodes() {
				if c.DataAtom == atom.Summary {
					question = nodeText(c)
				} else {
					_ = html.Render(&answer, c) // a builder accepts everything
				}
			}
			found = append(found, values{"question": question, "answer": strings.TrimSpace(answer.String())})
		}
	}
	end()
	return groups
}

func nodeText(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
	}
	return strings.TrimSpace(b.String())
}

// gameContent returns the poster and the record of the game at path, and its picture. The platform
// has no call for a single game, so a game that is not in the first lists has no poster.
func gameContent(path string, envelopes map[string]json.RawMessage) (v values, images []picture) {
	_, kind, _ := strings.Cut(path, "/play/")
	kind, id, _ := strings.Cut(kind, "/")
	id, _, _ = strings.Cut(id, "/")
	games := slices.Concat(records(envelopes[callGames.Name()]), records(envelopes[callTables.Name()]))
	for _, category := range records(envelopes[callCategories.Name()]) {
		items, _ := category["items"].([]any)
		for _, item := range items {
			game, _ := item.(map[string]any)
			games = append(games, game)
		}
	}
	field := map[string]string{"slot": "gameID", "live": "tableID"}[kind]
	i := slices.IndexFunc(games, func(game values) bool { return plainText(game[field]) == id })
	if i < 0 {
		return nil, nil
	}
	v = maps.Clone(games[i])
	v["poster"], v["game"], v["loading"] = true, games[i], "eager"
	return v, []picture{pictureOf(v)}
}

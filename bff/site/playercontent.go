package site

import (
	"cmp"
	"encoding/json"
	"strconv"

	"croupier/bff"
	"croupier/bff/internal/recordid"
)

// method is a payment method, or a group of methods. A single method has its properties.
type method struct {
	ID               bff.RecordID
	Type, Name, Logo string
	IsFavorite       int
	Min, Max         float64
	Duration         int // in minutes
	Quick, QR        bool
	Properties       *method
	Methods          []method
}

// members returns the methods of a list, each with its properties.
func members(list ...method) (out []method) {
	for i := range list {
		m := &list[i]
		if m.Type != "group" && m.Properties != nil {
			single := *m.Properties
			single.ID, single.Name, single.Logo = m.ID, m.Name, m.Logo
			out = append(out, single)
		}
		for _, member := range m.Methods {
			member.Type, member.Logo = "member", cmp.Or(member.Logo, m.Logo)
			out = append(out, member)
		}
	}
	return out
}

type bonus struct {
	Title     string
	Amount    float64
	Required  float64 `json:"wager_required"`
	WagerDone float64 `json:"wager_done"`
}

// read returns the data of a response. A platform without the call has no records.
func read[T any](d *pageData, answers map[bff.PlayerRead]*bff.Answer, r bff.PlayerRead) (data T, ok bool) {
	if a := answers[r]; a != nil {
		return data, json.Unmarshal(a.Data, &data) == nil
	}
	return data, d.brand.Unsupported[r.Class+"/"+r.Method]
}

// dropClosed drops the methods of deposits, unless the limits show that the player may deposit.
func dropClosed(d *pageData, answers map[bff.PlayerRead]*bff.Answer) {
	limits, ok := read[struct {
		Exclusion any
		CoolOff   any `json:"cool_off"`
	}](d, answers, readLimits)
	if !ok || limits.Exclusion != nil || limits.CoolOff != nil {
		delete(answers, readDeposits)
		delete(answers, readHighlights)
	}
}

// playerContent returns the content of the page of deposits without a selected method. It is nil
// until every response that can move the methods has arrived.
func playerContent(d *pageData, answers map[bff.PlayerRead]*bff.Answer) values {
	profile, hasProfile := read[struct{ KYC, Username string }](d, answers, readProfile)
	active, hasActive := read[[]bonus](d, answers, readActive)
	available, hasAvailable := read[[]bonus](d, answers, readAvailable)
	list, hasList := read[struct {
		Methods []method `json:"methods_list"`
	}](d, answers, readDeposits)
	highlights, hasHighlights := read[[]method](d, answers, readHighlights)
	if !hasProfile || !hasActive || !hasAvailable || !hasList || !hasHighlights {
		return nil
	}
	v := values{
		"owner": profile.Username, "nonce": d.nonce, "kyc_" + profile.KYC: true,
		"hearts": !d.brand.Unsupported["finance/add_favorite_cash_method"] &&
			!d.brand.Unsupported["finance/remove_favorite_cash_method"],
		"methods": methodSections(list.Methods, highlights),
	}
	if all := append(active, available...); len(all) > 0 {
		b := all[0]
		v["bonus"] = []values{{
			"active": len(active) > 0, "title": b.Title, "left": b.Required - b.WagerDone,
			"amount": b.Amount, "wager": b.Required,
		}}
	}
	return v
}

// methodSections returns the methods in the order of the site (groupMethods). The browser moves the
// method of the last payment, which only the browser knows.
func methodSections(list, highlights []method) (out []values) {
	isHighlighted, cards := map[string]bool{}, map[string][]values{}
	for _, m := range members(highlights...) {
		isHighlighted[recordid.Text(m.ID)] = true
	}
	for _, m := range members(list...) {
		switch card, id := methodCard(&m), recordid.Text(m.ID); {
		case m.IsFavorite != 0:
			cards["favorites"] = append(cards["favorites"], card)
		case isHighlighted[id]:
			cards["highlights"] = append(cards["highlights"], card)
		case m.Type != "member":
			cards["singles"] = append(cards["singles"], card)
		}
	}
	add := func(key, title, name string, cards []values) {
		if len(cards) > 0 {
			out = append(out, values{"key": key, title: true, "name": name, "cards": cards})
		}
	}
	add("favorites", "favorites", "", cards["favorites"])
	add("highlights", "highlights", "", cards["highlights"])
	add("singles", map[bool]string{true: "all", false: "others"}[out == nil], "", cards["singles"])
	for _, group := range list {
		cards := []values{}
		for _, m := range group.Methods {
			m.Logo = cmp.Or(m.Logo, group.Logo)
			cards = append(cards, methodCard(&m))
		}
		add("group-"+recordid.Text(group.ID), "group", group.Name, cards)
	}
	return out
}

func methodCard(m *method) values {
	id := recordid.Text(m.ID)
	v := values{
		"id": id, "name": m.Name, "logo": m.Logo, "to": depositPath + "?method=" + pathSegment(id), "min": m.Min,
		"max": m.Max, "quick": m.Quick, "qr": m.QR, "pressed": strconv.FormatBool(m.IsFavorite != 0),
	}
	if m.Duration > 0 {
		v["minutes"] = float64(m.Duration)
	}
	return v
}

package calls

import (
	"encoding/json"

	"croupier/bff"
	"croupier/bff/mock/world"
)

// cash are the calls about the ways to pay.
var cash = map[string]Func{
	"finance/list_cash_methods_new":         player(methodsNew),
	"finance/list_cash_methods":             player(methods),
	"finance/list_highlighted_cash_methods": player(highlighted),
	"finance/add_favorite_cash_method":      player(markMethod(true)),
	"finance/remove_favorite_cash_method":   player(markMethod(false)),
	"finance/check_favorite_cash_method":    player(isFavourite),
	"envoy/getDepositAmounts":               player(depositAmounts),
}

type properties struct {
	IsFavorite int              `json:"isFavorite"`
	Min        bff.MinorUnits   `json:"min"`
	Max        bff.MinorUnits   `json:"max"`
	Fee        float64          `json:"fee"`
	Duration   int              `json:"duration"`
	Fields     []field          `json:"fields"`
	Amounts    []bff.MinorUnits `json:"amounts,omitempty"`
	BankCode   string           `json:"bankcode,omitempty"`
	Quick      bool             `json:"quick"`
	QR         bool             `json:"qr"`
}

type field struct {
	Name     string `json:"name"`
	Label    string `json:"label"`
	Kind     string `json:"kind"`
	Required bool   `json:"required"`
	Pattern  string `json:"pattern"`
}

type single struct {
	Type         string     `json:"type"`
	ID           int        `json:"id"`
	Name         string     `json:"name"`
	Logo         string     `json:"logo"`
	TransferType int        `json:"transferType"`
	Properties   properties `json:"properties"`
}

type group struct {
	Type    string   `json:"type"`
	ID      int      `json:"id"`
	Name    string   `json:"name"`
	Logo    string   `json:"logo"`
	Methods []member `json:"methods"`
}

type member struct {
	ID           int    `json:"id"`
	Name         string `json:"name"`
	Logo         string `json:"logo"`
	TransferType int    `json:"transferType"`
	properties
}

// ways lists the methods of the asked direction that keep admits: those that stand alone,
// then the groups with what is left of them.
func ways(r *Request, p *world.Player, keep func(*world.CashMethod) bool) []any {
	kind, id := r.Data.number("Type", world.CashDeposit), r.Data.number("methodID", 0)
	out := []any{}
	members := map[int][]member{}
	for i := range world.CashMethods {
		m := &world.CashMethods[i]
		if m.Type != kind || (id != 0 && id != m.ID && id != m.Group) || !keep(m) {
			continue
		}
		props := propertiesOf(r, p, m)
		if m.Group != 0 {
			members[m.Group] = append(members[m.Group], member{m.ID, r.methodName(m), r.picture("method", m.Logo), m.Transfer, props})
			continue
		}
		out = append(out, single{"single", m.ID, r.methodName(m), r.picture("method", m.Logo), m.Transfer, props})
	}
	for _, g := range world.CashGroups {
		if len(members[g.ID]) > 0 {
			out = append(out, group{"group", g.ID, r.World.Catalogue.Texts.GroupName(r.Lang, g), r.picture("method", g.Logo), members[g.ID]})
		}
	}
	return out
}

func (r *Request) methodName(m *world.CashMethod) string {
	return r.World.Catalogue.Texts.MethodName(r.Lang, m)
}

func propertiesOf(r *Request, p *world.Player, m *world.CashMethod) properties {
	return properties{
		IsFavorite: bit(p.FavouriteMethod(m.Type, m.ID)), Min: m.Min, Max: m.Max, Fee: m.Fee,
		Duration: m.Minutes, Amounts: m.Amounts, BankCode: m.BankCode, Quick: m.Quick, QR: m.QR,
		Fields: each(m.Fields, func(f world.Field) field {
			return field{f.Name, r.say("field." + f.Label), f.Kind, f.Required, f.Pattern}
		}),
	}
}

func every(*world.CashMethod) bool { return true }

func methodsNew(r *Request, p *world.Player) (Reply, error) {
	return Reply{Data: map[string]any{"methods_list": ways(r, p, every)}}, nil
}

func methods(r *Request, p *world.Player) (Reply, error) {
	keep := every
	if r.Data.flag("favorites") {
		keep = func(m *world.CashMethod) bool { return p.FavouriteMethod(m.Type, m.ID) }
	}
	return Reply{Data: ways(r, p, keep)}, nil
}

func highlighted(r *Request, p *world.Player) (Reply, error) {
	return Reply{Data: ways(r, p, func(m *world.CashMethod) bool { return m.Highlighted })}, nil
}

func markMethod(in bool) func(*Request, *world.Player) (Reply, error) {
	return func(r *Request, p *world.Player) (Reply, error) {
		if err := p.MarkMethod(r.Data.number("Type", world.CashDeposit), r.Data.number("id", 0), in); err != nil {
			return Reply{}, err
		}
		return marked(in), nil
	}
}

func isFavourite(r *Request, p *world.Player) (Reply, error) {
	return Reply{Data: map[string]int{
		"isFavorite": bit(p.FavouriteMethod(r.Data.number("Type", world.CashDeposit), r.Data.number("id", 0))),
	}}, nil
}

func depositAmounts(r *Request, _ *world.Player) (Reply, error) {
	for i := range world.CashMethods {
		if m := &world.CashMethods[i]; m.BankCode != "" && m.BankCode == r.Data.text("bankcode") {
			amounts := m.Amounts
			if amounts == nil {
				amounts = []bff.MinorUnits{m.Min, m.Min * 2, m.Min * 5, m.Min * 10, m.Min * 20}
			}
			return Reply{Data: map[string][]bff.MinorUnits{"amounts": amounts}}, nil
		}
	}
	return Reply{}, world.ErrNoRecords
}

// extra reads a field that a method asks for, whatever its JSON type.
func extra(d Data, name string) string {
	switch v := d[name].(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	}
	return ""
}

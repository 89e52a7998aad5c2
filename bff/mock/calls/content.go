package calls

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/mock/world"
)

var content = map[string]Func{
	"cmscontroller/getIcSlider":       placedSliders,
	"cmscontroller/getSlider":         homeSliders,
	"slider/get_all_items":            allSliders,
	"slider/get_active_items":         activeSliders,
	"cmscontroller/getPromotions":     promotions,
	"cmscontroller/popupInformation":  popups,
	"cmscontroller/getInformation":    information,
	"cmscontroller/getSpecialDateInf": specialDates,
	"cmscontroller/getTournaments":    tournaments,
}

type slider struct {
	ID     int    `json:"id"`
	Title  string `json:"title"`
	Text   string `json:"text"`
	Image  string `json:"image"`
	Link   string `json:"link"`
	Button string `json:"button"`
	Status int    `json:"Status"`
	Start  string `json:"Start_date"`
	End    string `json:"End_date"`
	Place  string `json:"sliderPlace"`
	Order  int    `json:"order"`
}

func wireSlider(r *Request) func(world.Slider) slider {
	return func(s world.Slider) slider {
		key := "slide." + s.Key
		return slider{
			ID: s.ID, Title: r.say(key + ".title"), Text: r.say(key + ".text"), Button: r.say(key + ".button"),
			Image: r.slide(placed(s.Place), s.Key, s.Theme), Link: s.Link, Status: bit(s.On),
			Start: moment(s.Start), End: moment(s.End), Place: s.Place, Order: s.Order,
		}
	}
}

// placed names the picture's shape: wide on the left, a card on the right.
func placed(place string) string {
	if place == "sag" {
		return "side"
	}
	return "hero"
}

func placedSliders(r *Request) (Reply, error) {
	place := r.Data.text("sliderPlace")
	items := slices.DeleteFunc(r.Brand.Sliders(r.World.Now()), func(s world.Slider) bool {
		return (place == "sol" || place == "sag") && s.Place != place
	})
	return Reply{Data: struct {
		Items []slider `json:"items"`
	}{each(items, wireSlider(r))}}, nil
}

func homeSliders(r *Request) (Reply, error) {
	reply := list(r, r.Brand.Sliders(r.World.Now()), contract.SliderLimit, wireSlider(r))
	reply.Page = nil
	return reply, nil
}

// site is the house that a request asks for by siteId; its own where it names none.
func site(r *Request) *world.Brand {
	if r.Data.has("siteId") {
		if h, ok := world.BrandByName(strconv.Itoa(r.Data.number("siteId", 0))); ok {
			return h
		}
	}
	return r.Brand
}

func allSliders(r *Request) (Reply, error) {
	return Reply{Data: each(site(r).Sliders(r.World.Now()), wireSlider(r))}, nil
}

func activeSliders(r *Request) (Reply, error) {
	items := slices.DeleteFunc(site(r).Sliders(r.World.Now()), func(s world.Slider) bool { return !s.On })
	return Reply{Data: each(items, wireSlider(r))}, nil
}

type promotion struct {
	ID      int    `json:"id"`
	Title   string `json:"title"`
	Summary string `json:"summary"`
	HTML    string `json:"html"`
	Image   string `json:"image"`
	Status  int    `json:"Status"`
	Start   string `json:"Start_date"`
	End     string `json:"End_date"`
	Order   int    `json:"order"`
}

func promotions(r *Request) (Reply, error) {
	return Reply{Data: each(r.Brand.Promotions(r.World.Now()), func(p world.Promotion) promotion {
		key, figures := "promo."+p.Key, figuresOf(p)
		return promotion{
			ID: p.ID, Title: r.say(key+".title", figures...), Summary: r.say(key+".summary", figures...),
			HTML: terms(r, p), Image: r.slide("promo", p.Key, p.Theme), Status: bit(p.On),
			Start: moment(p.Start), End: moment(p.End), Order: p.Order,
		}
	})}, nil
}

func figuresOf(p world.Promotion) []string {
	return []string{
		"percent", strconv.Itoa(p.Percent), "cap", grouped(p.Cap), "wager", strconv.Itoa(p.Wager), "low", grouped(p.Low),
		"until", p.End.In(world.Zone).Format("02.01.2006"), "from", p.Start.In(world.Zone).Format("02.01.2006"),
	}
}

// grouped writes a number with dots between thousands, as Turkish terms do.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "." + s[i:]
	}
	return s
}

// terms are a promotion's conditions.
func terms(r *Request, p world.Promotion) string {
	figures := figuresOf(p)
	var b strings.Builder
	b.WriteString("<p>" + r.say("promo."+p.Key+".summary", figures...) + "</p><h3>" + r.say("terms.title") + "</h3><ul>")
	for _, key := range []string{"window", "deposit", "amount", "wager", "games", "once", "house"} {
		b.WriteString("<li>" + r.say("terms."+key, figures...) + "</li>")
	}
	b.WriteString("</ul>")
	return b.String()
}

type popup struct {
	ID     int    `json:"id"`
	Title  string `json:"title"`
	HTML   string `json:"html"`
	Image  string `json:"image"`
	Link   string `json:"link"`
	Active int    `json:"Active"`
	Start  string `json:"Start_date"`
	End    string `json:"End_date"`
}

func popups(r *Request) (Reply, error) {
	return Reply{Data: each(site(r).Notices(r.World.Now()), func(n world.Notice) popup {
		key := "popup." + n.Key
		return popup{
			ID: n.ID, Title: r.say(key + ".title"), HTML: "<p>" + r.say(key+".text") + "</p>",
			Image: r.slide("popup", n.Key, n.Theme), Link: n.Link, Active: bit(n.On), Start: moment(n.Start), End: moment(n.End),
		}
	})}, nil
}

type informationText struct {
	InfType string `json:"InfType"`
	Title   string `json:"Title"`
	Text    string `json:"Text"`
}

// socialLinks are the addresses of the pretend houses; ".test" never resolves.
func socialLinks(h *world.Brand) string {
	links := map[string]string{}
	for _, network := range []string{"facebook", "twitter", "instagram", "youtube", "reddit", "telegram", "whatsapp", "google", "pinterest"} {
		links[network] = "https://" + network + "." + h.Domain + "/" + h.ID
	}
	b, _ := json.Marshal(links) // a map of strings always encodes
	return string(b)
}

func information(r *Request) (Reply, error) {
	kind := r.Data.text("InfType")
	if kind == "SocialMediaLinks" {
		return Reply{Data: []informationText{{kind, "SocialMediaLinks", socialLinks(r.Brand)}}}, nil
	}
	page, ok := r.World.Catalogue.Texts.Page(r.Lang, kind, r.Brand.Placeholders()...)
	if !ok {
		return Reply{}, world.ErrNoRecords
	}
	return Reply{Data: []informationText{{kind, page.Title, page.HTML}}}, nil
}

type specialDate struct {
	ID     int    `json:"id"`
	Title  string `json:"title"`
	Theme  string `json:"theme"`
	Status int    `json:"Status"`
	Start  string `json:"Start_date"`
	End    string `json:"End_date"`
}

func specialDates(r *Request) (Reply, error) {
	return Reply{Data: each(world.SpecialDays(r.World.Now()), func(d world.SpecialDay) specialDate {
		return specialDate{d.ID, r.say("special." + d.Key), d.Key, bit(d.On), moment(d.Start), moment(d.End)}
	})}, nil
}

type tournament struct {
	ID           int            `json:"id"`
	Title        string         `json:"title"`
	Image        string         `json:"image"`
	HTML         string         `json:"html"`
	Prize        bff.MinorUnits `json:"prize"`
	Currency     string         `json:"currency"`
	ProviderName string         `json:"providerName"`
	GameIDs      []int          `json:"gameIDs"`
	Start        string         `json:"Start_date"`
	End          string         `json:"End_date"`
	Leaderboard  []boardLine    `json:"leaderboard"`
}

type boardLine struct {
	Rank   int            `json:"rank"`
	Player string         `json:"player"`
	Points int            `json:"points"`
	Prize  bff.MinorUnits `json:"prize"`
}

func tournaments(r *Request) (Reply, error) {
	now := r.World.Now()
	return list(r, r.View.Tournaments(r.World.Tournaments(), now), contract.TournamentPageSize, func(t world.Tournament) tournament {
		key, maker := "tournament."+t.Key, ""
		if t.Provider != nil {
			maker = t.Provider.Name
		}
		return tournament{
			ID: t.ID, Title: r.say(key + ".title"), Image: r.slide("tournament", t.Key, t.Theme),
			HTML:  "<p>" + r.say(key+".text") + "</p><p>" + r.say("tournament.rules", "prize", grouped(int(t.Prize/100))) + "</p>",
			Prize: t.Prize, Currency: world.Currency, ProviderName: maker, GameIDs: t.Games,
			Start: moment(t.Start), End: moment(t.End),
			Leaderboard: each(t.Board, func(p world.Place) boardLine { return boardLine{p.Rank, p.Player, p.Points, p.Prize} }),
		}
	}), nil
}

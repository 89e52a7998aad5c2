package bff

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"
)

// ContentItem is one item of a brand's own content. The tags name the fields of content.yaml. Texts
// are by language.
type ContentItem struct {
	ID        string            `yaml:"-"`         // key of the item
	Kind      string            `yaml:"kind"`      // slide, promotion, popup or information
	Place     string            `yaml:"place"`     // see PlaceBefore
	Order     int               `yaml:"order"`     // within the place
	Hidden    bool              `yaml:"hidden"`    // from everyone
	From      time.Time         `yaml:"from"`      // zero: always
	Until     time.Time         `yaml:"until"`     // exclusive, zero: forever
	Languages []string          `yaml:"languages"` // empty: all
	Countries []string          `yaml:"countries"` // ISO 3166, empty: all and unknown countries
	Device    string            `yaml:"device"`    // phone or desktop, empty: both
	Type      string            `yaml:"type"`      // InfType of information
	Title     map[string]string `yaml:"title"`
	Text      map[string]string `yaml:"text"`
	Button    map[string]string `yaml:"button"`
	HTML      map[string]string `yaml:"html"`
	Image     string            `yaml:"image"` // media/NAME, or an address
	Link      string            `yaml:"link"`

	// Records contains the sanitised record of the contract in each language of the item.
	Records map[string]json.RawMessage `yaml:"-"`
}

// The places of own content relative to the records of the platform.
const (
	PlaceBefore   = "before"
	PlaceAfter    = "after"
	PlaceInstead  = "instead"
	PlaceFallback = "fallback" // only while the call of the platform fails
)

// Content is the visible own content of a brand by the call that returns it, in order.
type Content map[string][]*ContentItem

const callInformation = "cmscontroller/getInformation"

// contentCalls are the calls that return own content, by kind. Brand.HomeSlider returns slides.
var contentCalls = map[string]string{
	"promotion": "cmscontroller/getPromotions", "popup": "cmscontroller/popupInformation",
	"information": callInformation,
}

// ContentCall returns the name of the call that returns own content of a kind, for a brand with a
// home slider.
func ContentCall(kind, homeSlider string) string { return cmp.Or(contentCalls[kind], homeSlider) }

// OwnContent is the own content for one request: records of the contract by place.
type OwnContent struct {
	call    string
	records map[string][]json.RawMessage
}

// Select returns the own content for a call with complete data, or nil if there is none. The scope
// has the language, the country and the device. Own slides are on the left of the first page.
func (c Content) Select(call string, data map[string]any, s *Scope, at time.Time) *OwnContent {
	if len(c[call]) == 0 {
		return nil
	}
	offset, _ := data["offset"].(json.Number)
	slider, _ := data["SliderType"].(string)
	infType, _ := data["InfType"].(string)
	if cmp.Or(offset, "0") != "0" || cmp.Or(slider, "slot") != "slot" || data["sliderPlace"] == "sag" {
		return nil
	}
	var own *OwnContent
	for _, item := range c[call] {
		record := item.Records[s.Lang]
		if record == nil || item.Type != infType || !item.isShown(s, at) {
			continue
		}
		if own == nil {
			own = &OwnContent{call: call, records: map[string][]json.RawMessage{}}
		}
		own.records[item.Place] = append(own.records[item.Place], record)
	}
	return own
}

func (i *ContentItem) isShown(s *Scope, at time.Time) bool {
	return !at.Before(i.From) && (i.Until.IsZero() || at.Before(i.Until)) &&
		(len(i.Countries) == 0 || slices.Contains(i.Countries, s.Country)) &&
		(i.Device == "" || (i.Device == "phone") == s.Phone)
}

// Replaces reports whether the content replaces the records of the platform, which then need not be
// called.
func (o *OwnContent) Replaces() bool { return o != nil && len(o.records[PlaceInstead]) > 0 }

// Merge adds the content to the outcome of a call, which it does not modify. It returns the same
// answer and error if there is nothing to add.
func (o *OwnContent) Merge(a *Answer, err error) (*Answer, error) {
	before, after, fallback := o.records[PlaceBefore], o.records[PlaceAfter], o.records[PlaceFallback]
	isMaintenance := errors.Is(err, ReasonMaintenance) || errors.Is(err, ReasonPartMaintenance)
	isAnswered := err == nil && a != nil && a.Result
	out, records := &Answer{Result: true, Code: http.StatusOK}, fallback
	switch {
	case o.Replaces():
		records = o.records[PlaceInstead]
	case isAnswered && len(before)+len(after) == 0, !isAnswered && (isMaintenance || len(fallback) == 0):
		return a, err
	case isAnswered:
		*out, records = *a, nil
		target := any(&records)
		if o.call == SliderOfSlots {
			target = &struct{ Items *[]json.RawMessage }{&records}
		}
		if json.Unmarshal(a.Data, target) != nil { // invalid, which the contract only observes
			return a, nil
		}
	}
	if o.call == callInformation && len(records) > 0 {
		before, records, after = nil, joinTexts(before, records, after), nil
	}
	var data any = slices.Concat(before, records, after)
	if o.call == SliderOfSlots {
		data = map[string]any{"items": data}
	}
	out.Data, err = json.Marshal(data)
	return out, err
}

// joinTexts returns records with own texts before and after the text of the first record. Other
// values than texts count as empty.
func joinTexts(before, records, after []json.RawMessage) []json.RawMessage {
	var joined, part struct{ InfType, Title, Text string }
	_ = json.Unmarshal(records[0], &joined)
	joined.Text = ""
	for _, record := range slices.Concat(before, records[:1], after) {
		part.Text = ""
		_ = json.Unmarshal(record, &part)
		joined.Text += part.Text
	}
	first, _ := json.Marshal(joined) //nolint:errchkjson // texts
	return slices.Concat([]json.RawMessage{first}, records[1:])
}

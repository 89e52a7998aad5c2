package bff

// VitalsRules selects the page loads that report their speed.
type VitalsRules struct {
	Enabled bool    `yaml:"enabled"`
	Sample  float64 `yaml:"sample"` // share of page loads
}

// Share returns the share of page loads that report, 0 if the brand has disabled reports.
func (r VitalsRules) Share() float64 {
	if !r.Enabled {
		return 0
	}
	return r.Sample
}

// Other stands for a value of a report that Croupier does not know, such as the route of a page
// that the site does not have.
const Other = "other"

// VitalsReport is the body of POST /v1/vitals, see contracts/schemas/site.json.
type VitalsReport struct {
	Route   string                  `json:"route"`
	Device  string                  `json:"device"` // phone, tablet or desktop
	Release string                  `json:"release"`
	Metrics map[string]VitalsFigure `json:"metrics"` // by lcp, inp, cls and ttfb
	Games   []GameStart             `json:"games"`
}

// VitalsFigure is one metric of a page load.
type VitalsFigure struct {
	Value     float64 `json:"value"`     // milliseconds, or the layout shift
	Component string  `json:"component"` // of the element, may be empty
}

// GameStart is the start of a game in a browser.
type GameStart struct {
	Provider string   `json:"provider"`
	MS       *float64 `json:"ms"` // milliseconds until the frame had loaded, nil for a failed start
}

// Speed contains the figures of browsers for staff.
type Speed struct {
	Pages    []SpeedFigure `json:"pages"`
	Releases []SpeedFigure `json:"releases"`
	Games    []SpeedFigure `json:"games"`
}

// SpeedFigure compares a metric of this week and last week.
type SpeedFigure struct {
	Brand     string   `json:"brand"`
	Metric    string   `json:"metric"` // of VitalsReport, or game_start
	Name      string   `json:"name"`   // route, release or provider
	Samples   uint64   `json:"samples"`
	P75       *float64 `json:"p75"` // nil without samples
	LastWeek  *float64 `json:"last_week"`
	Rating    string   `json:"rating,omitempty"` // good, fair or poor
	Component string   `json:"component,omitempty"`
	Failures  uint64   `json:"failures"`
}

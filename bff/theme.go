package bff

// Theme is the appearance of a brand. Colours are CSS colours by role.
type Theme struct {
	DefaultMode string   `json:"defaultMode"` // dark or light
	Hero        string   `json:"hero"`        // cinematic, split or framed
	Radius      int      `json:"radius"`      // px
	Fonts       Fonts    `json:"fonts"`
	Gradient    Gradient `json:"gradient"`
	Modes       Modes    `json:"modes"`
}

// Fonts are font families by use.
type Fonts struct {
	Display string `json:"display"`
	Text    string `json:"text"`
	Arabic  string `json:"arabic"`
}

// Gradient is the brand's gradient, from one colour to another.
type Gradient struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Modes are the palettes of the two colour modes.
type Modes struct {
	Dark  Palette `json:"dark"`
	Light Palette `json:"light"`
}

// Palette assigns a colour to each colour role of look.md.
type Palette struct {
	BG            string `json:"bg"`
	Surface       string `json:"surface"`
	SurfaceRaised string `json:"surfaceRaised"`
	Line          string `json:"line"`
	Text          string `json:"text"`
	TextDim       string `json:"textDim"`
	Accent        string `json:"accent"`
	OnAccent      string `json:"onAccent"`
	Positive      string `json:"positive"`
	Negative      string `json:"negative"`
	Warning       string `json:"warning"`
	Focus         string `json:"focus"`
}

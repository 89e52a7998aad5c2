package art

import "slices"

// icons are line drawings on 24×24.
var icons = map[string]string{
	"all":         `<path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z"/>`,
	"home":        `<path d="M4 11 12 4l8 7M6 9.5V20h12V9.5M10 20v-6h4v6"/>`,
	"slots":       `<path d="M4 5h13v14H4zM8.3 5v14M12.7 5v14M17 9h2.5v6M19.5 6.5v2"/><circle cx="19.5" cy="5.5" r="1.2"/><path d="M5.5 12h1.5M9.8 12h1.5M14 12h1.5"/>`,
	"popular":     `<path d="M12 3c1 4 5.5 5.5 5.5 11a5.5 5.5 0 0 1-11 0c0-2.5 1.2-4 2.5-5.2 0 2 .8 3 1.8 3.2C10.5 9 10.5 6 12 3z"/>`,
	"jackpot":     `<path d="M4 17 3 7l5 4 4-7 4 7 5-4-1 10zM4 20.5h16"/>`,
	"new":         `<path d="m12 3 2.2 6.3L20.5 12l-6.3 2.7L12 21l-2.2-6.3L3.5 12l6.3-2.7z"/>`,
	"drops":       `<path d="M12 3s6 6.5 6 11a6 6 0 0 1-12 0c0-4.5 6-11 6-11zM9 14.5a3 3 0 0 0 3 3"/>`,
	"freespins":   `<path d="M20 12a8 8 0 1 1-2.5-5.8M20 3.5V8h-4.5"/><path d="m12 8.5 1.1 2.3 2.4.3-1.8 1.7.5 2.5-2.2-1.2-2.2 1.2.5-2.5-1.8-1.7 2.4-.3z"/>`,
	"board":       `<path d="M4 4h16v16H4zM4 12h16M12 4v16"/><circle cx="8" cy="8" r="1.5"/><circle cx="16" cy="16" r="1.5"/>`,
	"intense":     `<path d="M13 3 5 14h6l-1 7 8-11h-6z"/>`,
	"live":        `<circle cx="12" cy="12" r="2.5"/><path d="M7.5 7.5a6.4 6.4 0 0 0 0 9M16.5 7.5a6.4 6.4 0 0 1 0 9M4.7 4.7a10.4 10.4 0 0 0 0 14.6M19.3 4.7a10.4 10.4 0 0 1 0 14.6"/>`,
	"roulette":    `<circle cx="12" cy="12" r="9"/><circle cx="12" cy="12" r="3.5"/><path d="M12 3v5.5M12 15.5V21M3 12h5.5M15.5 12H21M5.6 5.6l3.9 3.9M14.5 14.5l3.9 3.9M18.4 5.6l-3.9 3.9M9.5 14.5l-3.9 3.9"/>`,
	"blackjack":   `<path d="M4.5 7.5 11 5l5 12.5-6.5 2.5zM14 5.5 19.5 6 18 18.5"/><path d="M9.8 9.5c2 .7 2.6 2.5 1 4.3-2.2 0-3.2-1.6-1-4.3z"/>`,
	"baccarat":    `<path d="M4 5h7v11H4zM13 8h7v11h-7z"/><path d="M7.5 8.5 9 10.5l-1.5 2-1.5-2zM16.5 11.5l1.5 2-1.5 2-1.5-2z"/>`,
	"poker":       `<path d="M12 3c3 4 8 6 8 10.5 0 4-5 5-7 2 .2 2.3 1 3.5 2.5 5h-7c1.5-1.5 2.3-2.7 2.5-5-2 3-7 2-7-2C4 9 9 7 12 3z"/>`,
	"gameshow":    `<circle cx="12" cy="13" r="8"/><path d="M12 13V5M12 13l6.9-4M12 13l6.9 4M12 13v8M12 13l-6.9 4M12 13 5.1 9M10.5 2h3L12 4.5z"/>`,
	"dice":        `<path d="M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1z"/><path d="M8.5 8.5h0M15.5 15.5h0M12 12h0M15.5 8.5h0M8.5 15.5h0" stroke-width="2.6"/>`,
	"dragontiger": `<path d="M12 3v18M4 6c4 0 6 2 6 6s-2 6-6 6M20 6c-4 0-6 2-6 6s2 6 6 6M5.5 10.5h0M18.5 10.5h0"/>`,
	"virtual":     `<path d="M3 8h18v9h-5.5l-2-2.5h-3l-2 2.5H3zM7 12h2M15 12h2"/>`,
	"bingo":       `<circle cx="12" cy="12" r="9"/><circle cx="12" cy="12" r="4.5"/><path d="M11 10.8 12.3 10v4"/>`,
	"sport":       `<circle cx="12" cy="12" r="9"/><path d="m12 8 3.8 2.8-1.5 4.4H9.7l-1.5-4.4zM12 8V3M15.8 10.8l4.8-1.6M14.3 15.2l3 4M9.7 15.2l-3 4M8.2 10.8 3.4 9.2"/>`,
	"livesport":   `<circle cx="10" cy="14" r="7"/><path d="m10 11 2.8 2-1 3.3H8.2L7.2 13zM15.5 3.5a6 6 0 0 1 5 5M15.5 6.5a3 3 0 0 1 2 2"/>`,
	"tournaments": `<path d="M7 4h10v5a5 5 0 0 1-10 0zM7 5.5H3.5c0 3 1.5 4.5 3.8 4.8M17 5.5h3.5c0 3-1.5 4.5-3.8 4.8M12 14v3.5M8.5 20.5h7M9.5 20.5c0-2 1-3 2.5-3s2.5 1 2.5 3"/>`,
	"promotions":  `<path d="M4 9h16v3.5H4zM5.5 12.5h13V20h-13zM12 9v11M12 9C9 9 7 7.8 7 6.2 7 3.5 11 3.5 12 9zM12 9c3 0 5-1.2 5-2.8C17 3.5 13 3.5 12 9z"/>`,
	"favorites":   `<path d="M12 20S4 15 4 9.3C4 5 9.5 3.8 12 7.5 14.5 3.8 20 5 20 9.3 20 15 12 20 12 20z"/>`,
	"recent":      `<path d="M4.5 9A8 8 0 1 1 4 12.5M4 4.5V9h4.5M12 8v4.5l3 2"/>`,
	"spaceman":    `<circle cx="12" cy="10" r="7"/><path d="M7.5 8.5h9v3a3 3 0 0 1-3 3h-3a3 3 0 0 1-3-3zM7 16.5 5 21M17 16.5l2 4.5"/>`,
	"zeplin":      `<path d="M3 10c0-3 4-5.5 9-5.5s9 2.5 9 5.5-4 5.5-9 5.5S3 13 3 10zM3 10h18M9 15.5V18.5h6v-3"/>`,
	"football":    `<path d="M3 6h18v12H3zM12 6v12M3 9.5h3v5H3M21 9.5h-3v5h3"/><circle cx="12" cy="12" r="2"/>`,
}

// CategoryIcon draws the line icon of a category, 24×24 in currentColor; an unknown key gets "all".
func CategoryIcon(key string) []byte {
	body, ok := icons[key]
	if !ok {
		body = icons["all"]
	}
	return []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">` + body + `</svg>`)
}

// IconKeys names every icon in order.
func IconKeys() []string {
	keys := make([]string, 0, len(icons))
	for k := range icons {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

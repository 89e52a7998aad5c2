// Package art draws the pictures of the demo casino as SVG: slot covers, live-table scenes, slides,
// word-marks and line icons.
//
// All functions are pure: the same spec yields the same bytes, and no picture refers to anything outside
// itself. Colours follow a low-discrepancy sequence over hue families by id, so that neighbours in a
// list look different (look.md, "Covers without a picture library").
//
// Drawings are SVG fragments in a box from -50 to 50 with two shorthands: {v #a #b}, {h …}, {d …}, {r …}
// and {c …} are a vertical, horizontal, diagonal, top-lit and centred gradient, and $1 to $6 are the
// colours of the current palette.
package art

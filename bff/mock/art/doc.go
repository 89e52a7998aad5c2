// Package art draws the pictures of the pretend casino: slot covers, live-table scenes, wide slides,
// word-marks and line icons, all as SVG.
//
// Every function is pure: the same spec gives the same bytes, nothing is read or written, and no
// picture refers to anything outside itself. Colour follows a low-discrepancy walk over hue families
// by id, so that neighbours in a list never look alike (look.md, "Covers without a picture library").
//
// Drawings are written as SVG fragments in a box from -50 to 50. Two shorthands keep them small:
// {v #a #b}, {h …}, {d …}, {r …} and {c …} stand for a vertical, horizontal, diagonal, lit-from-above
// or centred gradient, and $1 to $6 for the colours of the palette at hand.
package art

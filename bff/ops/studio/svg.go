package studio

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
)

const (
	maxElements    = 5000
	maxDepth       = 32 // nested elements
	svgNamespace   = "http://www.w3.org/2000/svg"
	xlinkNamespace = "http://www.w3.org/1999/xlink"
)

// svgElements and svgAttributes are the parts of SVG that a picture keeps. They neither run scripts nor
// load anything.
var (
	svgElements = strings.Fields(`svg g defs symbol use title desc style path rect circle ellipse line polyline
		polygon text tspan textPath linearGradient radialGradient stop clipPath mask pattern marker filter feBlend
		feColorMatrix feComposite feDropShadow feFlood feGaussianBlur feMerge feMergeNode feOffset`)
	svgAttributes = strings.Fields(`id class style href viewBox preserveAspectRatio width height x y x1 y1 x2 y2 cx cy
		r rx ry fx fy dx dy d points transform transform-origin fill fill-opacity fill-rule stroke stroke-width
		stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset opacity color
		display visibility overflow clip-path clip-rule clipPathUnits mask maskUnits maskContentUnits mask-type filter
		filterUnits primitiveUnits gradientUnits gradientTransform spreadMethod offset stop-color stop-opacity
		patternUnits patternContentUnits patternTransform marker-start marker-mid marker-end markerWidth markerHeight
		markerUnits refX refY orient text-anchor dominant-baseline alignment-baseline baseline-shift letter-spacing
		word-spacing font-family font-size font-style font-weight font-variant textLength lengthAdjust startOffset in in2
		result mode type values operator k1 k2 k3 k4 stdDeviation flood-color flood-opacity color-interpolation-filters
		vector-effect shape-rendering text-rendering paint-order mix-blend-mode isolation role aria-label aria-hidden`)

	cssFunction = regexp.MustCompile(`([A-Za-z-]*)\(\s*(["']?#[\w.-]+["']?\s*\))?`)
	// cssFunctions load nothing. url is only allowed for a fragment.
	cssFunctions = strings.Fields(`rgb rgba hsl hsla calc translate translateX translateY scale scaleX scaleY rotate
		skewX skewY matrix`)
)

// svgFragment matches a reference to an element. Browsers would decode or remove other characters.
var svgFragment = regexp.MustCompile(`^#[\p{L}\p{N}_.:-]+$`)

// isSafeStyle reports whether the text of a style or an attribute loads nothing.
func isSafeStyle(text string) bool {
	if strings.ContainsAny(text, "\\@<") || strings.Contains(text, "/*") {
		return false
	}
	for _, f := range cssFunction.FindAllStringSubmatch(text, -1) {
		isFragment := strings.EqualFold(f[1], "url") && f[2] != ""
		if !isFragment && f[1] != "" && !slices.Contains(cssFunctions, f[1]) {
			return false
		}
	}
	return true
}

// svgElement is an open element.
type svgElement struct{ name, id string }

// sanitiseSVG builds an SVG picture again from the elements and attributes that it may have. It fails with
// ErrPicture for other content, entities, and pictures that are slow to draw: with too many elements, or
// with a use element that shows others.
func sanitiseSVG(content []byte) ([]byte, error) {
	in := xml.NewDecoder(bytes.NewReader(content))
	var out, style bytes.Buffer
	open, elements := []svgElement{{}}, 0 // the document and the open elements
	used, using := map[string]bool{}, map[string]bool{}
	for {
		parent := open[len(open)-1].name
		token, err := in.Token()
		switch {
		case errors.Is(err, io.EOF) && out.Len() > 0:
			for id := range using {
				if used["#"+id] {
					return nil, ErrPicture
				}
			}
			return out.Bytes(), nil
		case err != nil:
			return nil, ErrPicture
		}
		switch t := token.(type) {
		case xml.Directive:
			if bytes.ContainsRune(t, '[') { // entities
				return nil, ErrPicture
			}
		case xml.ProcInst:
			if t.Target != "xml" {
				return nil, ErrPicture
			}
		case xml.StartElement:
			isKnown := slices.Contains([]string{svgNamespace, ""}, t.Name.Space) &&
				slices.Contains(svgElements, t.Name.Local)
			isOtherRoot := parent == "" && (t.Name.Local != "svg" || !isKnown || out.Len() > 0)
			if isOtherRoot || parent == "style" || !isKnown && in.Skip() != nil {
				return nil, ErrPicture
			}
			if isKnown {
				id, href := writeStart(&out, t, parent == "")
				open = append(open, svgElement{t.Name.Local, id})
				if elements++; elements > maxElements || len(open)-1 > maxDepth {
					return nil, ErrPicture
				}
				if t.Name.Local == "use" {
					used[href] = true
					for _, e := range open {
						using[e.id] = true
					}
				}
			}
		case xml.EndElement:
			if isSafeStyle(style.String()) {
				_ = xml.EscapeText(&out, style.Bytes()) // to memory
			}
			style.Reset()
			out.WriteString("</" + t.Name.Local + ">")
			open = open[:len(open)-1]
		case xml.CharData:
			switch parent {
			case "":
			case "style":
				style.Write(t) // comments may split it
			default:
				_ = xml.EscapeText(&out, t) // to memory
			}
		}
	}
}

// writeStart writes the start of an element. It returns the id and the reference of the element.
func writeStart(out *bytes.Buffer, e xml.StartElement, isRoot bool) (id, href string) {
	out.WriteString("<" + e.Name.Local)
	if isRoot {
		out.WriteString(` xmlns="` + svgNamespace + `"`)
	}
	seen := map[string]bool{}
	for _, a := range e.Attr {
		name := a.Name.Local
		isKnown := a.Name.Space == "" || a.Name.Space == xlinkNamespace && name == "href"
		if !isKnown || seen[name] || !slices.Contains(svgAttributes, name) || !isSafeStyle(a.Value) ||
			name == "href" && !svgFragment.MatchString(a.Value) {
			continue
		}
		switch seen[name] = true; name {
		case "id":
			id = a.Value
		case "href":
			href = a.Value
		}
		out.WriteString(" " + name + `="`)
		_ = xml.EscapeText(out, []byte(a.Value)) // to memory
		out.WriteString(`"`)
	}
	out.WriteString(">")
	return id, href
}

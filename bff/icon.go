package bff

import "fmt"

// Icon is a picture of a brand for the home screens of devices: an optional PNG file in its logo folder.
// Without them devices draw mark.svg, and those that cannot, such as iPhones, show a picture of the page.
type Icon struct {
	File    string
	Size    int    // pixels, both sides
	Purpose string // in the web app manifest; empty if the icon is not listed there
}

// Icons are the icons that a brand may have.
var Icons = []Icon{
	{File: "icon-192.png", Size: 192, Purpose: "any"},
	{File: "icon-512.png", Size: 512, Purpose: "any"},
	{File: "icon-maskable-512.png", Size: 512, Purpose: "maskable"},
	{File: "apple-touch-icon.png", Size: 180},
}

// Sizes returns the size as the manifest and link elements write it.
func (i Icon) Sizes() string { return fmt.Sprintf("%dx%d", i.Size, i.Size) }

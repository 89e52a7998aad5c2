package activity

import "croupier/bff/internal/device"

// describeAgent returns a short description of a User-Agent for staff: "Chrome 120 on Windows".
func describeAgent(agent string) string {
	switch browser, system := device.Parse(agent); {
	case browser == "":
		return "unknown"
	case system == "":
		return browser
	default:
		return browser + " on " + system
	}
}

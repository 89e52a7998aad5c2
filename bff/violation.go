package bff

import "time"

// ContractMode says what becomes of an answer whose data violates the contract. Money calls are
// always observed: an answered payment stays answered.
type ContractMode string

// The modes of a call. An answer whose data has the wrong JSON type is refused in both, unless the
// contract allows null, as the site then does not read it.
const (
	ContractObserve ContractMode = "observe" // served and cached as usual, counted and listed
	ContractEnforce ContractMode = "enforce" // refused as ReasonBadUpstreamAnswer
)

// Violation is a place of an answer's data that violates the contract. It holds no value of the
// answer, so it may be logged and listed.
type Violation struct {
	Path    string // JSONPath from data, with * for array indexes: $[*].name; $ is data itself
	Rule    string // violated rule, as FieldFault.Rule
	Got     string // JSON type of the value, or "absent"
	Want    string // what the contract allows, for people
	Example string // shape of the value: letters as a or A, digits as 9
}

// RootPath is the path of data itself in a Violation.
const RootPath = "$"

// GotAbsent is Violation.Got of a required property that is missing.
const GotAbsent = "absent"

// Deviation is a violation that was observed in answers of an upstream.
type Deviation struct {
	Upstream string    `json:"upstream"`
	Brand    string    `json:"brand"` // of the last answer
	Call     string    `json:"call"`
	Path     string    `json:"path"`
	Got      string    `json:"got"`
	Want     string    `json:"want"`
	Example  string    `json:"example"` // masked: type and shape of the last value
	Count    int       `json:"count"`   // answers with it
	First    time.Time `json:"first"`
	Last     time.Time `json:"last"`
}

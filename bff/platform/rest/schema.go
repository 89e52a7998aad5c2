package rest

import _ "embed"

//go:embed mapping.schema.json
var schema []byte

// Schema returns the JSON Schema (2020-12) of mapping files, for editors. Load checks more, such as the
// expressions.
func Schema() []byte { return schema }

// Package contracts embeds the files of the contract: the call table, the schemas of every request
// and response, the constants, messages and examples, and the OpenAPI documents. Package
// bff/contract reads them.
package contracts

import "embed"

// Files has the files of this folder.
//
//go:embed calls.yaml constants.yaml openapi.yaml staff.yaml schemas messages examples
var Files embed.FS

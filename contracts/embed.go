// Package contracts is the one source of what goes over the wire: the call table, the
// schemas of every request and answer, the BFF's own texts, examples, and the OpenAPI
// document generated from them. It only carries the files; bff/contract reads them.
package contracts

import "embed"

// Files holds the contract as it lies in this folder.
//
//go:embed calls.yaml constants.yaml openapi.yaml staff.yaml schemas messages examples
var Files embed.FS

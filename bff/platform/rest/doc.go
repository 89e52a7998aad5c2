// Package rest is the adapter for platforms that do not use the envelope but any other JSON API
// over HTTP. A YAML file maps each call with jq expressions. A Mapping is loaded and compiled once;
// an Adapter sends calls with it.
//
// Expressions have access to the data of one call only: no environment, no files, no other calls.
// The steps and the output of an evaluation are limited, which catches mistakes of operators and
// unexpected answers. Mapping files are trusted: operators write them.
//
// configs/mappings/fictional.yaml is an example of every construct.
package rest

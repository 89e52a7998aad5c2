// Package rest is the adapter for platforms that do not speak the envelope: any JSON over
// HTTP, mapped call by call in a YAML file whose expressions are jq. A Mapping is loaded
// and compiled once; an Adapter sends calls through it.
//
// Expressions see what one call knows and nothing else: no environment, no files, no
// other call. Each has a time limit and a limit on what it gives. Those limits catch an
// operator's mistake and an odd answer; a mapping file is the operator's own, never a
// stranger's.
//
// configs/mappings/fictional.yaml is a worked example of every construct.
package rest

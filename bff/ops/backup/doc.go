// Package backup is the format of backups: a zip file with the files of a data folder and a manifest of
// their checksums. What the files contain belongs to the stores.
package backup

package main

import (
	"context"
	"log/slog"
	"time"

	"croupier/bff/internal/indexkey"
	"croupier/bff/player/block"
)

// blockRecords is the name of the blocked players in the store.
const blockRecords = "blocks"

// blocksInterval is the time between two reads of the blocks, for messages that were lost.
const blocksInterval = 5 * time.Second

// openBlocks reads the blocked players.
func openBlocks(ctx context.Context, s *stores, index *indexkey.Key, log *slog.Logger) (*block.List, error) {
	records, err := s.records(blockRecords)
	if err != nil {
		return nil, err
	}
	return block.Open(ctx, block.Options{Store: records, Bus: s.bus, IndexKey: index, Clock: time.Now, Log: log})
}

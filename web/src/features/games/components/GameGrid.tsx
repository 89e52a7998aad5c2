import type { ReactNode } from 'react';
import { TileGrid, type TileGridProps } from '@/components/ui/Tile/TileGrid';
import { useTileWindow } from '../hooks/useTileWindow';

export interface GameGridProps<Item> extends Pick<TileGridProps, 'items' | 'label'> {
  games: readonly Item[];
  renderTile(game: Item, index: number): ReactNode;
}

/** The grid of a list of games. Of a long one, only the tiles near the window are rendered. */
export function GameGrid<Item>({ games, renderTile, ...props }: GameGridProps<Item>) {
  const { grid, start, end, style } = useTileWindow(games.length);
  return (
    <TileGrid {...props} ref={grid} style={style} first={start} total={games.length}>
      {games.slice(start, end).map((game, index) => renderTile(game, start + index))}
    </TileGrid>
  );
}

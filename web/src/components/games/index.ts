export { CategoryIcon } from './CategoryIcon';
export { FilterBar } from './FilterBar';
export { GameFrame } from './GameFrame/GameFrame';
export type { GameMessage } from './GameFrame/messages';
export { GameTile } from './GameTile';
export { LiveTile } from './LiveTile';
export { useFilterAddress } from './useFilterAddress';
export type { FilterAddress, ListPaths } from './useFilterAddress';
export { useHeart } from './useHeart';

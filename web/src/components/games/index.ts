export { GameFrame } from './GameFrame';
export { GameTile } from './GameTile';
export { LiveTile } from './LiveTile';
export { VirtualIcon } from './VirtualIcon';
export { useGameMessages } from './hooks/useGameMessages';
export { useGameSession } from './hooks/useGameSession';
export { useRecentGames } from './hooks/useRecentGames';
export { useTileFavorite } from './hooks/useTileFavorite';

export { GameFrame } from './GameFrame';
export { GameTile } from './GameTile';
export { LiveTile } from './LiveTile';
export { useGameSession } from './hooks/useGameSession';
export { useHeart } from './hooks/useTileFavorite';
export { useRecentGames } from './hooks/useRecentGames';

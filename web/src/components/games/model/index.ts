export { demoGamingType, idOf, isTable, kindOf, playAddress } from './game';
export type { AnyGame } from './game';
export { framedAddress, readGameMessage } from './gameMessage';
export type { GameMessage } from './gameMessage';
export { gameSession } from './gameSession';
export { recentGames } from './recentGames';
export { isProviderUnreachable } from './startError';

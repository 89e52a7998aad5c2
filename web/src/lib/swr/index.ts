export { forgetPlayers, patch, prime, refresh } from './cache';
export { swrConfig } from './config';
export { useAction } from './useAction';
export type { Action } from './useAction';
export { useCall } from './useCall';
export type { CallState, UseCallOptions } from './useCall';
export { useCallPages } from './useCallPages';
export type { CallPages, UseCallPagesOptions } from './useCallPages';

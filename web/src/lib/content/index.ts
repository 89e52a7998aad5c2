export { usePromotions, useTournaments } from './calls';
export { nextChange, phaseOf, timeOf } from './phase';
export type { Dated, Phase } from './phase';
export { ownRow } from './ownRow';
export { usePhases } from './usePhases';
export type { Phases } from './usePhases';

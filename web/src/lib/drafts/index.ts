export { dropDraft } from './store';
export { useKeep, useKept } from './useKept';

export { deleteDraft } from './drafts';
export { useSaveDraft, useRestoredDraft } from './useRestoredDraft';

import type { Bootstrap, SitePart } from '@/contracts/types';

/** The message of the framed maintenance page when it is ready for its draft. */
export const previewReady = 'maintenance-preview-ready';
/** The type of the message with the draft. */
export const previewDraft = 'maintenance-preview-draft';

/** The console's draft for the framed preview, with a brand and its notice. */
export interface PreviewDraft {
  bootstrap: Bootstrap;
  language: string;
  mode: 'dark' | 'light';
  /** The message, or '' for the page's own text. */
  message: string;
  /** The expected end: milliseconds since 1970. */
  until?: number;
  /** The closed parts. Empty if the whole site is closed. */
  parts: readonly SitePart[];
}

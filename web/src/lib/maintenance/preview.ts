import type { Bootstrap, SitePart } from '@/contracts/types';

/** The message of the framed preview of the maintenance page when it awaits its draft. */
export const previewReady = 'maintenance-preview-ready';
/** The type of the message with the draft. */
export const previewDraft = 'maintenance-preview-draft';

/** What the console sends to the framed preview: a brand and its notice. */
export interface PreviewDraft {
  bootstrap: Bootstrap;
  language: string;
  mode: 'dark' | 'light';
  /** '' shows the page's own text. */
  message: string;
  /** The expected end: milliseconds since 1970. */
  until?: number;
  /** Only these parts are closed; empty for the whole site. */
  parts: readonly SitePart[];
}

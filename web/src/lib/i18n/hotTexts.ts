/** The development server's event for a saved file of texts. */
export const textsChanged = 'croupier:texts';

/** The data of textsChanged. */
export interface ChangedTexts {
  language: string;
  namespace: string;
  texts: Record<string, unknown>;
}

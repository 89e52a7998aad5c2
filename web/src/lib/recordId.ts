import type { RecordID } from '@/contracts/types';

/** The text form of RecordID in contracts/schemas/common.json. Short integers are numbers. */
const opaque = /^(0[0-9]+|[0-9]{16,}|[0-9]*[A-Za-z_-][A-Za-z0-9_.:=+~-]*)$/;
const maxLength = 80;

/**
 * Parses a record id from an address or a form. It is a number or a text such as a UUID, as in the
 * platform's responses. Returns undefined if the text is not an id.
 */
export function parseRecordId(text: string | null | undefined): RecordID | undefined {
  if (!text || text.length > maxLength) return undefined;
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  return opaque.test(text) ? text : undefined;
}

import type { RecordID } from '@/contracts/types';

/** The texts of RecordID in contracts/schemas/common.json: what is not an integer of up to 15 digits. */
const opaque = /^(0[0-9]+|[0-9]{16,}|[0-9]*[A-Za-z_-][A-Za-z0-9_.:=+~-]*)$/;
const maxLength = 80;

/**
 * Parses the id of a record from an address or a form, as the platform's answers have it: a number, or a
 * text such as a UUID. Returns undefined for a text that is no id.
 */
export function parseRecordId(text: string | null | undefined): RecordID | undefined {
  if (!text || text.length > maxLength) return undefined;
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  return opaque.test(text) ? text : undefined;
}

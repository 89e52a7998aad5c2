/** The window of a list. */
interface Pagination {
  limit: number;
  offset: number;
  total: number;
}

/** The envelope of every gateway response. */
interface Envelope<Data = unknown> {
  result: boolean;
  message: string;
  data: Data;
  code: number;
  debug: string | null;
  pagination: Pagination | null;
}

/** A successful response without the fields that only the client uses. */
export interface Answer<Data> {
  data: Data;
  message: string;
  pagination: Pagination | null;
}

/** Returns whether `value` has the six fields of an envelope with their types. */
export function isEnvelope(value: unknown): value is Envelope {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  return (
    typeof fields.result === 'boolean' &&
    typeof fields.message === 'string' &&
    typeof fields.code === 'number' &&
    'data' in fields &&
    (fields.debug === null || typeof fields.debug === 'string') &&
    typeof fields.pagination === 'object'
  );
}

/** The window of a list (calls.md §1). */
interface Pagination {
  limit: number;
  offset: number;
  total: number;
}

/** The format of every gateway response (calls.md §1). */
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
  const it = value as Record<string, unknown>;
  return (
    typeof it.result === 'boolean' &&
    typeof it.message === 'string' &&
    typeof it.code === 'number' &&
    'data' in it &&
    (it.debug === null || typeof it.debug === 'string') &&
    typeof it.pagination === 'object'
  );
}

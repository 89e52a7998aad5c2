/** Where a list's window lies (calls.md §1). */
export interface Pagination {
  limit: number;
  offset: number;
  total: number;
}

/** The one shape of every gateway answer (calls.md §1). */
export interface Envelope<Data = unknown> {
  result: boolean;
  message: string;
  data: Data;
  code: number;
  debug: string | null;
  pagination: Pagination | null;
}

/** A successful answer without the parts that only matter to the client. */
export interface Answer<Data> {
  data: Data;
  message: string;
  pagination: Pagination | null;
}

/** Whether `value` has the six keys of an envelope in their types. */
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

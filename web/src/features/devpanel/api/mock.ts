/** Where the mock listens for its developers (calls.md §6). */
const base = '/__mock';

/** The mock's own page: every call with schema, example and a try-it. */
export const reference = `${base}/`;

/** What the mock said to a request that it could not follow. */
export class MockError extends Error {
  override readonly name = 'MockError';
}

/** Asks the mock's control surface. Rejects with MockError, or TypeError when nothing answers. */
export async function mock<Answer>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await mockRequest(method, path, body && JSON.stringify(body));
  return (await response.json()) as Answer;
}

/** As mock, with a body of JSON as it lies, and the answer as it comes. */
export async function mockRequest(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: BodyInit,
): Promise<Response> {
  const response = await fetch(`${base}/${path}`, {
    method,
    credentials: 'same-origin',
    headers: { panel: 'frontend', ...(body && { 'Content-Type': 'application/json' }) },
    body,
  });
  if (response.ok) return response;
  const { error } = (await response.json().catch(() => ({}))) as { error?: string };
  throw new MockError(error ?? `${path}: HTTP ${response.status}`);
}

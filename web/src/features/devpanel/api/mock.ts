/** The path of the mock's control API (calls.md §6). */
const base = '/__mock';

/** The address of the mock's API console: every call with schema and example. */
export const consoleAddress = `${base}/`;

/** An error response of the control API. */
export class MockError extends Error {
  override readonly name = 'MockError';
}

/** Requests the mock's control API. Rejects with MockError, or with TypeError if the network fails. */
export async function mock<Answer>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await mockRequest(method, path, body && JSON.stringify(body));
  return (await response.json()) as Answer;
}

/** Like mock, but takes and returns JSON as text. */
export async function mockRequest(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: BodyInit,
): Promise<Response> {
  // eslint-disable-next-line no-restricted-globals -- the control API of the mock is not in the contract
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

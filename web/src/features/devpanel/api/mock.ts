/** Where the mock listens for its developers (calls.md §6). */
const base = '/__mock';

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
  const response = await fetch(`${base}/${path}`, {
    method,
    credentials: 'same-origin',
    headers: { panel: 'frontend', ...(body && { 'Content-Type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  const answer = (await response.json().catch(() => ({}))) as { error?: string };
  if (!response.ok) throw new MockError(answer.error ?? `${path}: HTTP ${response.status}`);
  return answer as Answer;
}

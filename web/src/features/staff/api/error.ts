/** A refused or failed request to the staff API. */
export class StaffError extends Error {
  override name = 'StaffError';

  constructor(
    message: string,
    /** The HTTP status; 0 when the server was not reached. */
    readonly status: number,
    /** The stable identifier of the refusal, such as `code required`; '' when there is none. */
    readonly reason: string,
    /** The field that the server refused. */
    readonly field?: string,
    readonly requestId?: string,
    /** When a refused request may be repeated: milliseconds since 1970. */
    readonly retryAt?: number,
  ) {
    super(message);
  }
}

/** Returns the error of a refusal. */
export function errorOf(body: unknown, response: Response, now = Date.now()): StaffError {
  const { error = '', message = '', field } = refusalOf(body);
  const seconds = Number(response.headers.get('Retry-After'));
  return new StaffError(
    message,
    response.status,
    error,
    field,
    response.headers.get('X-Request-Id') ?? undefined,
    seconds > 0 ? now + seconds * 1000 : undefined,
  );
}

function refusalOf(body: unknown): { error?: string; message?: string; field?: string } {
  return typeof body === 'object' && body !== null ? body : {};
}

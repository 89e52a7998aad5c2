import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import type { AnswerOf, CallName, RequestOf } from '@/contracts/calls';
import { idempotencyHeader } from '@/contracts/constants';
import { examples } from '@/contracts/examples';
import type { AnswerEnvelope, Bonus } from '@/contracts/types';

/** A gateway call as the server received it. */
interface RecordedRequest<N extends CallName = CallName> {
  data: RequestOf<N>;
  user: Record<string, string> | null;
  headers: Headers;
}

type Responder = (request: RecordedRequest) => Response | Promise<Response>;

const responders = new Map<CallName, Responder>();
const routes = new Map<string, (request: Request) => unknown>();
let unexpected: string[] = [];

export const server = setupServer(
  http.post('*/endpoint/v1', async ({ request }) => {
    const body = (await request.clone().json()) as {
      api: { class: string; method: string };
      data: never;
      user: Record<string, string> | null;
    };
    const name = `${body.api.class}/${body.api.method}` as CallName;
    const respond = responders.get(name);
    if (!respond) {
      // An aborted request may arrive after its test.
      if (!request.signal.aborted) unexpected.push(name);
      return HttpResponse.error();
    }
    return respond({ data: body.data, user: body.user, headers: request.headers });
  }),
  http.all('*', async ({ request }) => {
    const serve = routes.get(`${request.method} ${new URL(request.url).pathname}`);
    if (serve) {
      const body = await serve(request);
      return body instanceof Response ? body : HttpResponse.json(body as object);
    }
    unexpected.push(`${request.method} ${request.url}`);
    return HttpResponse.error();
  }),
);

/** Returns the requests without a mock and clears all mocks. setup.ts fails a test with any. */
export function takeUnexpected(): string[] {
  const requests = unexpected;
  unexpected = [];
  responders.clear();
  routes.clear();
  return requests;
}

/** A successful response of the gateway. */
export const envelope = (data: unknown, over: Partial<AnswerEnvelope> = {}): AnswerEnvelope =>
  ({
    result: true,
    message: '',
    data,
    code: 200,
    debug: null,
    pagination: null,
    ...over,
  }) as AnswerEnvelope;

const requestId = { 'X-Request-Id': 'test-request' };

/** Returns the contract's first successful example of a call. */
function successOf(name: CallName) {
  const found = examples[name].find((example) => example.result);
  if (!found) throw new Error(`${name} has no example with result true`);
  return found;
}

/** Returns the data of the contract's first successful example of a call. */
export const exampleOf = <N extends CallName>(name: N): AnswerOf<N> =>
  successOf(name).answer.data as AnswerOf<N>;

/**
 * Mocks a call with `data`, a function of the request, or the contract's own example. Returns the
 * list of its requests, which grows as they arrive.
 */
export function mockCall<N extends CallName>(
  name: N,
  data?: AnswerOf<N> | ((asked: RecordedRequest<N>) => AnswerOf<N>),
  over: Partial<AnswerEnvelope> = {},
): RecordedRequest<N>[] {
  const log: RecordedRequest<N>[] = [];
  responders.set(name, (request) => {
    const asked = request as RecordedRequest<N>;
    log.push(asked);
    if (data === undefined)
      return HttpResponse.json({ ...successOf(name).answer, ...over }, { headers: requestId });
    const given = typeof data === 'function' ? data(asked) : data;
    const list = Array.isArray(given) ? given : undefined;
    const pagination = list && { limit: list.length, offset: 0, total: list.length };
    return HttpResponse.json(envelope(given, { pagination: pagination ?? null, ...over }), {
      headers: requestId,
    });
  });
  return log;
}

/** Mocks a call that the test has not mocked yet. */
export const mockByDefault = <N extends CallName>(name: N, data: AnswerOf<N>): void => {
  if (!responders.has(name)) mockCall(name, data);
};

/** Returns the idempotency keys of requests. */
export const idempotencyKeys = (requests: RecordedRequest[]) =>
  requests.map(({ headers }) => headers.get(idempotencyHeader));

/** Mocks the lists of bonuses. Each bonus is in the list of its own status. */
export const mockBonuses = (...bonuses: Bonus[]) =>
  mockCall('user/list_bonuses', ({ data }) =>
    bonuses.filter(({ status }) => status === data.status),
  );

/** Mocks the empty files and routes of the header and the footer. */
export function mockFrameData(): void {
  for (const name of ['header-menu', 'footer-menu', 'partners', 'investment-methods'])
    mockRoute(`GET /datas/${name}.json`, () => []);
}

/** The response of a failed call. */
interface MockFailure {
  /** The HTTP status. Default: 200, as for a refusal of the platform. */
  status?: number;
  code?: number;
  debug?: string | null;
  message?: string;
  data?: unknown;
}

/** The response of a platform without records. */
export const noRecords = { code: 404, debug: 'no records', message: 'Kayıt Bulunamadı' };

/** The response while the platform is not reachable. */
export const unavailable = { status: 503, debug: 'upstream unavailable', message: 'Yoğunluk' };

/** Mocks a failure of a call. Returns the list of its requests. */
export function mockError<N extends CallName>(
  name: N,
  fault: MockFailure = {},
): RecordedRequest<N>[] {
  const { status = 200, code = status, debug = null, message = '', data = null } = fault;
  const log: RecordedRequest<N>[] = [];
  responders.set(name, (asked) => {
    log.push(asked as RecordedRequest<N>);
    const body = envelope(data, { result: false, code, debug, message });
    return HttpResponse.json(body, { status, headers: requestId });
  });
  return log;
}

/** Delays the responses to a mocked call. Returns a function that sends them. */
export function holdCall(name: CallName): () => void {
  const respond = responders.get(name);
  if (!respond) throw new Error(`could not delay ${name}: it has no mock`);
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => (release = resolve));
  responders.set(name, async (asked) => {
    const response = await respond(asked);
    await released;
    return response;
  });
  return release;
}

/** Mocks a network error of a call. */
export function mockNetworkError(name: CallName): void {
  responders.set(name, () => HttpResponse.error());
}

/** Mocks a route other than the gateway, such as `GET /v1/checkip`, with JSON or a Response. */
export function mockRoute(
  route: `${string} /${string}`,
  respond: (request: Request) => unknown,
): void {
  routes.set(route, respond);
}

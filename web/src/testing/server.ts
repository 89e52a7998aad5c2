import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import type { AnswerOf, CallName, RequestOf } from '@/contracts/calls';
import { examples } from '@/contracts/examples';
import type { AnswerEnvelope } from '@/contracts/types';

/** A request as the gateway saw it. */
export interface RecordedRequest<N extends CallName = CallName> {
  data: RequestOf<N>;
  user: Record<string, string> | null;
  headers: Headers;
}

type Responder = (asked: RecordedRequest) => Response | Promise<Response>;

const responders = new Map<CallName, Responder>();
const others = new Map<string, (request: Request) => unknown>();
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
      // One that was given up may come after its test.
      if (!request.signal.aborted) unexpected.push(name);
      return HttpResponse.error();
    }
    return respond({ data: body.data, user: body.user, headers: request.headers });
  }),
  http.all('*', async ({ request }) => {
    const serve = others.get(`${request.method} ${new URL(request.url).pathname}`);
    if (serve) {
      const answer = await serve(request);
      return answer instanceof Response ? answer : HttpResponse.json(answer as object);
    }
    unexpected.push(`${request.method} ${request.url}`);
    return HttpResponse.error();
  }),
);

/** Names the requests that no test had asked for and forgets them; setup.ts fails the test by them. */
export function takeUnexpected(): string[] {
  const found = unexpected;
  unexpected = [];
  responders.clear();
  others.clear();
  return found;
}

const envelope = (data: unknown, over: Partial<AnswerEnvelope> = {}): AnswerEnvelope =>
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

function exampleOf<N extends CallName>(name: N): AnswerEnvelope {
  const found = examples[name].find((example) => example.result);
  if (!found) throw new Error(`no good example of ${name}`);
  return found.answer;
}

/** Serves a call: with `data`, a function of the request, or the contract's own example. Gives what was asked. */
export function mockCall<N extends CallName>(
  name: N,
  data?: AnswerOf<N> | ((asked: RecordedRequest<N>) => AnswerOf<N>),
  over: Partial<AnswerEnvelope> = {},
): RecordedRequest<N>[] {
  const log: RecordedRequest<N>[] = [];
  responders.set(name, (it) => {
    const asked = it as RecordedRequest<N>;
    log.push(asked);
    if (data === undefined)
      return HttpResponse.json({ ...exampleOf(name), ...over }, { headers: requestId });
    const given = typeof data === 'function' ? data(asked) : data;
    const list = Array.isArray(given) ? given : undefined;
    const pagination = list && { limit: list.length, offset: 0, total: list.length };
    return HttpResponse.json(envelope(given, { pagination: pagination ?? null, ...over }), {
      headers: requestId,
    });
  });
  return log;
}

export interface MockFailure {
  /** HTTP status; default 200, an upstream's refusal. */
  status?: number;
  code?: number;
  debug?: string | null;
  message?: string;
  data?: unknown;
}

/** Lets a call fail. */
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

/** Lets a call's connection break. */
export function mockNetworkError(name: CallName): void {
  responders.set(name, () => HttpResponse.error());
}

/** Serves an address beside the gateway, `GET /v1/licenses` say, with JSON or a Response of the test's own. */
export function mockRoute(
  address: `${string} /${string}`,
  answer: (request: Request) => unknown,
): void {
  others.set(address, answer);
}

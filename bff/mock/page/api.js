// The page's state and its requests: the contract, the world in use, the session.

const control = '/__mock/';
const cookie = 'mock_world';

/** app is the state of the page. */
export const app = {
  contract: null, // GET contract
  state: null, // GET state of the world in use
  direct: false, // the mock itself responds, without the BFF
  brandName: '', // set where the BFF responds
  site: 0, // site id, sent where the mock itself responds
  world: document.cookie.match(/(?:^|; )mock_world=([^;]+)/)?.[1] ?? 'main',
  lang: 'tr',
  session: null, // {username, user} in this world and site
};

const listeners = new Set();

/** onChange calls back whenever the state of the world may have changed, and returns how to stop. */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** switchWorld changes the world of this page and of the site in this browser. */
export async function switchWorld(name) {
  app.world = name;
  app.session = null;
  document.cookie =
    name === 'main'
      ? `${cookie}=; path=/; max-age=0`
      : `${cookie}=${name}; path=/; max-age=31536000; samesite=lax`;
  await refresh();
}

/** switchSite changes the brand where the mock itself responds. */
export function switchSite(id) {
  app.site = id;
  app.session = null;
}

/** RequestError is a request that the mock refused; its message is for people. */
export class RequestError extends Error {}

const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** request sends a request to the control API. It fails with RequestError. */
export async function request(path, { method = 'GET', body, raw, world = app.world } = {}) {
  const headers = { 'X-Mock-World': world };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const response = await fetch(control + path, {
    method,
    headers,
    body: raw ?? JSON.stringify(body),
  }).catch(() => {
    throw new RequestError('The mock does not respond.');
  });
  if (response.ok) return response;
  const problem = parsed(await response.text());
  throw new RequestError(problem?.error || problem?.message || `HTTP ${response.status}`);
}

/** get requests JSON from the control API. */
export const get = async (path) => (await request(path)).json();

/** change posts to the control API, or uses another method, and refreshes the state. */
export async function change(path, body, method = 'POST') {
  await request(path, { method, body });
  await refresh();
}

/** refresh reads the state of the world in use. */
export async function refresh() {
  app.state = await get('state');
  for (const listener of listeners) listener();
}

/** load reads what the page needs before its first view. */
export async function load() {
  const response = await request('contract');
  app.contract = await response.json();
  app.direct = !response.headers.get('X-Request-Id'); // the BFF sets it on every response
  app.site = app.contract.brands[0].site_id;
  if (!app.direct) app.brandName = (await (await fetch('/v1/bootstrap')).json()).brand.name;
  await refresh();
}

/** uuid makes a UUID. crypto.randomUUID is missing outside secure contexts, as on a local network. */
export function uuid() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const b = crypto.getRandomValues(new Uint8Array(16));
  b[6] = (b[6] & 0x0f) | 0x40;
  b[8] = (b[8] & 0x3f) | 0x80;
  const hex = [...b].map((x) => x.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** callHeaders gives the headers of a call. */
export const callHeaders = (key) => ({
  'Content-Type': 'application/json',
  panel: 'frontend',
  'X-Mock-World': app.world,
  ...(app.direct && { 'X-Site-Id': String(app.site) }),
  ...(key && { 'Idempotency-Key': key }),
});

/** envelope gives the body of a call; a guest has no session. */
export const envelope = (call, data, session) => ({
  api: { class: call.class, method: call.method },
  data,
  user: session ? session.user : null,
});

/**
 * send sends a call with a session; null is a guest, without a cookie either. It gives
 * {status, headers, text, body, ms}, whose body is undefined unless it is JSON.
 */
export async function send(call, data, session, { key, signal } = {}) {
  const start = performance.now();
  const response = await fetch('/endpoint/v1', {
    method: 'POST',
    headers: callHeaders(key),
    credentials: session === null ? 'omit' : 'same-origin',
    body: JSON.stringify(envelope(call, data, session)),
    signal,
  });
  const text = await response.text();
  const ms = performance.now() - start;
  return { status: response.status, headers: response.headers, text, body: parsed(text), ms };
}

/** login logs an account in, with its authenticator code if it has one. It fails with RequestError. */
export async function login(username, signal) {
  const common = { SiteType: 'desktop', Lang: app.lang };
  const ask = async (method, data, session, what) => {
    const { body, status } = await send(
      { class: 'user', method },
      { ...data, ...common },
      session,
      {
        signal,
      },
    );
    if (!body?.result)
      throw new RequestError(`${what} of ${username}: ${body?.message || `HTTP ${status}`}`);
    return body.data;
  };
  const account = app.state.accounts.find((a) => a.username === username);
  const password = account?.password ?? app.contract.password;
  const guest = { username, user: null };
  const { uid, sid, uip, gasecret } = await ask('login', { username, password }, guest, 'Login');
  const session = { username, user: { uid, sid, uip, gmt: '3', lang: app.lang } };
  if (gasecret) {
    const { code } = await get(`totp?username=${encodeURIComponent(username)}`);
    await ask('check_ga', { ga_code: code }, session, 'Authenticator code');
  }
  app.session = session;
  return session;
}

// What the page knows and asks: the contract, the world it works in, who is logged in.

const control = '/__mock/';
const cookie = 'mock_world';

/** The one state of the page. */
export const app = {
  contract: null, // GET contract
  state: null, // GET state of the world in use
  direct: false, // the mock itself answers, without the BFF before it
  brandName: '', // where the BFF answers
  site: 0, // site id, sent where the mock answers itself
  world: readCookie() || 'main',
  lang: 'tr',
  session: null, // {username, user} of this world and site
};

const listeners = new Set();

/** Calls back whenever the state of the world may be another. */
export function onChange(f) {
  listeners.add(f);
  return () => listeners.delete(f);
}

function readCookie() {
  const found = document.cookie.split('; ').find((c) => c.startsWith(cookie + '='));
  return found?.slice(cookie.length + 1) ?? '';
}

/** Works in another world from now on; the site in this browser follows. */
export async function useWorld(name) {
  app.world = name;
  app.session = null;
  document.cookie =
    name === 'main'
      ? `${cookie}=; path=/; max-age=0`
      : `${cookie}=${name}; path=/; max-age=31536000; samesite=lax`;
  await refresh();
}

/** Another brand, where the mock answers itself. */
export function useSite(id) {
  app.site = id;
  app.session = null;
}

/** What the control surface refused. */
export class Refused extends Error {}

/** Asks the control surface. Fails with Refused, told for people. */
export async function ask(path, { method = 'GET', body, raw, world = app.world } = {}) {
  const headers = { 'X-Mock-World': world };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let answer;
  try {
    answer = await fetch(control + path, {
      method,
      headers,
      body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
  } catch {
    throw new Refused('The mock does not answer.');
  }
  if (answer.ok) return answer;
  const text = await answer.text();
  let told = `HTTP ${answer.status}`;
  try {
    const p = JSON.parse(text);
    told = p.error || p.message || told;
  } catch {
    // what is no JSON has nothing to tell
  }
  throw new Refused(told);
}

/** ask for JSON. */
export async function get(path, options) {
  return (await ask(path, options)).json();
}

/** Does something to the world and reads its state again. */
export async function change(path, options) {
  const answer = await ask(path, options);
  await refresh();
  return answer;
}

/** Reads the state of the world in use. */
export async function refresh() {
  app.state = await get('state');
  for (const f of listeners) f();
}

/** Reads everything that the page stands on. */
export async function load() {
  const answer = await ask('contract');
  app.contract = await answer.json();
  app.direct = !answer.headers.get('X-Request-Id'); // the BFF puts one on every answer
  app.site = app.contract.brands[0].site_id;
  if (!app.direct) app.brandName = (await (await fetch('/v1/bootstrap')).json()).brand.name;
  await refresh();
}

/** A UUID; crypto.randomUUID is there in secure contexts only, a phone on the local network is none. */
export function uuid() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const b = crypto.getRandomValues(new Uint8Array(16));
  b[6] = (b[6] & 0x0f) | 0x40;
  b[8] = (b[8] & 0x3f) | 0x80;
  const hex = [...b].map((x) => x.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The headers of a call. */
export function callHeaders(key) {
  return {
    'Content-Type': 'application/json',
    panel: 'frontend',
    'X-Mock-World': app.world,
    ...(app.direct ? { 'X-Site-Id': String(app.site) } : {}),
    ...(key ? { 'Idempotency-Key': key } : {}),
  };
}

/** The envelope of a call; a guest sends no session. */
export function envelope(call, data, as = app.session) {
  return {
    api: { class: call.class, method: call.method },
    data,
    user: as ? as.user : null,
  };
}

/**
 * Sends a call. as is null for a guest, who sends no cookie either. Gives {status, headers, text, body, ms},
 * body undefined where it is no JSON.
 */
export async function send(call, data, { as = app.session, key, signal } = {}) {
  const began = performance.now();
  const answer = await fetch('/endpoint/v1', {
    method: 'POST',
    headers: callHeaders(key),
    credentials: as === null ? 'omit' : 'same-origin',
    body: JSON.stringify(envelope(call, data, as)),
    signal,
  });
  const text = await answer.text();
  const ms = performance.now() - began;
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    // told by body being undefined
  }
  return { status: answer.status, headers: answer.headers, text, body, ms };
}

/** Logs a ready account in, its authenticator's code included. Fails with Refused. */
export async function login(username, signal) {
  const account = app.state.accounts.find((a) => a.username === username);
  const guest = { username, user: null };
  const data = {
    username,
    password: account?.password ?? app.contract.password,
    SiteType: 'desktop',
    Lang: app.lang,
  };
  const answer = await send({ class: 'user', method: 'login' }, data, { as: guest, signal });
  if (!answer.body?.result)
    throw new Refused(`Login of ${username}: ${answer.body?.message || `HTTP ${answer.status}`}`);
  const { uid, sid, uip, gasecret } = answer.body.data;
  const session = { username, user: { uid, sid, uip, gmt: '3', lang: app.lang } };
  if (gasecret) {
    const { code } = await get(`totp?username=${encodeURIComponent(username)}`);
    const checked = await send(
      { class: 'user', method: 'check_ga' },
      { ga_code: code, SiteType: 'desktop', Lang: app.lang },
      { as: session, signal },
    );
    if (!checked.body?.result)
      throw new Refused(
        `Authenticator code of ${username}: ${checked.body?.message || `HTTP ${checked.status}`}`,
      );
  }
  app.session = session;
  return session;
}

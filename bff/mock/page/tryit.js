// The form that sends a call with given data, as a guest or an account.
import { app, callHeaders, envelope, login, refresh, send, uuid } from './api.js';
import { button, buttons, chip, copy, el, fill, formOf, json, muted, setOptions, size, toast } from './parts.js';

const shownHeaders = [
  'Croupier-Cache',
  'Age',
  'X-Request-Id',
  'Retry-After',
  'Idempotency-Replayed',
];

/** prefill has the data that a form starts with, by call, where it is not that of the first example. */
export const prefill = new Map();

const pretty = (data) => {
  const { Lang, ...rest } = data; // the form has a field for Lang
  return JSON.stringify(rest, null, 2);
};

function startData(call) {
  const name = `${call.class}/${call.method}`;
  const given = prefill.get(name);
  prefill.delete(name);
  return given ?? call.examples[0]?.data ?? {};
}

/** rulesFor gives the rules for data: those of the first variant that matches, or the call's. */
export function rulesFor(call, data) {
  const matches = ({ when }) =>
    Object.entries(when).every(
      ([field, want]) => field in data && (want === null || data[field] === want),
    );
  return call.variants.find(matches) ?? call;
}

function accountLabel(a) {
  const money = Number(a.balance).toLocaleString('en', { minimumFractionDigits: 2 });
  return [a.username, money, a.note].filter(Boolean).join(' · ');
}

const failureText = ({ name, message }) =>
  ({ AbortError: 'Cancelled.', TypeError: 'No response: the connection failed.' })[name] ?? message;

/** tryIt makes the form of a call. */
export function tryIt(call) {
  const money = call.kind === 'money';
  const node = formOf('call-form', () => submit());
  const { as, lang, data, key, fresh, go, cancel, curl } = node.elements;
  const problem = node.querySelector('.problem');
  const out = node.querySelector('.answer');
  setOptions(lang, app.contract.languages, app.lang);
  data.value = pretty(startData(call));
  data.onkeydown = (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) node.requestSubmit(go);
  };
  key.value = uuid();
  key.closest('.fields').hidden = !money;

  const showAccounts = () => {
    const chosen = as.value || (call.who === 'guest' ? '' : (app.session?.username ?? 'demo'));
    const accounts = app.state.accounts.map((a) => [a.username, accountLabel(a)]);
    setOptions(as, [['', 'a guest'], ...accounts]);
    as.value = chosen;
  };
  showAccounts();

  const read = () => {
    problem.textContent = '';
    try {
      const value = JSON.parse(data.value || '{}');
      if (value === null || typeof value !== 'object' || Array.isArray(value))
        throw new SyntaxError('want an object');
      return { ...value, Lang: lang.value };
    } catch (error) {
      problem.textContent = `data: ${error.message}`;
      data.focus();
      return undefined;
    }
  };
  const session = () => (as.value && app.session?.username === as.value ? app.session : null);

  const submit = async () => {
    const body = read();
    if (!body) return;
    app.lang = lang.value;
    const abort = new AbortController();
    const { signal } = abort;
    cancel.onclick = () => abort.abort();
    go.disabled = true;
    cancel.hidden = false;
    fill(out, muted('Waiting for the response …'));
    try {
      const player = as.value === '' ? null : (session() ?? (await login(as.value, signal)));
      const response = await send(call, body, player, { key: money && key.value, signal });
      fill(out, responseView(response));
      out.scrollIntoView({ block: 'nearest' });
      if (response.status === 403 && player) app.session = null; // the next call logs in again
      if (money && fresh.checked) key.value = uuid();
      if (call.kind !== 'read') await refresh();
    } catch (error) {
      fill(out, el('p.problem', failureText(error)));
    } finally {
      go.disabled = false;
      cancel.hidden = true;
    }
  };

  curl.onclick = () => {
    const body = read();
    if (!body) return;
    const quoted = (s) => `'${s.replaceAll("'", "'\\''")}'`;
    const headers = Object.entries(callHeaders(money && key.value)).map(
      ([k, v]) => `-H ${quoted(`${k}: ${v}`)}`,
    );
    const sent = quoted(JSON.stringify(envelope(call, body, session())));
    copy(`curl ${quoted(location.origin + '/endpoint/v1')} ${headers.join(' ')} -d ${sent}`);
    if (as.value && !app.direct)
      toast('Copied without the session, which is a cookie that no script can read.');
  };

  return { node, showAccounts, set: (value) => (data.value = pretty(value)) };
}

function responseView({ status, headers, text, body, ms }) {
  const result = body === undefined ? 'no JSON' : `result: ${body?.result === true}`;
  return [
    el(
      'div.chips',
      chip(result, body?.result === true ? '.good' : '.bad'),
      chip(`HTTP ${status}`),
      chip(`${ms.toFixed(ms < 10 ? 1 : 0)} ms`),
      chip(size(new Blob([text]).size)),
      body?.debug && chip(body.debug, '.bad'),
      shownHeaders.filter((n) => headers.get(n)).map((n) => chip(`${n}: ${headers.get(n)}`)),
    ),
    body?.message && el('p.message', { dir: 'auto' }, body.message),
    link(body?.data?.url),
    buttons(button('Copy response', () => copy(text))),
    json(body === undefined ? text : body),
  ];
}

/** link makes a link to the URL in a response, such as a game's page. */
function link(url) {
  if (typeof url !== 'string' || !/^(https?:\/)?\//.test(url)) return null;
  const text = url.length > 60 ? url.slice(0, 60) + '…' : url;
  return el('p', el('a', { href: url, target: '_blank', rel: 'noopener' }, 'Open ', text));
}

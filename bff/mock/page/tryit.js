// Try it: a call with data of one's own, as a guest or a ready account.

import { h, fill, json, copy, labelled, size, toast } from './dom.js';
import { app, callHeaders, envelope, login, refresh, send, uuid } from './api.js';

const shownHeaders = [
  'Croupier-Cache',
  'Age',
  'X-Request-Id',
  'Retry-After',
  'Idempotency-Replayed',
];

/** Data to begin with: handed over by the call log, else that of the first example. */
export const handed = new Map();

/** The form has a field of its own for Lang. */
function withoutLang(data) {
  const rest = { ...data };
  delete rest.Lang;
  return rest;
}

function startData(call) {
  const name = `${call.class}/${call.method}`;
  const given = handed.get(name);
  handed.delete(name);
  return withoutLang(given ?? call.examples[0]?.data ?? {});
}

/** The rules in force for data: those of the first variant that matches. */
export function rulesFor(call, data) {
  const met = (when) =>
    Object.entries(when).every(
      ([field, want]) => field in data && (want === null || data[field] === want),
    );
  return call.variants.find((v) => met(v.when)) ?? call;
}

function accountLabel(a) {
  const money = Number(a.balance).toLocaleString('en', { minimumFractionDigits: 2 });
  return `${a.username} · ${money}${a.note ? ` · ${a.note}` : ''}`;
}

/** The form of a call. */
export function tryIt(call) {
  const data = h('textarea', {
    class: 'code',
    spellcheck: false,
    rows: 10,
    'aria-label': 'data',
    value: JSON.stringify(startData(call), null, 2),
  });
  const as = h('select', {});
  const lang = h(
    'select',
    {},
    app.contract.languages.map((l) => h('option', { value: l, selected: l === app.lang }, l)),
  );
  const key = h('input', { value: uuid(), spellcheck: false, class: 'code' });
  const fresh = h('input', { type: 'checkbox', checked: true });
  const out = h('div', { class: 'answer', 'aria-live': 'polite' });
  const go = h('button', { type: 'submit', class: 'primary' }, 'Send');
  const stop = h('button', { type: 'button', hidden: true }, 'Cancel');
  const problem = h('p', { class: 'problem', role: 'alert' });
  const money = call.kind === 'money';

  const accounts = () => {
    const chosen = as.value || (call.who === 'guest' ? '' : (app.session?.username ?? 'demo'));
    fill(
      as,
      h('option', { value: '' }, 'a guest'),
      app.state.accounts.map((a) => h('option', { value: a.username }, accountLabel(a))),
    );
    as.value = chosen;
  };
  accounts();

  const read = () => {
    problem.textContent = '';
    try {
      const value = JSON.parse(data.value || '{}');
      if (value === null || typeof value !== 'object' || Array.isArray(value))
        throw new SyntaxError('want an object');
      return { ...value, Lang: lang.value };
    } catch (e) {
      problem.textContent = `data: ${e.message}`;
      data.focus();
      return undefined;
    }
  };
  const who = async (signal) => {
    if (as.value === '') return null;
    if (app.session?.username === as.value) return app.session;
    return login(as.value, signal);
  };

  const submit = async (event) => {
    event.preventDefault();
    const asked = read();
    if (!asked) return;
    app.lang = lang.value;
    const abort = new AbortController();
    stop.onclick = () => abort.abort();
    go.disabled = true;
    stop.hidden = false;
    fill(out, h('p', { class: 'muted busy' }, 'Waiting for the answer …'));
    try {
      const session = await who(abort.signal);
      const answer = await send(call, asked, {
        as: session,
        key: money ? key.value : undefined,
        signal: abort.signal,
      });
      fill(out, answerView(answer));
      out.scrollIntoView({ block: 'nearest' });
      if (answer.status === 403 && session) app.session = null; // the next one logs in anew
      if (money && fresh.checked) key.value = uuid();
      if (call.kind !== 'read') await refresh();
    } catch (e) {
      const told =
        e.name === 'AbortError'
          ? 'Cancelled.'
          : e.name === 'TypeError'
            ? 'No answer: the connection failed.'
            : e.message;
      fill(out, h('p', { class: 'problem' }, told));
    } finally {
      go.disabled = false;
      stop.hidden = true;
    }
  };
  data.addEventListener('keydown', (e) => {
    if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) form.requestSubmit();
  });

  const curl = () => {
    const asked = read();
    if (!asked) return;
    const quoted = (s) => `'${s.replaceAll("'", "'\\''")}'`;
    const headers = Object.entries(callHeaders(money ? key.value : undefined)).map(
      ([k, v]) => `-H ${quoted(`${k}: ${v}`)}`,
    );
    const session = as.value && app.session?.username === as.value ? app.session : null;
    copy(
      `curl ${quoted(location.origin + '/endpoint/v1')} ${headers.join(' ')} -d ${quoted(JSON.stringify(envelope(call, asked, session)))}`,
    );
    if (as.value && !app.direct)
      toast('Copied without the session, which is a cookie that no script can read.');
  };

  const form = h(
    'form',
    { class: 'tryit', onsubmit: submit },
    h('div', { class: 'fields' }, labelled('As', as), labelled('Language', lang)),
    labelled('data', data, 'Lang is filled in. Ctrl+Enter sends.'),
    money &&
      h(
        'div',
        { class: 'fields' },
        labelled('Idempotency-Key', key),
        h('label', { class: 'check' }, fresh, ' a new key after each answer'),
      ),
    problem,
    h(
      'div',
      { class: 'buttons' },
      go,
      stop,
      h('button', { type: 'button', onclick: curl }, 'Copy as curl'),
    ),
    out,
  );
  return {
    form,
    accounts,
    set: (value) => (data.value = JSON.stringify(withoutLang(value), null, 2)),
  };
}

function answerView({ status, headers, text, body, ms }) {
  const fine = body?.result === true;
  const chips = [
    h(
      'span',
      { class: fine ? 'chip good' : 'chip bad' },
      body === undefined ? 'no JSON' : fine ? 'result: true' : 'result: false',
    ),
    h('span', { class: 'chip' }, `HTTP ${status}`),
    h('span', { class: 'chip' }, `${ms.toFixed(ms < 10 ? 1 : 0)} ms`),
    h('span', { class: 'chip' }, size(new Blob([text]).size)),
    body?.debug && h('span', { class: 'chip bad' }, body.debug),
    shownHeaders
      .filter((n) => headers.get(n))
      .map((n) => h('span', { class: 'chip' }, `${n}: ${headers.get(n)}`)),
  ];
  return [
    h('div', { class: 'chips' }, chips),
    body?.message && h('p', { class: 'message', dir: 'auto' }, body.message),
    links(body?.data),
    h(
      'div',
      { class: 'buttons' },
      h('button', { type: 'button', onclick: () => copy(text) }, 'Copy answer'),
    ),
    json(body === undefined ? text : body),
  ];
}

/** What an answer says one can go to, such as the page of a game. */
function links(data) {
  const url = data && typeof data === 'object' && !Array.isArray(data) ? data.url : undefined;
  if (typeof url !== 'string' || !/^(https?:\/)?\//.test(url)) return null;
  return h(
    'p',
    {},
    h(
      'a',
      { href: url, target: '_blank', rel: 'noopener' },
      'Open ',
      url.length > 60 ? url.slice(0, 60) + '…' : url,
    ),
  );
}

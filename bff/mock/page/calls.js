// The tab of calls: a searchable list, and one call with its rules, schemas and examples.
import { app, onChange } from './api.js';
import { button, card, chip, details, el, fill, json, muted } from './parts.js';
import { schemaView } from './schema.js';
import { rulesFor, tryIt } from './tryit.js';

const nameOf = (call) => `${call.class}/${call.method}`;

function duration(seconds) {
  if (seconds === 0) return '–';
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  if (seconds % 60 === 0) return `${seconds / 60} min`;
  return `${seconds} s`;
}

function cacheText(cache) {
  if (!cache) return 'not cached';
  const spans = [cache.ttl, cache.stale_while_revalidate, cache.stale_if_error];
  return `cached ${spans.map(duration).join(' / ')}`;
}

const ruleChips = (rules) => [
  chip(rules.who),
  chip(rules.kind, `.kind-${rules.kind}`),
  chip(
    cacheText(rules.cache),
    '',
    'fresh / served stale while refreshed / served stale while the platform fails',
  ),
  chip(`at most ${rules.deadline} s`, '', 'how long the platform may take'),
];

let search = '';

/** callsView shows the list, and beside it the call of a name. */
export function callsView(name) {
  const list = el('div.list');
  const showList = () => {
    search = find.value;
    fill(list, listOf(search.trim().toLowerCase(), name));
  };
  const find = el('input', {
    type: 'search',
    placeholder: 'Search calls and fields',
    'aria-label': 'Search calls',
    value: search,
    oninput: showList,
  });
  showList();
  const call = app.contract.calls.find((c) => nameOf(c) === name);
  fill(
    document.getElementById('main'),
    el(
      call ? 'div.calls.chosen' : 'div.calls',
      el('aside.side', el('div.find', find), list),
      el('section.detail', call ? detail(call) : welcome(name)),
    ),
  );
  list.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
}

function matches(call, text) {
  if (!text) return true;
  const fields = [call.request, call.answer].flatMap((s) =>
    Object.keys(app.contract.schemas[s]?.properties ?? {}),
  );
  return [nameOf(call), call.summary, call.who, call.kind, ...fields].some((s) =>
    s.toLowerCase().includes(text),
  );
}

function listOf(text, chosen) {
  const found = app.contract.calls.filter((c) => matches(c, text));
  if (found.length === 0) return muted('No call matches.');
  const item = (call) =>
    el(
      'li',
      el(
        'a',
        { href: '#' + nameOf(call), 'aria-current': nameOf(call) === chosen && 'page' },
        el('span.method', call.method),
        el(`span.dot.kind-${call.kind}`, { title: call.kind }),
        el('span.summary', call.summary),
      ),
    );
  return [...new Set(found.map((c) => c.class))].map((name) => [
    el('h2', name),
    el('ul', found.filter((c) => c.class === name).map(item)),
  ]);
}

const kinds = {
  read: 'may be retried once',
  write: 'never retried',
  money: 'sent exactly once for an Idempotency-Key',
};

const welcome = (name) =>
  el(
    'div.welcome',
    name && el('p.problem', `The contract has no call ${name}.`),
    el('h1', 'Every call of the contract'),
    el(
      'p',
      `${app.contract.calls.length} calls with their rules, schemas and examples. Choose one to read it and to try it against the mock: as a guest, or as one of the accounts, which are logged in for you.`,
    ),
    el(
      'ul.legend',
      Object.entries(kinds).map(([kind, text]) =>
        el('li', el(`span.dot.kind-${kind}`), ` ${kind}: ${text}`),
      ),
    ),
    muted(
      app.direct
        ? 'The mock itself responds: responses are the platform’s.'
        : `The BFF responds for ${app.brandName}: responses are those that a browser gets.`,
    ),
  );

function detail(call) {
  const form = tryIt(call);
  const stop = onChange(() => (form.node.isConnected ? form.showAccounts() : stop()));
  document.title = `${nameOf(call)} · Croupier mock`;
  return [
    el('a.back', { href: '#calls' }, '← All calls'),
    el('h1', el('span.muted', call.class + '/'), call.method),
    el('p', call.summary),
    el(
      'div.chips',
      ruleChips(rulesFor(call, {})),
      call.paginated && chip('paginated'),
      call.own && chip('answered by the BFF', '', 'never sent to the platform'),
    ),
    call.variants.map((v) => el('p.variant', 'Where ', conditions(v.when), ': ', ruleChips(v))),
    card('Try it', form.node),
    card('Request', schemaView(call.request)),
    card('Answer', schemaView(call.answer)),
    card(
      'Examples',
      call.examples.map((e) => example(e, form)),
    ),
  ];
}

const conditions = (when) =>
  Object.entries(when).map(([field, value], i) => [
    i > 0 && ' and ',
    el('code', value === null ? `${field} is given` : `${field} = ${JSON.stringify(value)}`),
  ]);

function example(e, form) {
  const use = () => {
    form.set(e.data);
    form.node.scrollIntoView({ block: 'start' });
  };
  return details('.example', e.name, () =>
    el(
      'div.pair',
      el('div', el('h3', 'data'), json(e.data), button('Use in “Try it”', use)),
      el('div', el('h3', 'answer'), json(e.answer)),
    ),
  );
}

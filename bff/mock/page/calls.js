// Every call of the contract: the list with its search, and one call with all that is known of it.

import { h, fill, json } from './dom.js';
import { app, onChange } from './api.js';
import { schemaView } from './schema.js';
import { rulesFor, tryIt } from './tryit.js';

const nameOf = (call) => `${call.class}/${call.method}`;

function span(seconds) {
  if (seconds === 0) return '–';
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  if (seconds % 60 === 0) return `${seconds / 60} min`;
  return `${seconds} s`;
}

function cacheText(cache) {
  if (!cache) return 'never kept';
  return `kept ${span(cache.ttl)} / ${span(cache.stale_while_revalidate)} / ${span(cache.stale_if_error)}`;
}

function ruleChips(rules) {
  return [
    h('span', { class: `chip who-${rules.who}` }, rules.who),
    h('span', { class: `chip kind-${rules.kind}` }, rules.kind),
    h(
      'span',
      {
        class: 'chip',
        title: 'fresh / served stale while refreshed / served stale while the platform fails',
      },
      cacheText(rules.cache),
    ),
    h(
      'span',
      { class: 'chip', title: 'how long the platform may take' },
      `at most ${rules.deadline} s`,
    ),
  ];
}

let search = '';

/** The list, and the call that the address names beside it. */
export function callsView(main, name) {
  const find = h('input', {
    type: 'search',
    placeholder: 'Search calls and fields',
    'aria-label': 'Search calls',
    value: search,
  });
  const list = h('div', { class: 'list' });
  const show = () => {
    search = find.value;
    fill(list, listOf(search.trim().toLowerCase(), name));
  };
  find.addEventListener('input', show);
  show();
  const side = h('aside', { class: 'side' }, h('div', { class: 'find' }, find), list);
  const call = app.contract.calls.find((c) => nameOf(c) === name);
  fill(
    main,
    h(
      'div',
      { class: call ? 'calls chosen' : 'calls' },
      side,
      h('section', { class: 'detail' }, call ? detail(call) : welcome(name)),
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
  if (found.length === 0) return h('p', { class: 'muted' }, 'No call matches.');
  const classes = [...new Set(found.map((c) => c.class))];
  return classes.map((cls) => [
    h('h2', {}, cls),
    h(
      'ul',
      {},
      found
        .filter((c) => c.class === cls)
        .map((c) =>
          h(
            'li',
            {},
            h(
              'a',
              { href: '#' + nameOf(c), 'aria-current': nameOf(c) === chosen ? 'page' : undefined },
              h('span', { class: 'method' }, c.method),
              h('span', { class: `dot kind-${c.kind}`, title: c.kind }),
              h('span', { class: 'summary' }, c.summary),
            ),
          ),
        ),
    ),
  ]);
}

function welcome(name) {
  const count = app.contract.calls.length;
  return h(
    'div',
    { class: 'welcome' },
    name && h('p', { class: 'problem' }, `The contract has no call ${name}.`),
    h('h1', {}, 'Every call of the contract'),
    h(
      'p',
      {},
      `${count} calls with their rules, schemas and examples. Choose one to read it and to try it against the mock: as a guest, or as one of the ready accounts, who are logged in for you.`,
    ),
    h('ul', { class: 'legend' }, [
      h('li', {}, h('span', { class: 'dot kind-read' }), ' read: may be retried once'),
      h('li', {}, h('span', { class: 'dot kind-write' }), ' write: never retried'),
      h(
        'li',
        {},
        h('span', { class: 'dot kind-money' }),
        ' money: sent exactly once for an Idempotency-Key',
      ),
    ]),
    h(
      'p',
      { class: 'muted' },
      app.direct
        ? 'The mock answers itself: answers are the platform’s.'
        : `The BFF answers for ${app.brandName}: answers are those that a browser gets.`,
    ),
  );
}

function detail(call) {
  const form = tryIt(call);
  const stop = onChange(() => (form.form.isConnected ? form.accounts() : stop()));
  const lead = rulesFor(call, {});
  document.title = `${nameOf(call)} · Croupier mock`;
  return [
    h('a', { class: 'back', href: '#calls' }, '← All calls'),
    h('h1', {}, h('span', { class: 'muted' }, call.class + '/'), call.method),
    h('p', {}, call.summary),
    h(
      'div',
      { class: 'chips' },
      ruleChips(lead),
      call.paginated && h('span', { class: 'chip' }, 'paginated'),
      call.own &&
        h('span', { class: 'chip', title: 'never sent to the platform' }, 'answered by the BFF'),
    ),
    call.variants.map((v) =>
      h('p', { class: 'variant' }, 'Where ', conditions(v.when), ': ', ruleChips(v)),
    ),
    h('p', { class: 'muted' }, call.source),
    h('section', { class: 'card' }, h('h2', {}, 'Try it'), form.form),
    h('section', { class: 'card' }, h('h2', {}, 'Request'), schemaView(call.request)),
    h('section', { class: 'card' }, h('h2', {}, 'Answer'), schemaView(call.answer)),
    h(
      'section',
      { class: 'card' },
      h('h2', {}, 'Examples'),
      call.examples.map((e) => example(e, form)),
    ),
  ];
}

function conditions(when) {
  const parts = Object.entries(when).map(([field, value]) =>
    h('code', {}, value === null ? `${field} is given` : `${field} = ${JSON.stringify(value)}`),
  );
  return parts.flatMap((p, i) => (i === 0 ? [p] : [' and ', p]));
}

function example(e, form) {
  const use = () => {
    form.set(e.data);
    form.form.scrollIntoView({ block: 'start' });
  };
  return h(
    'details',
    { class: 'example' },
    h('summary', {}, e.name),
    h(
      'div',
      { class: 'pair' },
      h(
        'div',
        {},
        h('h3', {}, 'data'),
        json(e.data),
        h('button', { type: 'button', onclick: use }, 'Use in “Try it”'),
      ),
      h('div', {}, h('h3', {}, 'answer'), json(e.answer)),
    ),
  );
}

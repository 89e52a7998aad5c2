// The page of the mock: one tab at a time, named by the address.

import { h, fill } from './dom.js';
import { app, load, onChange, useSite, useWorld } from './api.js';
import { callsView } from './calls.js';
import { attempt, worldsView } from './worlds.js';
import { faultsView, scenariosView } from './bends.js';
import { clockView, logView, mailView } from './tools.js';

const tabs = [
  ['calls', 'Calls', callsView],
  ['worlds', 'Worlds', worldsView],
  ['scenarios', 'Scenarios', scenariosView],
  ['faults', 'Faults', faultsView],
  ['clock', 'Clock', clockView],
  ['mailbox', 'Mailbox', mailView],
  ['log', 'Call log', logView],
];

const main = document.getElementById('main');
const nav = document.getElementById('tabs');
const where = document.getElementById('where');

const route = () => decodeURIComponent(location.hash.slice(1)) || 'calls';

async function show() {
  const at = route();
  if (at === 'main') return; // the skip link
  const tab = tabs.find(([name]) => name === at);
  document.title = `${tab?.[1] ?? 'Calls'} · Croupier mock`;
  drawTabs(tab?.[0] ?? 'calls');
  window.scrollTo(0, 0);
  await attempt(async () =>
    tab && tab[0] !== 'calls' ? tab[2](main) : callsView(main, tab ? '' : at),
  );
}

function drawTabs(current) {
  const marks = { scenarios: app.state.scenarios.length, faults: app.state.faults.length };
  fill(
    nav,
    tabs.map(([name, label]) =>
      h(
        'a',
        { href: '#' + name, 'aria-current': name === current ? 'page' : undefined },
        label,
        marks[name] > 0 && h('span', { class: 'mark' }, String(marks[name])),
      ),
    ),
  );
}

function drawWhere() {
  const bent = app.state.scenarios.map((s) => s.name).join(', ');
  const site = h(
    'select',
    { 'aria-label': 'Brand', onchange: () => useSite(Number(site.value)) },
    app.contract.brands.map((b) =>
      h('option', { value: b.site_id, selected: b.site_id === app.site }, b.name),
    ),
  );
  fill(
    where,
    h(
      'a',
      { href: '#worlds', class: 'chip', title: 'The world in use' },
      'World ',
      h('b', {}, app.world),
    ),
    app.world !== 'main' &&
      h(
        'button',
        {
          type: 'button',
          class: 'small',
          onclick: () => attempt(() => useWorld('main').then(show)),
        },
        'Leave',
      ),
    app.direct ? site : h('span', { class: 'chip' }, app.brandName),
    bent && h('a', { href: '#scenarios', class: 'chip bad' }, bent),
    app.state.forgotten &&
      h(
        'span',
        { class: 'chip bad', title: app.state.forgotten.why },
        'made anew: an earlier one was forgotten',
      ),
  );
}

onChange(() => {
  drawWhere();
  const current = tabs.find(([name]) => name === route())?.[0] ?? 'calls';
  drawTabs(current);
});

window.addEventListener('hashchange', show);

try {
  await load();
  await show();
} catch (e) {
  fill(main, h('p', { class: 'problem page' }, `The mock’s page could not begin: ${e.message}`));
}

// The developer's page of the mock: one tab at a time, named by the URL's fragment.
import { app, load, onChange, switchSite, switchWorld } from './api.js';
import { callsView } from './calls.js';
import { attempt, button, chip, el, fill, setOptions } from './parts.js';
import { faultsView, scenariosView } from './scenarios.js';
import { clockView, logView, mailView } from './tools.js';
import { worldsView } from './worlds.js';

const tabs = [
  ['calls', 'Calls', () => callsView('')],
  ['worlds', 'Worlds', worldsView],
  ['scenarios', 'Scenarios', scenariosView],
  ['faults', 'Faults', faultsView],
  ['clock', 'Clock', clockView],
  ['mailbox', 'Mailbox', mailView],
  ['log', 'Call log', logView],
];

const route = () => decodeURIComponent(location.hash.slice(1)) || 'calls';
const tabOf = (name) => tabs.find(([tab]) => tab === name);

async function showRoute() {
  const name = route();
  if (name === 'main') return; // the skip link
  const [, label, view] = tabOf(name) ?? ['', 'Calls', () => callsView(name)];
  document.title = `${label} · Croupier mock`;
  drawTabs();
  window.scrollTo(0, 0);
  await attempt(async () => view());
}

function drawTabs() {
  const [current] = tabOf(route()) ?? ['calls'];
  const counts = { scenarios: app.state.scenarios.length, faults: app.state.faults.length };
  fill(
    document.getElementById('tabs'),
    tabs.map(([name, label]) =>
      el(
        'a',
        { href: '#' + name, 'aria-current': name === current && 'page' },
        label,
        counts[name] > 0 && el('span.mark', counts[name]),
      ),
    ),
  );
}

function drawState() {
  const { scenarios, forgotten } = app.state;
  const brands = app.contract.brands.map((b) => [b.site_id, b.name]);
  const onchange = () => switchSite(Number(site.value));
  const site = setOptions(el('select', { 'aria-label': 'Brand', onchange }), brands, app.site);
  fill(
    document.getElementById('where'),
    el('a.chip', { href: '#worlds', title: 'The world in use' }, 'World ', el('b', app.world)),
    app.world !== 'main' &&
      button('Leave', () => attempt(() => switchWorld('main').then(showRoute)), '.small'),
    app.direct ? site : chip(app.brandName),
    scenarios.length > 0 &&
      el('a.chip.bad', { href: '#scenarios' }, scenarios.map((s) => s.name).join(', ')),
    forgotten && chip('reset: an earlier one was evicted', '.bad', forgotten.why),
  );
}

onChange(() => {
  drawState();
  drawTabs();
});

window.addEventListener('hashchange', showRoute);

try {
  await load();
  await showRoute();
} catch (error) {
  fill(
    document.getElementById('main'),
    el('p.problem.page', `The mock’s page could not load: ${error.message}`),
  );
}

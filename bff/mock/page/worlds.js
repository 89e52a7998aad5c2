// The tab of worlds: the mock's separate states, their snapshots and accounts.
import { attempt, button, buttons, card, chip, confirmButton, el, formOf, moment, muted, show, size } from './parts.js';
import { app, change, get, request, switchWorld } from './api.js';

const enter = (name) => switchWorld(name).then(worldsView);

/** worldsView shows the tab of worlds. */
export async function worldsView() {
  const { worlds, forgotten, max_worlds, max_bytes } = await get('worlds');
  const used = worlds.reduce((sum, w) => sum + w.bytes, 0);
  show(
    'Worlds',
    'A world is a casino with its own players, money, clock, faults and scenario. It is made when it is first used; the site in this browser follows the one that you choose here.',
    muted(
      `${worlds.length} of ${max_worlds} worlds, ${size(used)} of ${size(max_bytes)}. The least recently used one is evicted first, main never.`,
    ),
    el('div.cards', worlds.map(worldCard)),
    card('A new world', newWorld()),
    card('Restore a snapshot', restore()),
    card(`Accounts in ${app.world}`, accounts()),
    card(`Reset ${app.world}`, reset()),
    forgotten.length > 0 &&
      card(
        'Evicted worlds',
        el(
          'ul',
          forgotten.map((f) => el('li', el('b', f.world), ` · ${moment(f.at)} · ${f.why}`)),
        ),
      ),
  );
}

function worldCard(w) {
  const here = w.name === app.world;
  const facts = [
    ['Clock', moment(w.clock)],
    ['Scenario', w.scenarios.map((s) => s.name).join(', ') || 'happy'],
    ['Faults', w.faults],
    ['Calls', w.calls.toLocaleString('en')],
    ['Memory', size(w.bytes)],
    ['Used', moment(w.used)],
    ['Made', moment(w.created)],
  ];
  const end = async () => {
    await request(`worlds?name=${encodeURIComponent(w.name)}`, { method: 'DELETE' });
    await (here ? enter('main') : worldsView());
  };
  return el(
    here ? 'article.card.here' : 'article.card',
    el('h2', w.name, here && chip('in use', '.good')),
    el(
      'dl',
      facts.map(([name, value]) => [el('dt', name), el('dd', value)]),
    ),
    buttons(
      !here && button('Use', () => attempt(() => enter(w.name)), '.primary'),
      button('Snapshot', () => attempt(() => download(w.name, ''))),
      button('… with calls', () => attempt(() => download(w.name, '?calls=1'))),
      w.name !== 'main' &&
        confirmButton('End', 'Really end it?', () => attempt(end, `${w.name} is deleted.`)),
    ),
  );
}

async function download(world, query) {
  const response = await request(`snapshot${query}`, { world });
  const disposition = response.headers.get('Content-Disposition') ?? '';
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? `${world}.json`;
  const url = URL.createObjectURL(await response.blob());
  el('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

const newWorld = () =>
  formOf('world-form', ({ world }) =>
    attempt(() => enter(world.value), `This browser is in ${world.value} now.`),
  );

function restore() {
  const form = formOf('restore-form', ({ file, world }) =>
    attempt(async () => {
      await request('snapshot', { method: 'POST', raw: file.files[0], world: world.value });
      await enter(world.value);
    }, `${world.value} is the world of the snapshot now.`),
  );
  form.elements.world.value = app.world;
  return form;
}

function reset() {
  const form = formOf('seed-form');
  const { seed } = form.elements;
  seed.placeholder = app.state.seed;
  const act = () =>
    attempt(
      () => change('reset', seed.value ? { seed: Number(seed.value) } : {}).then(worldsView),
      'The world is reset.',
    );
  form.append(confirmButton('Reset', 'Really delete everything?', act));
  return form;
}

function accounts() {
  const row = (tag, [name, password, balance, bonus, note]) =>
    el(
      'tr',
      el(tag, name),
      el(tag, password),
      el(`${tag}.figure`, balance),
      el(`${tag}.figure`, bonus),
      el(tag, note),
    );
  const account = (a) => [
    el('b', a.username),
    a.password ?? 'changed',
    a.balance.toFixed(2),
    a.bonus.toFixed(2),
    [a.note, !a.active && 'inactive', a.twoFactor === 2 && 'authenticator']
      .filter(Boolean)
      .join(' · '),
  ];
  return el(
    'div.scroll',
    { tabindex: 0, role: 'region', 'aria-label': 'Accounts' },
    el(
      'table',
      el('thead', row('th', ['Account', 'Password', 'Balance', 'Bonus', ''])),
      el(
        'tbody',
        app.state.accounts.map((a) => row('td', account(a))),
      ),
    ),
  );
}

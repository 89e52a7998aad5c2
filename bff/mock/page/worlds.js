// Worlds: whose casino this is, snapshots, accounts.

import { h, fill, labelled, moment, size, sureButton, toast } from './dom.js';
import { app, ask, change, get, useWorld } from './api.js';

const namePattern = '[A-Za-z0-9_\\-]{1,64}';

/** Does something and tells how it went. */
export async function attempt(act, done) {
  try {
    await act();
    if (done) toast(done);
  } catch (e) {
    toast(e.message, true);
  }
}

/** The tab of worlds. */
export async function worldsView(main) {
  const { worlds, forgotten, max_worlds, max_bytes } = await get('worlds');
  const again = () => worldsView(main);
  const taken = worlds.reduce((sum, w) => sum + w.bytes, 0);
  fill(
    main,
    h('div', { class: 'page' }, [
      h('h1', {}, 'Worlds'),
      h(
        'p',
        {},
        'A world is a casino of one’s own: its players, money, clock, faults and scenario. It is made when it is first used; the site in this browser follows the one that you choose here.',
      ),
      h(
        'p',
        { class: 'muted' },
        `${worlds.length} of ${max_worlds} worlds, ${size(taken)} of ${size(max_bytes)}. The one used longest ago goes first, main never.`,
      ),
      h(
        'div',
        { class: 'cards' },
        worlds.map((w) => worldCard(w, again)),
      ),
      h('section', { class: 'card' }, h('h2', {}, 'A new world'), newWorld(again)),
      h('section', { class: 'card' }, h('h2', {}, 'Restore a snapshot'), restore(again)),
      h('section', { class: 'card' }, h('h2', {}, `Accounts in ${app.world}`), accounts()),
      h('section', { class: 'card' }, h('h2', {}, `Start ${app.world} anew`), reset(again)),
      forgotten.length > 0 &&
        h(
          'section',
          { class: 'card' },
          h('h2', {}, 'Worlds that are no more'),
          h(
            'ul',
            {},
            forgotten.map((f) => h('li', {}, h('b', {}, f.world), ` · ${moment(f.at)} · ${f.why}`)),
          ),
        ),
    ]),
  );
}

function worldCard(w, again) {
  const here = w.name === app.world;
  const fact = (label, value) => [h('dt', {}, label), h('dd', {}, value)];
  return h(
    'article',
    { class: here ? 'card world here' : 'card world' },
    h('h2', {}, w.name, here && h('span', { class: 'chip good' }, 'in use')),
    h('dl', {}, [
      fact('Clock', moment(w.clock)),
      fact('Scenario', w.scenarios.map((s) => s.name).join(', ') || 'happy'),
      fact('Faults', String(w.faults)),
      fact('Calls', w.calls.toLocaleString('en')),
      fact('Memory', size(w.bytes)),
      fact('Used', moment(w.used)),
      fact('Made', moment(w.created)),
    ]),
    h('div', { class: 'buttons' }, [
      !here &&
        h(
          'button',
          {
            type: 'button',
            class: 'primary',
            onclick: () => attempt(() => useWorld(w.name).then(again)),
          },
          'Use',
        ),
      h(
        'button',
        { type: 'button', onclick: () => attempt(() => download(w.name, false)) },
        'Snapshot',
      ),
      h(
        'button',
        { type: 'button', onclick: () => attempt(() => download(w.name, true)) },
        '… with calls',
      ),
      w.name !== 'main' &&
        sureButton('End', 'Really end it?', () =>
          attempt(async () => {
            await ask(`worlds?name=${encodeURIComponent(w.name)}`, { method: 'DELETE' });
            if (here) await useWorld('main');
            await again();
          }, `${w.name} is no more.`),
        ),
    ]),
  );
}

async function download(world, calls) {
  const answer = await ask(`snapshot${calls ? '?calls=1' : ''}`, { world });
  const name =
    /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1] ??
    `${world}.json`;
  const url = URL.createObjectURL(await answer.blob());
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function newWorld(again) {
  const name = h('input', { required: true, pattern: namePattern, placeholder: 'ayse' });
  const submit = (e) => {
    e.preventDefault();
    attempt(() => useWorld(name.value).then(again), `This browser is in ${name.value} now.`);
  };
  return h(
    'form',
    { class: 'line', onsubmit: submit },
    labelled('Name', name, 'Letters, digits, _ and -.'),
    h('button', { class: 'primary' }, 'Use it'),
  );
}

function restore(again) {
  const file = h('input', { type: 'file', accept: '.json,.gz,application/json', required: true });
  const name = h('input', { required: true, pattern: namePattern, value: app.world });
  const submit = (e) => {
    e.preventDefault();
    attempt(async () => {
      await ask('snapshot', { method: 'POST', raw: file.files[0], world: name.value });
      await useWorld(name.value);
      await again();
    }, `${name.value} is the world of the snapshot now.`);
  };
  return h(
    'form',
    { class: 'line', onsubmit: submit },
    labelled('File', file),
    labelled('Into the world', name, 'What is in it is replaced.'),
    h('button', { class: 'primary' }, 'Restore'),
  );
}

function reset(again) {
  const seed = h('input', { type: 'number', min: 0, step: 1, placeholder: String(app.state.seed) });
  const act = () =>
    attempt(
      () =>
        change('reset', {
          method: 'POST',
          body: seed.value === '' ? {} : { seed: Number(seed.value) },
        }).then(again),
      'The world begins anew.',
    );
  return h(
    'div',
    { class: 'line' },
    labelled('Seed', seed, 'The same seed makes the same world.'),
    sureButton('Start anew', 'Really forget everything?', act),
  );
}

function accounts() {
  return h(
    'div',
    { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': 'Accounts' },
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ['Account', 'Password', 'Balance', 'Bonus', ''].map((t, i) =>
            h('th', { class: i === 2 || i === 3 ? 'figure' : '' }, t),
          ),
        ),
      ),
      h(
        'tbody',
        {},
        app.state.accounts.map((a) =>
          h(
            'tr',
            {},
            h('td', {}, h('b', {}, a.username)),
            h('td', {}, a.password ?? 'changed'),
            h('td', { class: 'figure' }, a.balance.toFixed(2)),
            h('td', { class: 'figure' }, a.bonus.toFixed(2)),
            h(
              'td',
              {},
              [a.note, !a.active && 'inactive', a.twoFactor === 2 && 'authenticator']
                .filter(Boolean)
                .join(' · '),
            ),
          ),
        ),
      ),
    ),
  );
}

// The clock, the mailbox and the call log.

import { h, fill, json, labelled, moment } from './dom.js';
import { app, change, get, refresh } from './api.js';
import { attempt } from './worlds.js';
import { handed } from './tryit.js';

/** The tab of the clock. */
export function clockView(main) {
  const again = () => clockView(main);
  const move = (body) =>
    attempt(() => change('clock', { method: 'POST', body }).then(again), 'The clock is moved.');
  const steps = ['-24h', '-1h', '10m', '1h', '24h', '168h'];
  const named = {
    '-24h': '1 day back',
    '-1h': '1 hour back',
    '10m': '+10 minutes',
    '1h': '+1 hour',
    '24h': '+1 day',
    '168h': '+1 week',
  };
  const at = h('input', {
    type: 'datetime-local',
    step: 1,
    required: true,
    value: app.state.clock.slice(0, 19),
  });
  const zone = app.state.clock.slice(-6);
  const submit = (e) => {
    e.preventDefault();
    move({ now: (at.value.length === 16 ? at.value + ':00' : at.value) + zone });
  };
  fill(
    main,
    h('div', { class: 'page' }, [
      h('h1', {}, 'Clock'),
      h(
        'p',
        {},
        `The clock of ${app.world} settles payments, bets and coupons, and moves tournaments, promotions and jackpots. It runs on from where you put it.`,
      ),
      h('section', { class: 'card' }, [
        h('p', { class: 'time' }, moment(app.state.clock)),
        h(
          'div',
          { class: 'buttons' },
          steps.map((s) =>
            h('button', { type: 'button', onclick: () => move({ advance: s }) }, named[s]),
          ),
        ),
        h(
          'form',
          { class: 'line', onsubmit: submit },
          labelled('Set it to', at, `In the brand’s zone, ${zone}.`),
          h('button', { class: 'primary' }, 'Set'),
        ),
        h(
          'div',
          { class: 'buttons' },
          h(
            'button',
            { type: 'button', onclick: () => move({ now: new Date().toISOString() }) },
            'Back to the real time',
          ),
          h(
            'button',
            { type: 'button', onclick: () => attempt(() => refresh().then(again)) },
            'Look again',
          ),
        ),
      ]),
    ]),
  );
}

let mailTo = '';

/** The tab of what was mailed, and of authenticator codes. */
export async function mailView(main) {
  const again = () => mailView(main);
  const mails = await get(`mail${mailTo ? `?to=${encodeURIComponent(mailTo)}` : ''}`);
  const to = h('input', { type: 'search', placeholder: 'demo@ornek.test', value: mailTo });
  const submit = (e) => {
    e.preventDefault();
    mailTo = to.value.trim();
    attempt(again);
  };
  const coded = app.state.accounts.filter((a) => a.twoFactor === 2);
  const codes = await Promise.all(
    coded.map((a) => get(`totp?username=${encodeURIComponent(a.username)}`)),
  );
  fill(
    main,
    h('div', { class: 'page' }, [
      h('h1', {}, 'Mailbox'),
      h(
        'p',
        {},
        `What the casino has mailed and texted in ${app.world}. Nothing leaves this machine.`,
      ),
      codes.length > 0 &&
        h(
          'section',
          { class: 'card' },
          h('h2', {}, 'Authenticator codes'),
          h(
            'ul',
            { class: 'plain' },
            codes.map((c) =>
              h(
                'li',
                { class: 'line' },
                h('b', {}, c.username),
                h('code', { class: 'big' }, c.code),
                h('span', { class: 'muted' }, `good for ${c.valid_for} s more`),
              ),
            ),
          ),
        ),
      h(
        'form',
        { class: 'line', onsubmit: submit },
        labelled('To', to, 'An address or a number; nothing for all.'),
        h('button', {}, 'Look'),
      ),
      mails.length === 0 &&
        h(
          'p',
          { class: 'muted' },
          'Nothing was sent. Register, ask for a new password or for a code.',
        ),
      mails.map((m) =>
        h(
          'article',
          { class: 'card mail' },
          h('h2', { dir: 'auto' }, m.subject),
          h('p', { class: 'muted' }, `${m.to} · ${moment(m.at)}`),
          h('p', { class: 'letter', dir: 'auto' }, m.text),
          m.token && h('p', {}, 'Token ', h('code', {}, m.token)),
          m.link &&
            !app.direct &&
            h('p', {}, h('a', { href: m.link }, 'Open ', m.link.split('?')[0])),
        ),
      ),
    ]),
  );
}

let filter = '';
let limit = 100;

/** The tab of the call log. */
export async function logView(main) {
  const again = () => logView(main);
  const calls = await get(`calls?limit=${limit}`);
  const find = h('input', { type: 'search', placeholder: 'casino, refused, 48', value: filter });
  const many = h(
    'select',
    {},
    [100, 1000, 10_000].map((n) =>
      h('option', { value: n, selected: n === limit }, n.toLocaleString('en')),
    ),
  );
  const rows = h('div', { class: 'log' });
  const show = () => {
    filter = find.value;
    const text = filter.trim().toLowerCase();
    const found = calls.filter((c) => !text || JSON.stringify(c).toLowerCase().includes(text));
    fill(
      rows,
      found.length === 0 && h('p', { class: 'muted' }, 'No call yet.'),
      found.slice(0, 500).map(logRow),
      found.length > 500 &&
        h('p', { class: 'muted' }, `${found.length - 500} more: search to narrow them.`),
    );
  };
  find.addEventListener('input', show);
  many.addEventListener('change', () => {
    limit = Number(many.value);
    attempt(again);
  });
  show();
  fill(
    main,
    h('div', { class: 'page' }, [
      h('h1', {}, 'Call log'),
      h(
        'p',
        {},
        `What the platform received in ${app.world}, the newest first. What the BFF answers from what it keeps is not among it.`,
      ),
      h(
        'div',
        { class: 'line' },
        labelled('Search', find),
        labelled('Of the last', many),
        h('button', { type: 'button', onclick: () => attempt(again) }, 'Look again'),
      ),
      rows,
    ]),
  );
}

function logRow(c) {
  const name = `${c.class}/${c.method}`;
  const box = h(
    'details',
    { class: 'call' },
    h(
      'summary',
      {},
      h('span', { class: 'at' }, moment(c.at).slice(11, 19)),
      h('code', {}, name),
      h('span', { class: 'ms' }, `${c.ms.toFixed(1)} ms`),
      h('span', { class: c.outcome === 'ok' ? 'chip good' : 'chip bad' }, c.outcome),
    ),
  );
  box.addEventListener('toggle', () => {
    if (!box.open || box.children.length > 1) return;
    const again = () => handed.set(name, c.data ?? {});
    box.append(
      h(
        'div',
        { class: 'pair' },
        h(
          'div',
          {},
          h('h3', {}, 'data'),
          json(c.data),
          h('a', { href: '#' + name, onclick: again }, 'Try it again'),
        ),
        h('div', {}, h('h3', {}, 'user'), json(c.user), h('h3', {}, 'headers'), json(c.headers)),
      ),
    );
  });
  return box;
}

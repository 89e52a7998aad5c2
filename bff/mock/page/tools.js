// The tabs of the clock, the mailbox and the call log.
import {
  attempt,
  button,
  buttons,
  card,
  chip,
  details,
  el,
  fill,
  formOf,
  json,
  lines,
  moment,
  muted,
  show,
} from './parts.js';
import { app, change, get, refresh } from './api.js';
import { prefill } from './tryit.js';

const steps = {
  '-24h': '1 day back',
  '-1h': '1 hour back',
  '10m': '+10 minutes',
  '1h': '+1 hour',
  '24h': '+1 day',
  '168h': '+1 week',
};

/** clockView shows the tab of the clock. */
export function clockView() {
  const { clock } = app.state;
  const move = (body) =>
    attempt(() => change('clock', body).then(clockView), 'The clock is moved.');
  const form = formOf('clock-form', ({ at }) => {
    const seconds = at.value.length === 16 ? ':00' : '';
    move({ now: at.value + seconds + clock.slice(-6) });
  });
  form.elements.at.value = clock.slice(0, 19);
  show(
    'Clock',
    `The clock of ${app.world} settles payments, bets and coupons, and moves tournaments, promotions and jackpots. It runs on from where you put it.`,
    el(
      'section.card',
      el('p.time', moment(clock)),
      buttons(
        Object.entries(steps).map(([step, name]) => button(name, () => move({ advance: step }))),
      ),
      form,
      buttons(
        button('Back to the real time', () => move({ now: new Date().toISOString() })),
        button('Refresh', () => attempt(() => refresh().then(clockView))),
      ),
    ),
  );
}

let mailTo = '';

/** mailView shows the tab of sent messages and authenticator codes. */
export async function mailView() {
  const mails = await get(`mail${mailTo ? `?to=${encodeURIComponent(mailTo)}` : ''}`);
  const codes = await Promise.all(
    app.state.accounts
      .filter((a) => a.twoFactor === 2)
      .map((a) => get(`totp?username=${encodeURIComponent(a.username)}`)),
  );
  const form = formOf('mail-form', ({ to }) => {
    mailTo = to.value.trim();
    attempt(mailView);
  });
  form.elements.to.value = mailTo;
  show(
    'Mailbox',
    `The e-mails and text messages of ${app.world}. Nothing leaves this machine.`,
    codes.length > 0 &&
      card(
        'Authenticator codes',
        lines(
          codes.map((c) => [
            el('b', c.username),
            el('code.big', c.code),
            el('span.muted', `valid for ${c.valid_for} s more`),
          ]),
        ),
      ),
    form,
    mails.length === 0 &&
      muted('Nothing was sent. Register, ask for a new password or for a code.'),
    mails.map((m) =>
      el(
        'article.card.mail',
        el('h2', { dir: 'auto' }, m.subject),
        muted(`${m.to} · ${moment(m.at)}`),
        el('p.letter', { dir: 'auto' }, m.text),
        m.token && el('p', 'Token ', el('code', m.token)),
        m.link && !app.direct && el('p', el('a', { href: m.link }, 'Open ', m.link.split('?')[0])),
      ),
    ),
  );
}

let filter = '';
let limit = 100;

/** logView shows the tab of the call log. */
export async function logView() {
  const calls = await get(`calls?limit=${limit}`);
  const rows = el('div.log');
  const form = formOf('log-form', () => attempt(logView));
  const { text, limit: many } = form.elements;
  const showRows = () => {
    filter = text.value;
    const wanted = filter.trim().toLowerCase();
    const found = calls.filter((c) => JSON.stringify(c).toLowerCase().includes(wanted));
    fill(
      rows,
      found.length === 0 && muted('No call yet.'),
      found.slice(0, 500).map(logRow),
      found.length > 500 && muted(`${found.length - 500} more: search to narrow them.`),
    );
  };
  text.value = filter;
  text.oninput = showRows;
  many.value = limit;
  many.onchange = () => {
    limit = many.value;
    attempt(logView);
  };
  showRows();
  show(
    'Call log',
    `What the platform received in ${app.world}, the newest first. Responses from the BFF’s cache are not listed.`,
    form,
    rows,
  );
}

function logRow(c) {
  const name = `${c.class}/${c.method}`;
  return details(
    '.call',
    [
      el('span.at', moment(c.at).slice(11, 19)),
      el('code', name),
      el('span.ms', `${c.ms.toFixed(1)} ms`),
      chip(c.outcome, c.outcome === 'ok' ? '.good' : '.bad'),
    ],
    () =>
      el(
        'div.pair',
        el(
          'div',
          el('h3', 'data'),
          json(c.data),
          el(
            'a',
            { href: '#' + name, onclick: () => prefill.set(name, c.data ?? {}) },
            'Try it again',
          ),
        ),
        el('div', el('h3', 'user'), json(c.user), el('h3', 'headers'), json(c.headers)),
      ),
  );
}

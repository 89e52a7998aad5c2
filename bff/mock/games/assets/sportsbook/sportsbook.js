// The sportsbook: matches under way and to come, the slip, and the player's coupons.
import { boot, money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { buildFrame, tellFailure, tellShortOfMoney } from '../frame/frame.js';
import { tell } from '../frame/parent.js';
import { play } from '../frame/sound.js';
import { look } from '../frame/table.js';
import { Coupons } from './coupons.js';
import { Detail } from './detail.js';
import { dayName, odd } from './format.js';
import { mark } from './icons.js';
import { Matches } from './matches.js';
import { showRules } from './rules.js';
import { Slip } from './slip.js';

const { game } = boot;
const views = ['live', 'soon', 'coupons'];

// What is looked at: a view, a sport of it, a league of that, a day; or one match.
const at = {
  view: game.live ? 'live' : 'soon',
  sport: 'football',
  league: '',
  day: 0,
  text: '',
  match: 0,
};
let terms = null;
let board = null;

const frame = buildFrame({ showRules: () => terms && showRules(game, terms) });
const { purse, announce } = frame;
document.getElementById('game').classList.add('book');

const slip = new Slip({
  purse,
  announce,
  changed,
  close: () => openSlip(false),
  short: tellShortOfMoney,
  placed,
  failed: async (error) => {
    await purse.refresh();
    await tellFailure(error);
  },
});
const matches = new Matches(slip, (match) => open(match.id));
const coupons = new Coupons(settled);
let detail = new Detail(slip, leave);

const tabs = views.map((view) =>
  el(
    'button',
    { type: 'button', onclick: () => go({ view }) },
    el('span', { text: t(`view.${view}`) }),
    el('span', { class: 'count' }),
  ),
);
const sports = el('nav', { class: 'sports', 'aria-label': t('sports') });
const days = el('div', {
  class: 'days',
  role: 'group',
  'aria-label': t('days'),
});
for (let n = 0; n < game.days; n++) {
  days.append(el('button', { type: 'button', onclick: () => go({ day: n }) }));
}
const leagues = el('select', {
  'aria-label': t('leagues'),
  onchange: () => go({ league: leagues.value }),
});
const search = el('input', {
  type: 'search',
  placeholder: t('search'),
  'aria-label': t('search'),
  autocomplete: 'off',
  oninput: () => {
    clearTimeout(search.waiting);
    search.waiting = setTimeout(() => {
      at.text = search.value.trim();
      load();
    }, 250);
  },
});
const tools = el(
  'div',
  { class: 'filters' },
  el('label', { class: 'search' }, mark('search'), search),
  leagues,
);
const notice = el('p', { class: 'notice', hidden: true });
const main = el(
  'section',
  { class: 'main', tabindex: '-1' },
  tools,
  days,
  notice,
  matches.node,
  coupons.node,
);
const slipButton = el(
  'button',
  {
    type: 'button',
    class: 'primary opener',
    'aria-expanded': 'false',
    onclick: () => openSlip(true),
  },
  mark('ticket'),
  el('span', { class: 'count' }),
  el('span', { class: 'together' }),
);
const shade = el('div', {
  class: 'shade',
  hidden: true,
  onclick: () => openSlip(false),
});
frame.controls.append(slipButton);
frame.stage.append(
  el('div', { class: 'tabs', role: 'group', 'aria-label': t('views') }, ...tabs),
  sports,
  main,
  shade,
  slip.node,
);

/** go changes what is looked at and shows it from its top. */
function go(to) {
  play('click');
  if (to.view || to.sport) Object.assign(at, { league: '' });
  if (to.view && to.view !== at.view) at.sport = to.view === 'soon' ? 'football' : '';
  Object.assign(at, { text: '', match: 0 }, to);
  search.value = '';
  main.scrollTop = 0;
  show();
  load();
}

function open(id) {
  at.match = id;
  at.from = main.scrollTop;
  detail = new Detail(slip, leave);
  load().then(() => {
    main.scrollTop = 0;
    detail.back.focus();
  });
}

function leave() {
  at.match = 0;
  show();
  main.scrollTop = at.from;
  load();
}

/** visible tells which of the board's matches the league and sport let through. */
function visible() {
  return board.matches.filter(
    (match) =>
      at.text.length > 0 ||
      ((!at.sport || match.sport === at.sport) && (!at.league || match.league === at.league)),
  );
}

let asked = 0;
let soonest = 0;

/** load asks for what is looked at, and again after a while. */
async function load() {
  const turn = ++asked;
  clearTimeout(soonest);
  try {
    if (at.match) await loadMatch(turn);
    else if (at.view === 'coupons' && !at.text) await loadCoupons();
    else await loadBoard(turn);
    notice.hidden = true;
  } catch (error) {
    if (error.word === undefined) throw error; // a defect of the page
    if (turn === asked) {
      notice.textContent = error.word === 'network' ? t('stale') : error.message;
      notice.hidden = false;
      if (error.word === 'no session') {
        tell('error', { error: error.word });
        return;
      }
    }
  }
  // Prices of before a match move little; but who had no answer asks again soon.
  const calm = at.view === 'soon' && !at.match && notice.hidden;
  if (turn === asked) soonest = setTimeout(load, calm ? 20_000 : 4_000);
}

async function loadBoard(turn) {
  const ask = at.text
    ? `text=${encodeURIComponent(at.text)}`
    : at.view === 'live'
      ? 'view=live'
      : `sport=${at.sport}&day=${at.day}`;
  const found = await look(`/board?${ask}`);
  if (turn !== asked) return;
  board = found;
  terms = slip.terms = found.terms;
  slip.show();
  show();
}

async function loadMatch(turn) {
  const match = await look(`/match?id=${at.match}`);
  if (turn !== asked) return;
  detail.update(match);
  show();
}

async function loadCoupons() {
  coupons.show(await look('/coupons'));
  show();
}

function show() {
  tabs.forEach((tab, i) => {
    tab.setAttribute('aria-pressed', String(at.view === views[i]));
  });
  tabs[2].lastChild.textContent = coupons.open || '';
  const list = !at.match && (at.view !== 'coupons' || at.text.length > 0);
  coupons.node.hidden = at.match !== 0 || list;
  matches.node.hidden = !list;
  tools.hidden = at.match !== 0;
  leagues.hidden = at.view === 'coupons' || at.text.length > 0;
  days.hidden = !list || at.view !== 'soon' || at.text.length > 0;
  if (at.match) {
    if (detail.node.parentNode !== main) {
      main.querySelector('.detail')?.remove();
      main.append(detail.node);
    }
  } else main.querySelector('.detail')?.remove();
  if (!board) return;
  showSports();
  [...days.children].forEach((button, n) => {
    button.textContent = dayName(n, board.now);
    button.setAttribute('aria-pressed', String(n === at.day));
  });
  if (list) {
    const none = at.text ? t('none.found') : t(at.view === 'live' ? 'none.live' : 'none.day');
    matches.show(visible(), { dated: at.text.length > 0, none });
  }
}

function sportButton(key, name, count) {
  const button = el(
    'button',
    {
      type: 'button',
      'aria-pressed': String(at.sport === key),
      onclick: () => go({ sport: key }),
    },
    key ? mark(key) : '',
    el('span', { text: name }),
    el('span', { class: 'count', text: String(count) }),
  );
  return button;
}

/** showSports draws the sports anew only where they are others, to keep the focus. */
function showSports() {
  sports.hidden = at.view === 'coupons';
  if (!at.text) {
    const now = JSON.stringify([board.sports, at.view, at.sport]);
    if (now !== sports.now) {
      sports.now = now;
      const focused = [...sports.children].indexOf(document.activeElement);
      const all = board.sports.reduce((sum, sport) => sum + sport.count, 0);
      sports.replaceChildren(
        ...(at.view === 'live' ? [sportButton('', t('sports.all'), all)] : []),
        ...board.sports.map((sport) => sportButton(sport.key, sport.name, sport.count)),
      );
      sports.children[focused]?.focus();
    }
  }
  const names = [
    ...new Set(
      board.matches
        .filter((match) => !at.sport || match.sport === at.sport)
        .map((match) => match.league),
    ),
  ].sort();
  if (at.league && !names.includes(at.league)) names.push(at.league);
  const now = JSON.stringify([names, at.league]);
  if (now !== leagues.now) {
    leagues.now = now;
    leagues.replaceChildren(
      el('option', { value: '', text: t('leagues.all') }),
      ...names.map((name) =>
        el('option', { value: name, text: name, selected: name === at.league }),
      ),
    );
  }
}

/** changed follows the slip: the buttons of its picks, and the figures on its own. */
function changed() {
  matches.mark();
  detail.mark();
  const { size } = slip.tips;
  slipButton.querySelector('.count').textContent = size || '';
  slipButton.querySelector('.together').textContent = slip.together
    ? odd(slip.odds / 100)
    : t('slip');
  slipButton.classList.toggle('filled', size > 0);
}

/** openSlip opens or closes the slip where it is a sheet over the page. */
function openSlip(opened) {
  slip.node.classList.toggle('open', opened);
  shade.hidden = !opened;
  slipButton.setAttribute('aria-expanded', String(opened));
  if (opened) {
    slip.node.querySelector('.closer').focus();
    slip.refresh().catch(() => {});
  } else slipButton.focus();
}

async function placed(list) {
  purse.show(list.balance);
  announce(t('say.placed', { n: list.coupons.length, balance: money(list.balance) }));
  tell('balance', { balance: list.balance });
  changed();
  openSlip(false);
  go({ view: 'coupons' });
}

/** settled tells of coupons that were decided while the page is open. */
function settled(decided, balance) {
  purse.show(balance);
  const win = decided.reduce((sum, coupon) => sum + coupon.win, 0);
  announce(
    t(win > 0 ? 'say.win' : 'say.nothing', {
      amount: money(win),
      balance: money(balance),
    }),
  );
  if (win > 0) play('big');
  tell('balance', { balance, win, roundID: `R${decided[0].id}` });
}

/** watch keeps the slip and the open coupons up to date whatever is looked at. */
async function watch() {
  if (!document.hidden) {
    try {
      await slip.refresh();
      if (at.view !== 'coupons' && coupons.open > 0) await loadCoupons();
    } catch {
      // The view that is looked at tells of what is wrong.
    }
    changed();
  }
  setTimeout(watch, 6_000);
}

document.addEventListener('visibilitychange', () => {
  if (!document.hidden) load();
});

const keys = {
  1: () => go({ view: 'live' }),
  2: () => go({ view: 'soon' }),
  3: () => go({ view: 'coupons' }),
  '/': () => search.focus(),
  s: () => {
    openSlip(true);
    slip.amount.focus();
  },
  Escape: () => {
    if (slip.node.classList.contains('open')) openSlip(false);
    else if (at.match) leave();
  },
};
document.addEventListener('keydown', (event) => {
  const act = keys[event.key];
  const typing = event.target.closest('input, select') && event.key !== 'Escape';
  if (
    !act ||
    typing ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    document.querySelector('dialog[open]')
  )
    return;
  event.preventDefault();
  act();
});

at.sport = game.live ? '' : 'football';
changed();
show();
load();
look('/coupons').then(
  (list) => {
    coupons.show(list);
    show();
  },
  () => {},
);
setTimeout(watch, 6_000);
tell('ready', boot.demo ? {} : { balance: boot.balance });

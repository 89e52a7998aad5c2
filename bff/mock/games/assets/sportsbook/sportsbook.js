// The sportsbook: matches under way and to come, the slip, and the player's coupons.
import { boot, money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { buildFrame, ready, showFailure, showInsufficientFunds } from '../frame/frame.js';
import { notifySite } from '../frame/parent.js';
import { play } from '../frame/sound.js';
import { get } from '../frame/calls.js';
import { cashOut } from './cash.js';
import { Coupons } from './coupons.js';
import { Detail } from './detail.js';
import { Filters } from './filters.js';
import { Matches } from './matches.js';
import { showRules } from './rules.js';
import { Sheet } from './sheet.js';
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

/** failed tells of a failure, and whether its player wants to try again. */
async function failed(error) {
  await purse.refresh();
  return showFailure(error);
}

const slip = new Slip({
  purse,
  announce,
  changed,
  close: () => sheet.turn(false),
  short: showInsufficientFunds,
  placed,
  failed,
});
const sheet = new Sheet(slip);
const matches = new Matches(slip, (match) => open(match.id));
const coupons = new Coupons({ settled, cash });
let detail = new Detail(slip, leave);
const filters = new Filters({
  go,
  find: (text) => {
    at.text = text;
    load();
  },
});

const tabs = views.map((view) =>
  el(
    'button',
    { type: 'button', onclick: () => go({ view }) },
    el('span', { text: t(`view.${view}`) }),
    el('span', { class: 'count' }),
  ),
);
const notice = el('p', { class: 'notice', hidden: true });
const main = el(
  'section',
  { class: 'main', tabindex: '-1' },
  filters.tools,
  filters.days,
  notice,
  matches.node,
  coupons.node,
);
frame.controls.append(sheet.node);
frame.stage.append(
  el('div', { class: 'tabs', role: 'group', 'aria-label': t('views') }, ...tabs),
  filters.sports,
  main,
  sheet.shade,
  slip.node,
);

/** go changes what is looked at and shows it from its top. */
function go(to) {
  play('click');
  if (to.view || to.sport) Object.assign(at, { league: '' });
  if (to.view && to.view !== at.view) at.sport = to.view === 'soon' ? 'football' : '';
  Object.assign(at, { text: '', match: 0 }, to);
  filters.search.value = '';
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
        notifySite('error', { error: error.word });
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
  const found = await get(`/board?${ask}`);
  if (turn !== asked) return;
  board = found;
  terms = slip.terms = found.terms;
  slip.show();
  show();
}

async function loadMatch(turn) {
  const match = await get(`/match?id=${at.match}`);
  if (turn !== asked) return;
  detail.update(match);
  show();
}

async function loadCoupons() {
  const list = await get('/coupons');
  coupons.show(list);
  show();
  return list;
}

function show() {
  tabs.forEach((tab, i) => {
    tab.setAttribute('aria-pressed', String(at.view === views[i]));
  });
  tabs[2].lastChild.textContent = coupons.open || '';
  const list = !at.match && (at.view !== 'coupons' || at.text.length > 0);
  coupons.node.hidden = at.match !== 0 || list;
  matches.node.hidden = !list;
  filters.show(at, board, list);
  if (at.match) {
    if (detail.node.parentNode !== main) {
      main.querySelector('.detail')?.remove();
      main.append(detail.node);
    }
  } else main.querySelector('.detail')?.remove();
  if (!board) return;
  if (list) {
    const none = at.text ? t('none.found') : t(at.view === 'live' ? 'none.live' : 'none.day');
    matches.show(visible(), { dated: at.text.length > 0, none });
  }
}

/** changed follows the slip: the buttons of its picks, and the figures on its own. */
function changed() {
  matches.mark();
  detail.mark();
  sheet.show();
}

async function placed(list) {
  purse.show(list.balance);
  announce(t('say.placed', { n: list.coupons.length, balance: money(list.balance) }));
  notifySite('balance', { balance: list.balance });
  changed();
  sheet.turn(false);
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
  notifySite('balance', { balance, win, roundID: `R${decided[0].id}` });
}

/** cash asks whether to cash a coupon out, and does so. */
async function cash(coupon) {
  const paid = await cashOut(coupon, { reload: loadCoupons, failed });
  if (paid) {
    const { win, id } = paid.coupon;
    const words = { amount: money(win), balance: money(paid.balance) };
    purse.show(paid.balance);
    play('win');
    announce(t('say.cashed', words));
    notifySite('balance', { balance: paid.balance, win, roundID: `R${id}` });
  }
  await load();
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

ready({
  1: () => go({ view: 'live' }),
  2: () => go({ view: 'soon' }),
  3: () => go({ view: 'coupons' }),
  '/': () => filters.search.focus(),
  s: () => {
    sheet.turn(true);
    slip.amount.focus();
  },
  Escape: () => {
    if (sheet.open) sheet.turn(false);
    else if (at.match) leave();
  },
});

at.sport = game.live ? '' : 'football';
changed();
show();
load();
get('/coupons').then(
  (list) => {
    coupons.show(list);
    show();
  },
  () => {},
);
setTimeout(watch, 6_000);

// The sportsbook: live and upcoming matches, the slip, and the player's coupons.
import { boot, money, t } from '../frame/boot.js';
import { get } from '../frame/calls.js';
import { el, option, rebuild } from '../frame/dom.js';
import { buildFrame, ready, showFailure, showInsufficientFunds } from '../frame/frame.js';
import { notifySite } from '../frame/parent.js';
import { play } from '../frame/sound.js';
import { cashOut } from './cash.js';
import { Coupons } from './coupons.js';
import { Detail } from './detail.js';
import { Filters } from './filters.js';
import { Matches } from './matches.js';
import { showRules } from './rules.js';
import { Sheet } from './sheet.js';
import { Slip } from './slip.js';

const { game } = boot;

// What is viewed: a view with its sport, league and day, a search text, or one match.
const at = {
  view: game.live ? 'live' : 'soon',
  sport: game.live ? '' : 'football',
  league: '',
  day: 0,
  text: '',
  match: 0,
};
let board = null;

const { wallet, announce, announceWin, controls, stage } = buildFrame({
  showRules: () => board && showRules(board.terms),
});
document.getElementById('game').classList.add('book');

/** failed explains a failure and returns whether the player wants to retry. */
async function failed(error) {
  await wallet.refresh();
  return showFailure(error);
}

const slip = new Slip({
  wallet,
  announce,
  changed,
  close: () => sheet.setOpen(false),
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
const tabs = el('div.tabs', { role: 'group', 'aria-label': t('views') });
const notice = el('p.notice', { hidden: true });
const main = el(
  'section.main',
  { tabindex: '-1' },
  filters.tools,
  filters.days,
  notice,
  matches.node,
  coupons.node,
);
controls.append(sheet.node);
stage.append(tabs, filters.sports, main, sheet.shade, slip.node);

/** go changes the view and scrolls to its top. */
function go(to) {
  play('click');
  if (to.view || to.sport) at.league = '';
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

/** visible gives the board's matches of the sport and league, or all that a search has found. */
const visible = () =>
  board.matches.filter(
    ({ sport, league }) =>
      at.text || ((!at.sport || sport === at.sport) && (!at.league || league === at.league)),
  );

let loads = 0;
let timer = 0;

/** load requests what is viewed, and repeats after some seconds. */
async function load() {
  const id = ++loads;
  const current = () => id === loads;
  clearTimeout(timer);
  try {
    if (at.match) await loadMatch(current);
    else if (at.view === 'coupons' && !at.text) await loadCoupons();
    else await loadBoard(current);
    notice.hidden = true;
  } catch (error) {
    if (error.reason === undefined) throw error; // a defect of the page
    if (current()) {
      notice.textContent = error.reason === 'network' ? t('stale') : error.message;
      notice.hidden = false;
      if (error.reason === 'no session') {
        notifySite('error', { error: error.reason });
        return;
      }
    }
  }
  // Odds before a match change slowly; a failed request is repeated soon.
  const slow = at.view === 'soon' && !at.match && notice.hidden;
  if (current()) timer = setTimeout(load, slow ? 20_000 : 4_000);
}

async function loadBoard(current) {
  const listed = at.view === 'live' ? 'view=live' : `sport=${at.sport}&day=${at.day}`;
  const found = await get(`/board?${at.text ? `text=${encodeURIComponent(at.text)}` : listed}`);
  if (!current()) return;
  board = found;
  slip.terms = found.terms;
  show();
}

async function loadMatch(current) {
  const match = await get(`/match?id=${at.match}`);
  if (!current()) return;
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
  rebuild(tabs, [at.view, coupons.open], () =>
    ['live', 'soon', 'coupons'].map((view) =>
      option(
        at.view === view,
        () => go({ view }),
        el('span', t(`view.${view}`)),
        el('span.count', view === 'coupons' && coupons.open ? coupons.open : ''),
      ),
    ),
  );
  const list = !at.match && (at.view !== 'coupons' || at.text.length > 0);
  coupons.node.hidden = at.match !== 0 || list;
  matches.node.hidden = !list;
  filters.show(at, board, list);
  const shown = main.querySelector('.detail');
  if (shown !== detail.node || !at.match) shown?.remove();
  if (at.match && detail.node !== shown) main.append(detail.node);
  if (!board || !list) return;
  const none = at.text ? t('none.found') : t(at.view === 'live' ? 'none.live' : 'none.day');
  matches.show(visible(), { dated: at.text.length > 0, none });
}

/** changed updates what depends on the slip: the buttons of its picks, and the sheet's button. */
function changed() {
  matches.mark();
  detail.mark();
  sheet.show();
}

function placed(list) {
  wallet.show(list.balance);
  announce(t('say.placed', { n: list.coupons.length, balance: money(list.balance) }));
  notifySite('balance', { balance: list.balance });
  changed();
  sheet.setOpen(false);
  go({ view: 'coupons' });
}

/** settled shows what coupons have won that were decided while the page is open. */
function settled(decided, balance) {
  wallet.show(balance);
  const win = decided.reduce((sum, coupon) => sum + coupon.win, 0);
  announceWin(win);
  if (win > 0) play('big');
  notifySite('balance', { balance, win, roundID: `R${decided[0].id}` });
}

/** cash cashes a coupon out if the player confirms it. */
async function cash(coupon) {
  const paid = await cashOut(coupon, { reload: loadCoupons, failed });
  if (paid) {
    const { balance, coupon } = paid;
    wallet.show(balance);
    play('win');
    announce(t('say.cashed', { amount: money(coupon.win), balance: money(balance) }));
    notifySite('balance', { balance, win: coupon.win, roundID: `R${coupon.id}` });
  }
  await load();
}

/** poll keeps the slip and the open coupons up to date in every view. */
async function poll() {
  if (!document.hidden) {
    try {
      await slip.refresh();
      if (at.view !== 'coupons' && coupons.open > 0) await loadCoupons();
    } catch {
      // The view shows what is wrong with its next request.
    }
    changed();
  }
  setTimeout(poll, 6_000);
}

document.addEventListener('visibilitychange', () => {
  if (!document.hidden) load();
});

changed();
show();
load();
loadCoupons().catch(() => {});
setTimeout(poll, 6_000);
ready({
  1: () => go({ view: 'live' }),
  2: () => go({ view: 'soon' }),
  3: () => go({ view: 'coupons' }),
  '/': () => filters.search.focus(),
  s: () => {
    sheet.setOpen(true);
    slip.amount.focus();
  },
  Escape: () => {
    if (sheet.open) sheet.setOpen(false);
    else if (at.match) leave();
  },
});

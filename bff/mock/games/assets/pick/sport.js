// Coupons on matches. The casino sets the odds and settles; this page places coupons and cashes them out.
import { boot, hundredths, money, t } from '../frame/boot.js';
import { fetchState, pause, post, syncClock } from '../frame/calls.js';
import { el, fill, rebuild } from '../frame/dom.js';
import { buildFrame, rules, showFailure, showInsufficientFunds } from '../frame/frame.js';
import { newKey } from '../frame/rounds.js';
import { marketNode } from './market.js';

const pollMs = 4000;
const clock = new Intl.DateTimeFormat(boot.lang === 'ar' ? 'ar-u-nu-latn' : boot.lang, {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Istanbul',
});

const tips = new Map(); // chosen picks by "match/market/pick"
let state = null;
let open = new Set(); // ids of open coupons
let sending = false;

const list = el('div.events.scroll', { tabindex: '0', role: 'region', 'aria-label': t('matches') });
const chips = el('div.tips');
const kind = el('select', { 'aria-label': t('slip.kind'), onchange: () => showSlip() });
const facts = el('span.facts');
const slip = el('section.slip', { 'aria-label': t('slip') }, kind, chips, facts);

const help = () =>
  rules(t('rules.pay'), t('rules.kinds'), t('rules.settle'), t('rules.cash'), t('rules.keys'));

const frame = buildFrame({ help, past: coupons, go, stakeChanged: () => showSlip() });

/** picksOf gives the picks of a match's market for its buttons. */
const picksOf = (event, market) =>
  market.picks.map(({ key, name, odd }) => {
    const id = `${event.id}/${market.key}/${key}`;
    return {
      key: id,
      name,
      odd: Math.round(odd * 100),
      label: `${event.title}, ${market.name}`,
      pressed: tips.has(id),
    };
  });

const subtitle = ({ phase, score, minute, starts, league }) => {
  const result = `${score[0]} : ${score[1]}`;
  const when = {
    soon: clock.format(starts),
    live: `${minute}′ · ${result}`,
    over: `${t('clock.over')} · ${result}`,
  }[phase];
  return el('p.facts', el('bdi', { text: league }), ' · ', el('bdi', { dir: 'ltr', text: when }));
};

const showEvents = () =>
  rebuild(list, [state.events, [...tips.keys()]], () =>
    state.events.length === 0
      ? el('p', t('none.live'))
      : state.events.map((event) =>
          el(
            'article.event',
            el('h1', { dir: 'auto', text: event.title }),
            subtitle(event),
            event.markets.map((market) =>
              marketNode(market.name, picksOf(event, market), (id) => toggle(event, market, id)),
            ),
          ),
        ),
  );

function toggle(event, market, id) {
  if (!tips.delete(id)) {
    const pick = id.split('/')[2];
    tips.set(id, { match: event.id, market: market.key, pick, title: event.title });
  }
  frame.announce(t(tips.has(id) ? 'say.added' : 'say.removed', { pick: event.title }));
  showEvents();
  showSlip();
}

/** current gives a chosen pick as it is offered now, undefined once it is closed. */
const current = ({ match, market, pick }) =>
  state.events
    .find((event) => event.id === match)
    ?.markets.find(({ key }) => key === market)
    ?.picks.find(({ key }) => key === pick);

/** bets gives the number of bets of the slip. */
const bets = () => (kind.value === 'single' ? tips.size : 1);

/** kinds gives the kinds of a slip with n picks: [value, text]. */
const kinds = (n) => [['single', t('kind.single')], ...(n > 1 ? [['combo', t('kind.combo')]] : [])];

function showSlip() {
  for (const [id, tip] of tips) if (!current(tip)) tips.delete(id);
  const before = kind.value;
  const options = kinds(tips.size);
  rebuild(kind, options, () => options.map(([value, text]) => el('option', { value, text })));
  kind.value = options.some(([value]) => value === before) ? before : options.at(-1)[0];
  kind.hidden = tips.size < 2;
  rebuild(
    chips,
    [...tips.keys()].map((id) => [id, current(tips.get(id)).odd]),
    () =>
      [...tips].map(([id, tip]) => {
        const { name, odd } = current(tip);
        const label = t('slip.remove', { name: `${tip.title} ${name}` });
        const remove = () => {
          tips.delete(id);
          showEvents();
          showSlip();
        };
        const text = `${tip.title} · ${name} · ${hundredths(odd * 100)}`;
        return el(
          'button.tip',
          { 'aria-label': label, onclick: remove },
          el('bdi', { text }),
          ' ×',
        );
      }),
  );
  const total = bets() * frame.stake.value();
  const product = [...tips.values()].reduce((odds, tip) => odds * current(tip).odd, 1);
  facts.textContent =
    tips.size === 0
      ? t('slip.empty')
      : kind.value === 'combo'
        ? `${t('slip.odds')} ${hundredths(product * 100)}`
        : t('slip.bets', { n: bets() });
  frame.button.disabled = sending || tips.size === 0;
  frame.button.textContent = tips.size === 0 ? t('bet.choose') : `${t('place')} · ${money(total)}`;
}

async function go() {
  if (sending || tips.size === 0) return;
  const stake = frame.stake.value();
  if (!(await frame.wallet.covers(stake * bets()))) return showInsufficientFunds();
  const order = {
    key: newKey(),
    combo: kind.value !== 'single',
    stake,
    tips: [...tips.values()].map((tip) => ({
      match: tip.match,
      market: tip.market,
      pick: tip.pick,
      odd: current(tip).odd,
    })),
  };
  if (!(await send('/place', order))) return;
  tips.clear();
  showEvents();
  showSlip();
  frame.say(t('bet.placed'));
  frame.announce(t('say.placed', { amount: money(stake) }));
}

/** send posts an order or a cash-out. It returns whether the casino accepted it. */
async function send(path, body) {
  sending = true;
  try {
    take(await post(path, body));
    return true;
  } catch (error) {
    if (error.reason === undefined) throw error;
    await showFailure(error);
    return false;
  } finally {
    sending = false;
    showSlip();
  }
}

/** coupons makes the list of the player's coupons, for the dialog of the history. */
function coupons() {
  const node = el('div.coupons');
  const draw = () =>
    fill(
      node,
      state === null || state.coupons.length === 0
        ? el('p', t('none.coupons'))
        : state.coupons.map((coupon) => couponNode(coupon, draw)),
    );
  draw();
  return node;
}

const couponNode = (coupon, redraw) =>
  el(
    'article.event',
    coupon.picks.map(({ match, market, pick, odd, status }) =>
      el(
        'p',
        { class: status },
        [match, market, pick, hundredths(odd * 100)].map((text) => el('bdi', { text })),
      ),
    ),
    el(
      'p.facts',
      `${t(`status.${coupon.status}`)} · ${t('stake')} ${money(coupon.stake)} · `,
      coupon.status === 'open'
        ? `${t('slip.possible')} ${money(coupon.possibleWin)}`
        : `${t('win')} ${money(coupon.win)}`,
    ),
    coupon.offer > 0 &&
      el('button.secondary', {
        text: t('cash.take', { amount: money(coupon.offer) }),
        onclick: () => send('/cashout', { coupon: coupon.id, least: coupon.offer }).then(redraw),
      }),
  );

function take(next) {
  state = next;
  syncClock(state);
  frame.wallet.show(state.balance);
  const settled = state.coupons.filter(({ id, status }) => status !== 'open' && open.has(id));
  open = new Set(state.coupons.filter(({ status }) => status === 'open').map(({ id }) => id));
  for (const { id, win } of settled) {
    frame.wallet.paid(win, `R${id}`);
    frame.announceWin(win);
  }
  showSlip();
  showEvents();
}

async function follow() {
  for (;;) {
    try {
      take(await fetchState());
    } catch (error) {
      if (error.reason === undefined) throw error;
      if (error.reason === 'no session') return showFailure(error);
      frame.say(t('offline'));
    }
    await pause(pollMs);
  }
}

frame.stage.append(el('div.book', list, slip));
follow();

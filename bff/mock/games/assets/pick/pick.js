// A game of one draw. The casino draws and pays; this page places bets and shows the outcome.
import { boot, money, t } from '../frame/boot.js';
import { el, loadPicture, rebuild, write } from '../frame/dom.js';
import { buildFrame, rules } from '../frame/frame.js';
import { newKey, picksText, Rounds } from '../frame/rounds.js';
import { marketNode } from './market.js';

const { markets, prices, most, betting, art } = boot.game;
const words = /^(over|under|yes|no|odd|even|low|high|red|blue|green|yellow)$/;
const nameOf = (pick) => (words.test(pick) ? t(`pick.${pick}`) : pick.replace('-', ' : '));

const chosen = new Set();
const outcome = el('bdi.outcome', { dir: 'auto' });
const countdown = el('div.countdown');
const scene = el('div.scene', { class: art }, outcome, countdown);
const list = el('div.markets.scroll', { tabindex: '0', role: 'region', 'aria-label': t('pick') });

const help = () =>
  rules(
    t('rules.draw', { n: betting / 1000, most: money(most) }),
    t('rules.pay'),
    t('rules.odds'),
    t('rules.keys'),
  );

const frame = buildFrame({
  help,
  past: () => rounds.history((bet) => picksText(bet, nameOf)),
  go,
});
const rounds = new Rounds(frame, { show, paint });

function toggle(pick) {
  if (!chosen.delete(pick)) chosen.add(pick);
  showMarkets();
}

async function go() {
  if (!rounds.open || chosen.size === 0) return;
  const stake = frame.stake.value();
  const bets = Object.fromEntries([...chosen].map((pick) => [pick, stake]));
  const amount = stake * chosen.size;
  if (!(await rounds.send('/bet', { key: newKey(), bets }, amount))) return;
  frame.announce(t('say.placed', { amount: money(amount) }));
  chosen.clear();
  showMarkets();
}

/** showMarkets draws the picks; those with an accepted bet on this round are marked. */
function showMarkets() {
  const mine = rounds.mine.flatMap((bet) => Object.keys(bet.picks));
  const won = rounds.state.phase === 'over' ? rounds.state.outcome : undefined;
  rebuild(list, [[...chosen], mine, won], () =>
    markets.map(({ name, picks }) =>
      marketNode(
        t(`market.${name}`),
        picks.map((key) => ({
          key,
          name: nameOf(key),
          odd: prices[key],
          pressed: chosen.has(key),
        })),
        toggle,
      ),
    ),
  );
  for (const button of list.querySelectorAll('.odd')) {
    button.classList.toggle('mine', mine.includes(button.dataset.pick));
    button.classList.toggle('won', button.dataset.pick === won);
  }
}

function show(state, before) {
  rounds.showPast((past) => el('bdi', nameOf(past)));
  showMarkets();
  scene.classList.toggle('rolling', state.phase === 'playing');
  write(outcome, state.phase === 'over' ? nameOf(state.outcome) : '');
  if (before?.phase === state.phase && before.round === state.round) return;
  if (state.phase === 'betting') frame.wallet.win(0);
  const text = {
    betting: t('open'),
    playing: t('drawing'),
    over: t('over', { outcome: nameOf(state.outcome ?? '') }),
  }[state.phase];
  frame.say(text);
  frame.announce(text);
}

function paint() {
  const { phase, closes, ends } = rounds.state;
  countdown.hidden = phase === 'playing';
  const over = phase === 'over';
  write(countdown, t(over ? 'next' : 'countdown', { n: rounds.seconds(over ? ends : closes) }));
  frame.button.disabled = !rounds.open || chosen.size === 0;
  const amount = money(frame.stake.value() * chosen.size);
  write(
    frame.button,
    !rounds.open
      ? t('bet.closed')
      : chosen.size === 0
        ? t('bet.choose')
        : `${t('place')} · ${amount}`,
  );
}

loadPicture(new URL(`${art}.svg`, import.meta.url)).then((picture) => scene.prepend(picture));
frame.stage.append(el('div.halves', el('div.side', scene, rounds.past), list));

// The round game: a multiplier rises until it crashes. The casino knows when; this page shows the flight.
import { boot, money, t, times } from '../frame/boot.js';
import { now } from '../frame/calls.js';
import { el, loadPicture, write } from '../frame/dom.js';
import { buildFrame, rules } from '../frame/frame.js';
import { Rounds } from '../frame/rounds.js';

const { growth, most, art } = boot.game;

const multiplier = el('bdi.multiplier', { dir: 'ltr' });
const countdown = el('div.countdown');
const trail = el('path.trail');
const ground = el('path.ground');
const craft = el('div.craft');
const sky = el(
  'svg.sky',
  { viewBox: '0 0 100 100', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
  ground,
  trail,
);

const help = () =>
  rules(t('rules.bet'), t('rules.rise'), t('rules.time'), t('rules.cap', { cap: times(most) }));

const describe = (bet) => (bet.settled && bet.win > 0 ? times(bet.paid) : boot.name);

const frame = buildFrame({ help, past: () => rounds.history(describe), go });
const rounds = new Rounds(frame, { show, paint });

/** myBet gives the player's bet on the present round. */
const myBet = () => rounds.mine[0];

function go() {
  if (!rounds.state) return;
  const bet = myBet();
  if (bet && !bet.settled && rounds.state.phase === 'playing')
    rounds.send('/cash', { bet: bet.id });
  else if (!bet && rounds.open) place();
}

async function place() {
  const stake = frame.stake.value();
  if (await rounds.send('/stake', { stake }, stake))
    frame.announce(t('say.placed', { amount: money(stake) }));
}

/** risen gives the multiplier in hundredths some milliseconds after take-off. */
const risen = (ms) =>
  Math.min(Math.max(Math.floor(Math.exp((growth * ms) / 1000) * 100 + 1e-7), 100), most);

function show(state, before) {
  rounds.showPast((point) =>
    el('bdi', { class: point >= 200 ? 'high' : '', dir: 'ltr', text: times(point) }),
  );
  frame.stage.dataset.phase = state.phase;
  const bet = myBet();
  frame.stake.lock(Boolean(bet));
  if (before?.phase === state.phase && before.round === state.round) {
    if (bet?.settled && bet.win > 0 && !before.bets.find(({ id }) => id === bet.id)?.settled)
      frame.say(t('cashed', { m: times(bet.paid), amount: money(bet.win) }));
    return;
  }
  if (state.phase === 'betting') {
    frame.wallet.win(0);
    frame.say(t('boarding'));
  } else if (state.phase === 'playing') {
    frame.say(t('airborne'));
    if (bet) frame.announce(t('say.takeoff'));
  } else {
    frame.say(t('gone', { m: times(state.point) }));
    frame.announce(t('say.gone', { m: times(state.point) }));
  }
}

function paint() {
  const { phase, closes, point } = rounds.state;
  const air = phase === 'betting' ? 0 : Math.max(now() - closes, 0);
  const shown = phase === 'over' ? point : risen(air);
  write(multiplier, phase === 'betting' ? '' : times(shown));
  countdown.hidden = phase !== 'betting';
  write(countdown, t('takeoff', { n: rounds.seconds(closes) }));
  draw(shown);
  button(shown);
}

/** draw places the craft on its curve. The curve fills the sky, however high it is. */
function draw(shown) {
  const height = Math.log(shown / 100) / Math.log(most / 100);
  const [x, y] = [16 + 62 * height ** 0.5, 84 - 62 * height ** 0.8];
  ground.setAttribute('d', `M0 92Q${x * 0.7} 92 ${x} ${y}L${x} 100H0Z`);
  trail.setAttribute('d', `M0 92Q${x * 0.7} 92 ${x} ${y}`);
  craft.style.insetInlineStart = `${x}%`;
  craft.style.top = `${y}%`;
}

function button(shown) {
  const { phase } = rounds.state;
  const bet = myBet();
  const aloft = phase === 'playing' && bet && !bet.settled;
  frame.button.classList.toggle('cash', Boolean(aloft));
  frame.button.disabled = aloft ? shown <= 100 : Boolean(bet) || !rounds.open;
  if (aloft) write(frame.button, `${t('cash')} · ${money(Math.floor(bet.stake * shown) / 100)}`);
  else write(frame.button, t(bet && phase === 'betting' ? 'bet.placed' : 'place'));
}

loadPicture(new URL(`${art === 'spaceman' ? 'spaceman' : 'zeplin'}.svg`, import.meta.url)).then(
  (picture) => craft.append(picture),
);
frame.stage.append(sky, craft, multiplier, countdown, rounds.past);
frame.stage.dir = 'ltr'; // the curve rises to the right in every language

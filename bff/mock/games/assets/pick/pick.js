// A game of one draw. The casino draws and pays; this page places bets and shows the outcome.
import { boot, money, t } from '../frame/boot.js';
import { now } from '../frame/clock.js';
import { el, fill, mark, write } from '../frame/dom.js';
import { loadPicture } from '../frame/pictures.js';
import { play, sounding } from '../frame/sound.js';
import { sparkle } from '../frame/sparkle.js';
import { cell, row } from '../frame/tables.js';
import { Picks, PickRound } from '../rounds/picks.js';
import { seconds } from '../rounds/round.js';

const { game } = boot;
const marketOf = (pick) => game.markets.find(({ picks }) => picks.includes(pick));

/**
 * See rounds/picks.js. The casino decides which picks win besides the outcome itself. Bets of another
 * version of the game may have unknown picks.
 */
const kind = {
  nameOf: (pick) =>
    marketOf(pick) && /^[a-z]/.test(pick) ? t(`pick.${pick}`) : pick.replace('-', ' : '),
  marketOf: (pick) => (marketOf(pick) ? t(`market.${marketOf(pick).name}`) : boot.name),
  priceOf: (pick) => game.prices[pick],
  verdict: (pick, outcome) => pick === outcome,
  stateOf: (bet) => (!bet.settled ? '' : bet.win > 0 ? 'won' : 'lost'),
};

const accents = { tr: 'tr-TR', en: 'en-GB', de: 'de-DE', ru: 'ru-RU', ar: 'ar-SA' };

/** speak says a number with the browser's voice, if it has one. */
function speak(number) {
  const { speechSynthesis } = window;
  if (!sounding() || !speechSynthesis) return;
  const speech = new SpeechSynthesisUtterance(number);
  speech.lang = accents[boot.lang];
  speechSynthesis.speak(speech);
}

function marketList(changed) {
  const list = new Picks(kind, changed);
  const nodes = game.markets.map(({ name, picks }) =>
    list.market(name, t(`market.${name}`), picks),
  );
  const label = t('bet.choose');
  list.node = el('div.markets.panel-box.scroll', { tabindex: '0', 'aria-label': label }, nodes);
  return list;
}

function rules() {
  const { rtp, betting, bets, most } = game;
  const limits = { n: betting / 1000, bets, most: money(most) };
  return {
    points: [t('rules.bet', limits), t('rules.draw'), t('rules.pay'), t('rules.odds')],
    rtp,
  };
}

class Pick extends PickRound {
  constructor() {
    super({ game, kind, markets: marketList, rules });
    this.count = el('b.count');
    this.words = el('span');
    this.outcome = el('bdi.outcome', { dir: 'auto' });
    this.countdown = el('div.countdown', this.count, this.words);
    this.scene = el('div.scene', { class: game.art }, this.outcome, this.countdown);
    loadPicture(`${game.art}.svg`, import.meta.url).then((picture) => this.scene.prepend(picture));
    this.past = el('button.past.row', { onclick: () => this.openPast() });
    const left = el('div.side', this.scene, this.past, this.tickets.node);
    this.stage.append(el('div.halves', left, this.markets.node));
    this.start(this.stage, this.keys);
  }

  /** result is the outcome once the round is over. */
  result() {
    return this.table.phase === 'over' ? this.table.outcome : null;
  }

  show({ past }) {
    const outcomes = past.slice(0, 8).map(({ outcome }) => el('bdi', kind.nameOf(outcome)));
    fill(this.past, el('span', t('past')), outcomes);
  }

  standing() {
    const outcome = this.result();
    if (outcome) return t('over', { outcome: kind.nameOf(outcome) });
    return t(this.table.phase === 'betting' ? 'open' : 'drawing');
  }

  turn(before) {
    const outcome = this.result();
    write(this.outcome, outcome ? kind.nameOf(outcome) : '');
    this.say(this.standing());
    this.announce(this.standing());
    if (!before) return;
    play(outcome ? 'stop' : 'roll');
    if (outcome && game.speaks) speak(outcome);
  }

  celebrate() {
    sparkle(this.scene, 700, ['#ffd54a', '#ffffff', '#8fd8ff']);
  }

  paint() {
    const { phase, closes, ends } = this.table;
    const over = phase === 'over';
    mark(this.scene, { rolling: phase === 'playing', soon: this.open && closes - now() < 10_000 });
    write(this.count, seconds(over ? ends : closes));
    write(this.words, t(over ? 'next' : 'countdown'));
    this.countdown.hidden = phase === 'playing';
  }

  openPast() {
    const rows = this.table.past.map(({ round, outcome }) =>
      row([String(round), cell(kind.nameOf(outcome))]),
    );
    this.openHistory(t('past'), { names: [t('round'), t('outcome')], rows });
  }
}

new Pick();

// The race. The casino runs it and settles the bets; this page shows the race and places bets.
import { boot, money, t } from '../frame/boot.js';
import { now } from '../frame/clock.js';
import { el, fill, mark, press } from '../frame/dom.js';
import { hundredths } from '../frame/numbers.js';
import { play } from '../frame/sound.js';
import { Picks, PickRound } from '../rounds/picks.js';
import { seconds, sumOf } from '../rounds/round.js';
import { Track, shareOf } from './track.js';

const { game } = boot;
const runners = [0, 1, 2, 3, 4, 5];
const names = { win: t('market.win'), place: t('market.place') };
const kinds = Object.keys(names);

const cloth = (runner) => el(`span.cloth.cloth${runner + 1}`, String(runner + 1));

/** Market lists the runners, each with the prices of its picks and its position in the race. */
class Market extends Picks {
  constructor(changed) {
    super({}, changed);
    this.rows = runners.map((runner) => this.row(runner));
    const heads = kinds.map((kind) => el('span', names[kind]));
    this.node = el(
      'section.runners',
      { 'aria-label': t('market') },
      el('div.heads', { 'aria-hidden': 'true' }, el('span', t('market.runner')), heads),
      el(
        'ul',
        this.rows.map((row) => row.node),
      ),
    );
  }

  row(runner) {
    const name = el('bdi.ellipsis');
    const position = el('span.position');
    const prices = kinds.map((kind) => {
      const pick = `${kind} ${runner}`;
      const price = el('strong', { dir: 'ltr' });
      const note = el('small');
      const onclick = () => this.toggle(pick);
      const button = el('button.odds.stack', { 'aria-pressed': 'false', onclick }, price, note);
      return { kind, pick, price, note, button };
    });
    const buttons = prices.map(({ button }) => button);
    const node = el('li', cloth(runner), el('span.who', name, position), buttons);
    return { node, name, position, prices };
  }

  /** step changes from no pick of a runner to win, to place, to none. */
  step(runner) {
    if (!this.open) return;
    const [win, place] = kinds.map((kind) => `${kind} ${runner}`);
    if (this.picks.delete(win)) this.picks.add(place);
    else if (!this.picks.delete(place)) this.picks.add(win);
    this.paint();
    this.changed();
  }

  paint() {
    if (!this.table) return;
    this.rows.forEach(({ name, prices }, i) => {
      const runner = this.table.runners[i];
      name.textContent = runner.name;
      for (const { kind, pick, price, note, button } of prices) {
        const bets = this.held.filter((bet) => bet.kind === kind && bet.runner === i);
        const win = sumOf(bets.map((bet) => bet.win));
        const over = bets.length > 0 && bets.every((bet) => bet.settled);
        const amount = over ? win : sumOf(bets.map((bet) => bet.stake));
        price.textContent = hundredths(runner[kind]);
        note.textContent = bets.length ? money(amount) : '';
        mark(button, { staked: bets.length, won: win > 0, lost: over && win === 0 });
        press(button, this.picks.has(pick));
        const label = `${names[kind]}, ${i + 1} ${runner.name}: ${price.textContent}`;
        button.setAttribute('aria-label', `${label} ${note.textContent}`);
        button.disabled = !this.open;
      }
    });
  }

  /** order shows the positions, given the runners from the first on. */
  order(order) {
    this.rows.forEach(({ node, position }, i) => {
      const place = order.indexOf(i) + 1;
      position.textContent = place > 0 ? t('position', { n: place }) : '';
      mark(node, { first: place === 1, second: place === 2 });
    });
  }
}

function rules() {
  const { rtp, betting, running } = game;
  const points = [
    t('rules.time', { bets: betting / 1000, race: running / 1000 }),
    t('rules.win'),
    t('rules.place'),
    t('rules.price'),
    t('rules.closed'),
  ];
  return { points, rtp };
}

class Race extends PickRound {
  constructor() {
    super({ game, kind: {}, markets: (changed) => new Market(changed), rules });
    this.ordered = true;
    this.slip.total = true;
    this.track = new Track(this.stage);
    this.count = el('strong.count');
    this.beneath = el('span.beneath');
    this.hud = el('div.hud', this.count, this.beneath);
    this.past = el('ol.past.strip', { 'aria-label': t('history'), tabindex: '0' });
    this.stage.append(this.hud);
    document.getElementById('game').append(this.past, this.markets.node);
    const steps = runners.map((runner) => [runner + 1, () => this.markets.step(runner)]);
    this.start(this.hud, { ...this.keys, ...Object.fromEntries(steps) });
    this.ranked = 0;
  }

  get closes() {
    return this.table.starts;
  }

  result() {
    return null;
  }

  request(picks, stake) {
    const bets = picks.map((pick) => {
      const [kind, runner] = pick.split(' ');
      return { kind, runner: Number(runner), stake };
    });
    return ['/stake', { round: this.table.round, bets }];
  }

  placed(text) {
    super.placed(text);
    this.say(text);
  }

  begin() {
    super.begin();
    this.markets.order([]);
  }

  show({ history }) {
    const races = history.map(({ order: [a, b] }) => {
      const label = t('history.one', { a: a + 1, b: b + 1 });
      return el('li', { dir: 'ltr', 'aria-label': label }, cloth(a), cloth(b));
    });
    fill(this.past, races);
  }

  standing() {
    const { phase, order, runners } = this.table;
    if (phase !== 'result') return t(phase === 'betting' ? 'boarding' : 'running');
    // Isolated: a number and a name of another script would change places in Arabic.
    const [a, b] = order.map((runner) => `\u2068${runner + 1} ${runners[runner].name}\u2069`);
    return t('result', { a, b });
  }

  turn(before) {
    const { phase, order } = this.table;
    this.say(this.standing());
    if (phase === 'running' && before) play('roll');
    if (phase !== 'result') return;
    this.markets.order(order);
    if (before) this.announce(this.standing());
  }

  paint(time) {
    const { phase, starts, legs, order, runners } = this.table;
    const ms = now() - starts;
    const winner = phase === 'result' ? order[0] : null;
    this.count.className = winner === null ? 'count' : `count cloth cloth${winner + 1}`;
    this.count.textContent = winner !== null ? winner + 1 : this.open ? seconds(starts) : '';
    this.beneath.textContent =
      winner !== null ? runners[winner].name : this.open ? t('countdown') : '';
    this.track.draw({ ms, legs, time });
    if (phase !== 'running' || time - this.ranked < 300) return;
    this.ranked = time;
    const share = legs.map((leg) => (ms >= leg.time ? 2 - leg.time / 1e6 : shareOf(leg, ms)));
    this.markets.order([...share.keys()].sort((a, b) => share[b] - share[a]));
  }
}

new Race();

// A short match. The casino runs it and pays; this page places bets, and plays the match from
// the attacks that the casino reports.
import { boot, money, t } from '../frame/boot.js';
import { now } from '../frame/clock.js';
import { el, fill, mark, write } from '../frame/dom.js';
import { play } from '../frame/sound.js';
import { sparkle } from '../frame/sparkle.js';
import { cell, row } from '../frame/tables.js';
import { Picks, PickRound } from '../rounds/picks.js';
import { seconds } from '../rounds/round.js';
import { Pitch } from './pitch.js';
import { Play } from './play.js';
import { Scoreboard } from './scoreboard.js';

const { game } = boot;
const minutes = 90;
const markets = {
  '1x2': ['1', 'X', '2'],
  goals: ['over', 'under'],
  both: ['yes', 'no'],
  score: game.picks.slice(7),
};

/** outcomes decide picks by a score, as the casino does; the other picks are scores. */
const outcomes = {
  1: (home, away) => home > away,
  X: (home, away) => home === away,
  2: (home, away) => home < away,
  over: (home, away) => home + away > 2,
  under: (home, away) => home + away < 3,
  yes: (home, away) => home > 0 && away > 0,
  no: (home, away) => home === 0 || away === 0,
  other: (home, away) => home > 3 || away > 3,
};
const wins = (pick, score) => outcomes[pick]?.(...score) ?? pick === score.join('-');

const kind = {
  nameOf: (pick) => (/^[a-z]/.test(pick) ? t(`pick.${pick}`) : pick.replace('-', ' : ')),
  marketOf: (pick) =>
    t(`market.${Object.keys(markets).find((name) => markets[name].includes(pick))}`),
  priceOf: (pick, table) => table.prices[pick],
  verdict: (pick, { score }) => score && wins(pick, score),
  stateOf(bet, { score, over }) {
    const right = score && wins(bet.pick, score);
    if (over) return right ? 'won' : 'lost';
    return right ? 'leads' : '';
  },
};

function marketList(changed) {
  const list = new Picks(kind, changed);
  const nodes = Object.entries(markets).map(([name, picks]) =>
    list.market(name === '1x2' ? 'result' : name, t(`market.${name}`), picks),
  );
  const label = t('bet.choose');
  list.node = el('div.markets.panel-box.scroll', { tabindex: '0', 'aria-label': label }, nodes);
  return list;
}

function rules() {
  const { rtp, betting, bets, most } = game;
  const limits = { n: betting / 1000, bets, most: money(most) };
  const points = [t('rules.bet', limits), t('rules.play'), t('rules.pay'), t('rules.odds')];
  return { points, rtp };
}

class Football extends PickRound {
  constructor() {
    super({ game, kind, markets: marketList, rules });
    this.board = new Scoreboard();
    this.count = el('b.count');
    this.words = el('span');
    this.countdown = el('div.countdown', this.count, this.words);
    this.flash = el('div.flash', { 'aria-hidden': 'true' });
    const label = t('pitch');
    this.view = el('div.view', { role: 'img', 'aria-label': label }, this.countdown, this.flash);
    this.pitch = new Pitch(this.view);
    this.past = el('button.past.row', { onclick: () => this.openResults() });
    const left = el('div.side', this.board.node, this.view, this.past, this.tickets.node);
    this.stage.append(el('div.halves', left, this.markets.node));
    const pick = (name) => () => this.markets.toggle(name);
    const picks = { 1: pick('1'), x: pick('X'), X: pick('X'), 2: pick('2') };
    this.start(this.stage, { ...this.keys, ...picks });
  }

  /** time gives the milliseconds since the kick-off, negative before it. */
  get time() {
    return now() - this.table.closes - game.lead;
  }

  get teams() {
    return [this.table.home, this.table.away];
  }

  result() {
    const { attacks, phase } = this.table;
    const over = phase === 'over';
    const score = attacks && this.time >= 0 ? this.match.score(over ? Infinity : this.time) : null;
    return { score, over };
  }

  begin() {
    super.begin();
    Object.assign(this, { match: new Play([]), goals: 0, told: '' });
  }

  show(table, before) {
    this.board.teams(this.teams);
    const results = table.past.map((past) => el('bdi', { dir: 'ltr', text: past.score.join('-') }));
    if (!before) fill(this.past, el('span', t('results')), results);
    if (!table.attacks || this.match.attacks.length > 0) return;
    this.match = new Play(table.attacks);
    // Goals that were scored before the page was opened are not celebrated.
    if (!before) this.goals = this.match.score(this.time).reduce((a, b) => a + b);
  }

  standing() {
    const { phase } = this.table;
    if (phase === 'over') return t('fulltime', { score: this.match.score(Infinity).join(' : ') });
    return t(phase === 'betting' ? 'open' : 'kickoff');
  }

  turn(before) {
    this.say(this.standing());
    const [home, away] = this.teams;
    if (this.table.phase === 'betting')
      this.announce(t('say.open', { home: home.name, away: away.name }));
    if (!before || this.table.phase !== 'playing') return;
    play('roll');
    this.announce(t('kickoff'));
  }

  celebrateGoal(side, score) {
    const { name, shirt, number } = this.teams[side];
    const { flash } = this;
    fill(flash, el('strong', t('goal')), el('bdi', name));
    flash.style.setProperty('--team', shirt);
    flash.style.setProperty('--on-team', number);
    flash.classList.remove('shown');
    void flash.offsetWidth; // restarts the animation
    flash.classList.add('shown');
    setTimeout(() => flash.classList.remove('shown'), 1600);
    play('win');
    sparkle(this.view, 700, [shirt, number, '#ffffff']);
    this.announce(t('say.goal', { team: name, score: score.join(' : ') }));
  }

  /** comment describes the attack in the status line, and celebrates goals. */
  comment(score) {
    const event = this.match.event(this.time);
    if (!event || this.table.phase !== 'playing') return;
    const { index, attack, over } = event;
    const key = `${index}.${over}`;
    if (key !== this.told) {
      this.told = key;
      const team = this.teams[attack.side].name;
      this.say(over ? t(`end.${attack.end}`, { team }) : t('attack', { team }));
    }
    const goals = score[0] + score[1];
    if (goals > this.goals) this.celebrateGoal(attack.side, score);
    if (goals !== this.goals) this.refresh();
    this.goals = goals;
  }

  paint() {
    const { table, match, time } = this;
    const { score, over } = this.result();
    const before = table.phase === 'betting' || time < 0;
    if (!before && !over) this.comment(score);
    const length = match.attacks.length * game.moment;
    const minute = over ? minutes : Math.min(Math.floor((time / length) * minutes) + 1, minutes);
    this.board.show(score, before ? '' : `${minute}′`);
    const soon = before && table.closes - now() < 10_000;
    mark(this.countdown, { shown: before || over, small: over, soon });
    write(this.words, t(over ? 'next' : 'countdown'));
    write(this.count, seconds(over ? table.ends : table.closes));
    this.pitch.draw(match, before ? -1 : Math.min(time, length), this.teams);
  }

  openResults() {
    const rows = this.table.past.map(({ home, away, score }) =>
      row([`${home.name} – ${away.name}`, cell(score.join(' : '), { dir: 'ltr' })]),
    );
    this.openHistory(t('results'), { names: [t('match'), t('score')], rows });
  }
}

new Football();

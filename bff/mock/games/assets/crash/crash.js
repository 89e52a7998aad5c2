// The crash game. The casino runs the rounds and decides what a cash-out pays; this page shows
// the flight, and sends the player's bets and cash-outs.
import { boot, money, rate, t } from '../frame/boot.js';
import { now } from '../frame/clock.js';
import { el, write } from '../frame/dom.js';
import { showInsufficientFunds } from '../frame/frame.js';
import { chance, times } from '../frame/numbers.js';
import { play } from '../frame/sound.js';
import { cell, table } from '../frame/tables.js';
import { Round, seconds, sumOf } from '../rounds/round.js';
import { send } from '../rounds/send.js';
import { Board, History } from './board.js';
import { grade, multiplierAt, timeOf } from './multiplier.js';
import { BetPanel } from './panel.js';
import { Scene } from './scene.js';

const { game } = boot;

function rules() {
  const { rtp, cap, betting } = game;
  const marks = [110, 150, 200, 300, 500, 1000, 5000, 10000, 100000];
  const odds = marks.map((mark) =>
    el(
      'tr',
      el('th', { scope: 'row' }, el('bdi', { dir: 'ltr', text: times(mark) })),
      cell(chance(rtp / mark)),
    ),
  );
  const points = [
    t('rules.bet', { n: betting / 1000 }),
    t('rules.rise'),
    t('rules.auto'),
    t('rules.time'),
    t('rules.cap', { cap: times(cap) }),
  ];
  const names = [t('multiplier'), t('rules.chance')];
  const nodes = [el('p', t('rules.odds', { rate: rate(rtp) })), table(names, odds)];
  return { points, nodes, rtp };
}

class Crash extends Round {
  constructor() {
    super(rules);
    this.ordered = true;
    this.board = new Board();
    this.history = new History(this.board.button);
    this.figure = el('strong.multiplier', { dir: 'ltr' });
    this.beneath = el('span.beneath');
    this.left = el('i');
    this.hud = el('div.hud', this.figure, this.beneath, el('div.meter.fuel', this.left));
    this.scene = new Scene(this.stage, game.look, game.growth);
    const press = (panel) => this.press(panel);
    const { announce } = this;
    this.panels = [0, 1].map((index) => new BetPanel(index, game, { announce, press }));
    [this.active] = this.panels;
    document.getElementById('game').append(this.history.node, this.board.node);
    document.body.classList.add(game.look);
    this.stage.append(this.hud);
    for (const panel of this.panels) {
      this.controls.append(panel.node);
      panel.node.addEventListener('focusin', () => (this.active = panel));
    }
    const key = (i) => () => press(this.panels[i]);
    this.start(this.hud, {
      ' ': key(0),
      1: key(0),
      2: key(1),
      ArrowUp: () => this.active.steps.move(1),
      ArrowDown: () => this.active.steps.move(-1),
    });
    this.listed = 0;
  }

  /** phase gives the phase by the page's clock, which is ahead of the last response. */
  get phase() {
    if (this.table.phase === 'crashed') return 'crashed';
    return now() < this.table.takeoff ? 'betting' : 'flying';
  }

  betOf(panel) {
    return this.mine.find((bet) => bet.hand === panel.index);
  }

  begin() {
    this.scene.clear();
    for (const panel of this.panels) panel.showOutcome('');
  }

  show({ history, bets, round, phase }) {
    this.history.show(history);
    this.board.showMine(bets, round, phase);
  }

  standing() {
    const { phase, point } = this.table;
    if (phase !== 'crashed') return t(phase === 'betting' ? 'boarding' : 'airborne');
    return t(point >= game.cap ? 'top' : 'gone', { m: times(point) });
  }

  turn(before) {
    const { phase, point, balance } = this.table;
    this.say(this.standing());
    if (phase === 'betting') {
      for (const panel of this.panels)
        if (panel.due && !panel.busy && !this.betOf(panel)) this.place(panel);
    } else if (phase === 'flying') {
      if (before) play('roll');
      if (this.mine.some((bet) => !bet.settled)) this.announce(t('say.takeoff'));
    } else {
      const lost = (bet) => bet?.settled && bet.win === 0;
      for (const panel of this.panels) {
        const bet = this.betOf(panel);
        if (lost(bet)) panel.showOutcome('lost', bet.stake);
      }
      if (!before) return;
      play('stop');
      const text = this.mine.some(lost) ? 'say.lost' : 'say.gone';
      this.announce(t(text, { m: times(point), balance: money(balance) }));
    }
  }

  settle({ bets, round }, first) {
    for (const bet of this.news(bets)) {
      if (bet.win > 0 && (!first || bet.round === round)) this.showWin(bet, first);
      if (!first) this.wallet.paid(bet.win, bet.id);
    }
  }

  showWin(bet, quiet) {
    const { round, balance } = this.table;
    if (bet.round === round) {
      this.panels[bet.hand].showOutcome('won', bet.win, bet.paid);
      this.scene.flag(timeOf(bet.paid));
      this.wallet.win(sumOf(this.mine.map((b) => b.win)));
    }
    if (quiet) return;
    play(bet.paid >= 1000 ? 'big' : 'win');
    const values = { m: times(bet.paid), amount: money(bet.win), balance: money(balance) };
    this.say(t('cashed', values));
    this.announce(t('say.cashed', values));
  }

  /** update gives a panel the state of what it can do now. */
  update(panel) {
    if (panel.busy) return panel.show('sent');
    const bet = this.betOf(panel);
    const betting = this.phase === 'betting';
    if (bet && !bet.settled) {
      panel.adopt(bet);
      if (betting) return panel.show('placed');
      return panel.show('flying', (bet.stake * multiplierAt(now() - this.table.takeoff)) / 100);
    }
    if (panel.queued || (panel.due && (bet || !betting))) return panel.show('queued');
    return panel.show(betting && !bet ? 'idle' : 'wait');
  }

  refresh() {
    for (const panel of this.panels) this.update(panel);
  }

  press(panel) {
    this.active = panel;
    if (!this.table || panel.busy) return;
    this.update(panel);
    // A press for a cash-out that comes too late must not place a bet.
    if (panel.state !== 'flying' && performance.now() - (panel.flew ?? -Infinity) < 700) return;
    const short = panel.state === 'wait' && this.wallet.balance() < panel.stake; // refused at once
    if (panel.state === 'idle' || short) this.place(panel);
    else if (panel.state === 'flying') this.send(panel, '/cash', { bet: this.betOf(panel).id });
    else if (panel.state === 'queued') panel.cancel();
    else if (panel.state === 'wait') {
      panel.queued = true;
      play('click');
    }
    this.update(panel);
  }

  async place(panel) {
    panel.queued = false;
    if (!(await this.wallet.covers(panel.stake))) {
      for (const each of this.panels) each.cancel();
      await showInsufficientFunds();
      return;
    }
    if (this.phase !== 'betting') {
      panel.queued = true;
      this.update(panel);
      return;
    }
    const { stake, auto, index } = panel;
    const bet = { round: this.table.round, hand: index, stake, auto };
    if (!(await this.send(panel, '/stake', bet))) return;
    play('click');
    this.announce(t('say.placed', { amount: money(stake) }));
  }

  /** send requests a bet or a cash-out and returns whether it was accepted. */
  send(panel, path, bet) {
    return send(path, bet, {
      take: this.take,
      busy: (busy) => {
        panel.busy = busy;
        this.update(panel);
      },
      failed: () => panel.cancel(),
      again: () => this.send(panel, path, bet),
      say: this.say,
      passing: ['closed', 'no bet', 'busy'],
    });
  }

  paint(time) {
    const { phase, hud } = this;
    const { takeoff, crash, point, others } = this.table;
    const [betting, crashed] = [phase === 'betting', phase === 'crashed'];
    const air = betting ? -1 : Math.min((crashed ? crash : now()) - takeoff, timeOf(game.cap));
    const multiplier = betting ? 0 : crashed ? point : multiplierAt(air);
    const left = Math.max(takeoff - now(), 0);
    hud.dataset.phase = phase;
    hud.dataset.grade = grade(multiplier);
    write(this.figure, betting ? seconds(takeoff) : times(multiplier));
    const words = t(point >= game.cap ? 'top' : 'gone', { m: '' }).replace(/^\s*·\s*/, '');
    write(this.beneath, betting ? t('countdown') : crashed ? words : '');
    if (betting) this.left.style.scale = `${Math.min(left / game.betting, 1)} 1`;
    this.scene.draw({ air, crashed: crashed ? now() - crash : -1, time });
    for (const panel of this.panels) {
      if (panel.state === 'flying') panel.flew = performance.now();
      this.update(panel);
    }
    if (time - this.listed < 200) return;
    this.listed = time;
    this.board.showPlayers(others, left, multiplier);
  }
}

new Crash();

// A draw of balls. The casino draws and pays; this page places bets and shows the balls.
import { boot, money, t } from '../frame/boot.js';
import { now } from '../frame/clock.js';
import { el } from '../frame/dom.js';
import { play } from '../frame/sound.js';
import { sparkle } from '../frame/sparkle.js';
import { cell, row } from '../frame/tables.js';
import { PickRound } from '../rounds/picks.js';
import { balls, colourOf, drawPicks, total } from './balls.js';
import { Head } from './head.js';
import { Markets } from './markets.js';

const { game } = boot;

function rules() {
  const { rtp, betting, bets, most, drawn, colours } = game;
  const each = game.balls / colours.length;
  const ranges = colours.map(
    (colour, i) => `${t(`colour.${colour}`)} ${i * each + 1}–${(i + 1) * each}`,
  );
  const points = [
    t('rules.bet', { n: betting / 1000, bets, most: money(most) }),
    t('rules.draw', { drawn, balls: game.balls }),
    t('rules.colours', { ranges: ranges.join(' · ') }),
    t('rules.low', { ball: game.balls / 2, sum: Math.floor((drawn * (game.balls + 1)) / 2) }),
    t('rules.pay'),
    t('rules.odds'),
  ];
  return { points, rtp };
}

class Draw extends PickRound {
  constructor() {
    const markets = (changed) => new Markets(changed);
    super({ game, kind: drawPicks, markets, rules, showChosen: true });
    this.head = new Head(() => this.openPast());
    const left = el('div.side', this.head.node, this.head.past, this.tickets.node);
    this.stage.append(el('div.halves', left, this.markets.node));
    const tab = (name) => () => this.markets.openTab(name);
    const tabs = { 1: tab('numbers'), 2: tab('sum'), 3: tab('first'), 4: tab('colours') };
    this.start(this.stage, { ...this.keys, ...tabs });
  }

  result() {
    return this.table.balls;
  }

  show(table) {
    this.head.show(table);
  }

  standing() {
    const { phase, balls } = this.table;
    if (phase === 'betting') return t('open');
    if (phase === 'over') return t('over', { sum: total(balls) });
    return balls.length === 0 ? t('starts') : t('ball.of', { n: balls.length, all: game.drawn });
  }

  turn(before) {
    const { phase, balls } = this.table;
    const n = balls.length;
    this.say(this.standing());
    if (phase === 'betting') this.announce(t('open'));
    if (!before || phase === 'over') return;
    if (n === 0) {
      play('roll');
      this.announce(t('starts'));
    } else if (n > before.balls.length) {
      play('stop');
      const number = balls[n - 1];
      this.announce(t('say.ball', { n, number, colour: t(`colour.${colourOf(number)}`) }));
    }
  }

  celebrate() {
    sparkle(this.head.node, 700, ['#ffd54a', '#ffffff', '#8fd8ff']);
  }

  paint(time) {
    this.head.paint(now(), time);
  }

  openPast() {
    const draws = this.table.past.map((past) =>
      row([
        el('td', balls(past.balls)),
        cell(String(total(past.balls))),
        cell(t(`colour.${colourOf(past.balls[0])}`)),
      ]),
    );
    const names = [t('balls'), t('market.sum'), t('market.first')];
    this.openHistory(t('past'), { names, rows: draws });
  }
}

new Draw();

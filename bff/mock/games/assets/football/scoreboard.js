// The score and the clock of the match.
import { el, write } from '../frame/dom.js';

const outline = 'M8 3 2 6.5l2 5 2.5-1V21h11V10.5l2.5 1 2-5L16 3a4 4 0 0 1-8 0Z';

/** Scoreboard stands above the pitch. */
export class Scoreboard {
  constructor() {
    this.shirts = [0, 1].map(() => el('path', { d: outline, stroke: 'rgb(0 0 0 / 45%)' }));
    this.names = ['home', 'away'].map((side) => el(`bdi.team.${side}.ellipsis`, { dir: 'auto' }));
    this.score = el('bdi.score', { dir: 'ltr' });
    this.clock = el('span.clock');
    const [home, away] = this.shirts.map((shirt) =>
      el('svg.shirt', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, shirt),
    );
    this.node = el(
      'div.scoreboard',
      { dir: 'ltr' }, // as on the pitch: the home team is on the left
      this.names[0],
      home,
      el('div.middle.stack', this.score, this.clock),
      away,
      this.names[1],
    );
  }

  teams(teams) {
    teams.forEach((team, i) => {
      write(this.names[i], team.name);
      this.shirts[i].setAttribute('fill', team.shirt);
    });
  }

  /** show writes the score, null before the match, and the clock. */
  show(score, clock) {
    write(this.score, score ? score.join(' : ') : '–');
    write(this.clock, clock);
  }
}

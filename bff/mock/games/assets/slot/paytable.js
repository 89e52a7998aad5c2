// The paytable: what each symbol pays at the present stake, the lines, and the rules.
import { money, t } from '../frame/boot.js';
import { el } from '../frame/dom.js';
import { openPaytable } from '../reels/paytable.js';

const LINES = 20;

function diagram(path, number) {
  const dots = path.flatMap((row, reel) =>
    [0, 1, 2].map((r) =>
      el('rect', {
        x: reel * 8 + 1,
        y: r * 8 + 1,
        width: 6,
        height: 6,
        rx: 1.5,
        class: r === row ? 'on' : 'off',
      }),
    ),
  );
  return el(
    'figure',
    {},
    el('svg', { viewBox: '0 0 40 24', 'aria-hidden': 'true' }, ...dots),
    el('figcaption', { text: String(number) }),
  );
}

/** showPaytable opens the paytable for a stake. */
export function showPaytable(game, stake) {
  const [a, b, c] = game.freeSpins;
  const free = game.multiplier > 1 ? t('free.multiplier', { n: game.multiplier }) : '';
  return openPaytable({
    pays: (name) =>
      [5, 4, 3].map((n) => [String(n), money((game.table[name][n - 3] * stake) / LINES)]),
    told: {
      wild: t('table.wild'),
      scatter: `${t('table.scatter', { a, b, c })} ${free}`,
    },
    nodes: [
      el('p', { class: 'note', text: t('table.note', { amount: money(stake) }) }),
      el('h3', { text: t('table.lines') }),
      el(
        'div',
        { class: 'diagrams', dir: 'ltr' },
        ...game.paths.map((path, i) => diagram(path, i + 1)),
      ),
    ],
  });
}

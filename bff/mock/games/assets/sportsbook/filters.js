// What is looked at: the sports, the days, the leagues, and words to search for.
import { boot, t } from '../frame/boot.js';
import { el, fill, icon, refill } from '../frame/dom.js';
import { dayName } from './format.js';

const { game } = boot;

/** Filters shows the choice; go(to) hears of what is chosen, find(text) of words. */
export class Filters {
  constructor({ go, find }) {
    this.go = go;
    this.sports = el('nav', { class: 'sports', 'aria-label': t('sports') });
    this.days = el('div', { class: 'days', role: 'group', 'aria-label': t('days') });
    for (let n = 0; n < game.days; n++) {
      this.days.append(el('button', { type: 'button', onclick: () => go({ day: n }) }));
    }
    this.leagues = el('select', {
      'aria-label': t('leagues'),
      onchange: () => go({ league: this.leagues.value }),
    });
    let waiting;
    this.search = el('input', {
      type: 'search',
      placeholder: t('search'),
      'aria-label': t('search'),
      autocomplete: 'off',
      oninput: () => {
        clearTimeout(waiting);
        waiting = setTimeout(() => find(this.search.value.trim()), 250);
      },
    });
    this.tools = el(
      'div',
      { class: 'filters' },
      el('label', { class: 'search' }, icon('search'), this.search),
      this.leagues,
    );
  }

  /** show follows what is looked at; list tells whether that is a list of matches. */
  show(at, board, list) {
    this.tools.hidden = at.match !== 0;
    this.leagues.hidden = at.view === 'coupons' || at.text.length > 0;
    this.days.hidden = !list || at.view !== 'soon' || at.text.length > 0;
    this.sports.hidden = at.view === 'coupons';
    if (!board) return;
    if (!at.text) this.showSports(at, board);
    this.showLeagues(at, board);
    [...this.days.children].forEach((button, n) => {
      button.textContent = dayName(n, board.now);
      button.setAttribute('aria-pressed', String(n === at.day));
    });
  }

  /** showSports draws the sports anew only where they are others, to keep the focus. */
  showSports(at, board) {
    const now = JSON.stringify([board.sports, at.view, at.sport]);
    if (now === this.sportsNow) return;
    this.sportsNow = now;
    const all = board.sports.reduce((sum, sport) => sum + sport.count, 0);
    const button = (key, name, count) =>
      el(
        'button',
        {
          type: 'button',
          'aria-pressed': String(at.sport === key),
          onclick: () => this.go({ sport: key }),
        },
        key ? icon(key) : '',
        el('span', { text: name }),
        el('span', { class: 'count', text: String(count) }),
      );
    refill(
      this.sports,
      ...(at.view === 'live' ? [button('', t('sports.all'), all)] : []),
      ...board.sports.map((sport) => button(sport.key, sport.name, sport.count)),
    );
  }

  showLeagues(at, board) {
    const of = board.matches.filter((match) => !at.sport || match.sport === at.sport);
    const names = [...new Set(of.map((match) => match.league))].sort();
    if (at.league && !names.includes(at.league)) names.push(at.league);
    const now = JSON.stringify([names, at.league]);
    if (now === this.leaguesNow) return;
    this.leaguesNow = now;
    fill(
      this.leagues,
      el('option', { value: '', text: t('leagues.all') }),
      ...names.map((name) =>
        el('option', { value: name, text: name, selected: name === at.league }),
      ),
    );
  }
}

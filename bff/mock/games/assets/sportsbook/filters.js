// The filters of matches: sport, day, league and search.
import { boot, t } from '../frame/boot.js';
import { el, icon, option, rebuild } from '../frame/dom.js';
import { dayName } from './format.js';

/** Filters shows the filters; go(to) is called with a choice, find(text) with a search. */
export class Filters {
  constructor({ go, find }) {
    this.go = go;
    this.sports = el('nav.options.sports.strip', { 'aria-label': t('sports') });
    this.days = el('div.options.days.strip', { role: 'group', 'aria-label': t('days') });
    this.leagues = el('select', {
      'aria-label': t('leagues'),
      onchange: () => go({ league: this.leagues.value }),
    });
    let timer;
    this.search = el('input', {
      type: 'search',
      placeholder: t('search'),
      'aria-label': t('search'),
      autocomplete: 'off',
      oninput: () => {
        clearTimeout(timer);
        timer = setTimeout(() => find(this.search.value.trim()), 250);
      },
    });
    this.tools = el('div.filters', el('label.search', icon('search'), this.search), this.leagues);
  }

  /** show updates the filters to what is viewed; list reports whether that is a list of matches. */
  show(at, board, list) {
    this.tools.hidden = at.match !== 0;
    this.leagues.hidden = at.view === 'coupons' || at.text.length > 0;
    this.days.hidden = !list || at.view !== 'soon' || at.text.length > 0;
    this.sports.hidden = at.view === 'coupons';
    if (!board) return;
    const days = Array.from({ length: boot.game.days }, (_, n) => dayName(n, board.now));
    rebuild(this.days, [days, at.day], () =>
      days.map((name, day) => option(day === at.day, () => this.go({ day }), name)),
    );
    this.showLeagues(at, board);
    if (!at.text) this.showSports(at, board);
  }

  showSports({ view, sport }, { sports }) {
    const button = ({ key, name, count }) =>
      option(
        sport === key,
        () => this.go({ sport: key }),
        key && icon(key),
        el('span', name),
        el('span.count', count),
      );
    const count = sports.reduce((sum, { count }) => sum + count, 0);
    const all = view === 'live' ? [{ key: '', name: t('sports.all'), count }] : [];
    rebuild(this.sports, [sports, view, sport], () => [...all, ...sports].map(button));
  }

  showLeagues({ league, sport }, { matches }) {
    const shown = matches.filter((match) => !sport || match.sport === sport);
    const names = [...new Set(shown.map((match) => match.league))].sort();
    if (league && !names.includes(league)) names.push(league);
    rebuild(this.leagues, [names, league], () => [
      el('option', { value: '' }, t('leagues.all')),
      names.map((name) => el('option', { value: name, selected: name === league }, name)),
    ]);
  }
}

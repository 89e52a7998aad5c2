// Buttons of picks, which games of one draw and coupons share.
import { hundredths } from '../frame/boot.js';
import { el } from '../frame/dom.js';

/** marketNode makes a group of picks: {key, name, odd in hundredths, label, pressed}. */
export const marketNode = (title, picks, toggle) =>
  el(
    'section.market',
    el('h2', title),
    el(
      'div.picks',
      { class: picks.length > 6 ? 'many' : '' },
      picks.map(({ key, name, odd, label, pressed }) =>
        el(
          'button.odd',
          {
            'aria-label': `${label ?? title}: ${name} ${hundredths(odd)}`,
            'aria-pressed': String(pressed),
            disabled: odd === 0,
            'data-pick': key,
            onclick: () => toggle(key),
          },
          el('bdi', { text: name }),
          el('b', { text: odd === 0 ? '–' : hundredths(odd) }),
        ),
      ),
    ),
  );

// The dealer, and the other players at the table.
import { boot, money, t } from '../frame/boot.js';
import { el, mark, write } from '../frame/dom.js';
import { hash, hue, total } from './chips.js';

const men = new Set(
  'Mert,Kerem,Burak,Emre,Ozan,Oliver,Ethan,Leo,Jonas,Felix,Максим,سامر'.split(','),
);
const skins = ['#f0c39c', '#e3ab7f', '#c98b5e', '#f4d0b0'];
const hairs = ['#2b1a12', '#4a2c18', '#14100e', '#7a4a22', '#a8743a'];

function figure(name) {
  const seed = hash(name);
  const skin = skins[seed % skins.length];
  const hair = hairs[(seed >> 3) % hairs.length];
  const man = men.has(name);
  const behind = man
    ? ''
    : `<path fill="${hair}" d="M37 48c-2-26 10-38 23-38s25 12 23 38c-1 14 3 22 6 30-8 6-50 6-58 0 3-8 7-16 6-30Z"/>`;
  const front = man
    ? `<path fill="${hair}" d="M40 46c-4-22 6-34 21-34 14 0 23 11 19 33-2-9-5-14-9-17-8 4-20 4-26 1-3 5-4 10-5 17Z"/>`
    : `<path fill="${hair}" d="M40 50c-3-22 7-34 20-34s23 12 20 34c-2-10-6-17-12-21-6 6-16 9-23 9-3 4-4 8-5 12Z"/>`;
  return `${behind}
    <path fill="${skin}" d="M52 66h16v16c0 6-16 6-16 0Z"/>
    <path class="suit" d="M12 130c0-26 14-40 40-46l8 10 8-10c26 6 40 20 40 46Z"/>
    <path fill="#fff" d="m52 84 8 12 8-12 5 3-9 24h-8l-9-24Z"/>
    <path fill="rgb(0 0 0/18%)" d="m44 86 12 40h8l12-40 8 3-10 41H46L36 89Z"/>
    <path class="tie" d="m60 95-10-5v11l10-5 10 5V90Z"/>
    <path fill="${skin}" d="M41 44c0-16 8-25 19-25s19 9 19 25c0 17-9 29-19 29S41 61 41 44Z"/>
    ${front}
    <g fill="#33201a"><circle cx="52.5" cy="47" r="2.1"/><circle cx="67.5" cy="47" r="2.1"/></g>
    <path fill="none" stroke="#33201a" stroke-width="1.6" stroke-linecap="round" d="M48.5 41.500q4-2.5 8 0M63.5 41.500q4-2.5 8 0"/>
    <path fill="none" stroke="#9c4a3c" stroke-width="2" stroke-linecap="round" d="M54 60q6 5 12 0"/>`;
}

/** dealer draws the dealer with the name. */
export function dealer() {
  const name = boot.game.dealer;
  const picture = el('svg.dealer-figure', { viewBox: '0 0 120 130', 'aria-hidden': 'true' });
  picture.innerHTML = figure(name);
  const label = el('span.label', t('dealer'));
  const plate = el('div.plate.stack', label, el('strong', { dir: 'auto', text: name }));
  return el('div.dealer', picture, plate);
}

const initials = (name) => [...name.replace(/[^\p{L}]/gu, '')].slice(0, 2).join('').toUpperCase();

/** Guests is the list of the other players. */
export class Guests {
  constructor() {
    this.count = el('span');
    this.list = el('ul.guests-list');
    this.node = el('section.guests', { 'aria-label': t('guests') }, this.list);
    this.rows = [];
  }

  /** show lists the players with their stakes by now, and their wins once the round is over. */
  show({ guests, players }, elapsed, over) {
    this.count.textContent = t('guests.count', { n: guests });
    while (this.rows.length < players.length) this.rows.push(this.row());
    this.rows.forEach(({ node, face, name, sum }, i) => {
      const guest = players[i];
      node.hidden = !guest;
      if (!guest) return;
      write(name, guest.name);
      write(face, initials(guest.name));
      face.style.setProperty('--hue', hue(guest.name));
      const stake = elapsed >= guest.after ? total(guest.bets) : 0;
      const won = over && guest.win > 0;
      mark(node, { won });
      sum.textContent = won ? `+${money(guest.win)}` : stake > 0 ? money(stake) : '—';
    });
  }

  row() {
    const face = el('span.face.center', { 'aria-hidden': 'true' });
    const name = el('span.guest-name.ellipsis', { dir: 'auto' });
    const sum = el('bdi.guest-sum');
    const node = el('li', face, name, sum);
    this.list.append(node);
    return { node, face, name, sum };
  }
}

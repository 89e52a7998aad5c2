// The dealer, and the other players at the table.
import { boot, money, t } from '../frame/boot.js';
import { el, mark, write } from '../frame/dom.js';
import { loadPicture } from '../frame/pictures.js';
import { hash, hue, total } from './chips.js';

const men = new Set(
  'Mert,Kerem,Burak,Emre,Ozan,Oliver,Ethan,Leo,Jonas,Felix,Максим,سامر'.split(','),
);
const skins = ['#f0c39c', '#e3ab7f', '#c98b5e', '#f4d0b0'];
const hairs = ['#2b1a12', '#4a2c18', '#14100e', '#7a4a22', '#a8743a'];

/** dealer draws the dealer with the name. */
export function dealer() {
  const name = boot.game.dealer;
  const seed = hash(name);
  const style = {
    '--skin': skins[seed % skins.length],
    '--hair': hairs[(seed >> 3) % hairs.length],
  };
  const picture = el('div.dealer-figure', {
    'aria-hidden': 'true',
    class: men.has(name) ? 'man' : 'woman',
    style,
  });
  loadPicture('dealer.svg', import.meta.url).then((svg) => picture.append(svg));
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

// The race as it is drawn: the layers of the track, its posts, and six horses on it.
import { el } from '../frame/dom.js';
import { reducedMotion } from '../frame/motion.js';
import { loadPicture } from '../frame/pictures.js';

/** shareOf gives the share of the course that a runner has covered after some milliseconds. */
export function shareOf(leg, ms) {
  const u = Math.min(Math.max(ms / leg.time, 0), 1);
  return u + leg.early * Math.sin(Math.PI * u) + leg.late * Math.sin(2 * Math.PI * u);
}

/** Track moves the pictures in its host. */
export class Track {
  constructor(host) {
    this.node = el('div.drawing', { dir: 'ltr', 'aria-hidden': 'true' });
    host.prepend(this.node);
    this.load();
  }

  async load() {
    const files = ['track.svg', 'horse.svg'];
    const [track, horse] = await Promise.all(files.map((f) => loadPicture(f, import.meta.url)));
    this.horses = Array.from({ length: 6 }, (_, i) => {
      const node = horse.cloneNode(true);
      node.classList.add(`cloth${i + 1}`);
      node.lastElementChild.textContent = i + 1;
      return node;
    });
    this.node.append(...track.children, ...this.horses);
    this.posts = this.node.querySelectorAll('.post');
    new ResizeObserver(() => this.last && this.draw(this.last)).observe(this.node);
  }

  /** draw shows a moment: ms since the start (negative before it), and the legs once known. */
  draw(moment) {
    this.last = moment;
    if (!this.horses) return;
    const { clientWidth: w, clientHeight: h } = this.node;
    const calm = reducedMotion();
    const ms = calm && moment.legs ? Math.min(moment.ms, 0) : moment.ms;
    const course = Math.max(w * 5, 2600);
    const top = h * 0.38;
    const lane = (h - top) / 6.6;
    const size = Math.min(Math.max(lane * 2.1, 42), w * 0.24);
    const start = size * 1.3;
    const places = this.horses.map((_, i) => {
      const leg = moment.legs?.[i];
      if (!leg || ms <= 0) return 0;
      // Past the post a horse runs out.
      const after = Math.max(ms - leg.time, 0) / 1000;
      return shareOf(leg, ms) * course + (1 - Math.exp(-after / 1.6)) * size * 2;
    });
    const lead = Math.max(...places);
    const camera = Math.min(Math.max(lead - w * 0.66, 0), course + start - w * 0.4);
    this.node.style.setProperty('--camera', camera);
    [start, start + course].forEach((x, i) => (this.posts[i].style.translate = `${x - camera}px`));
    const still = ms <= 0 || calm;
    places.forEach((place, i) => {
      const { style, classList } = this.horses[i];
      const stride = place / (size * 0.23) + i;
      const lift = still ? 0 : Math.sin(stride * 2) * 0.02;
      const x = start - size * 0.62 + place - camera;
      classList.toggle('still', still);
      style.setProperty('--stride', stride);
      style.translate = `${x}px ${top + lane * (i + 1.15) + size * (lift - 0.3)}px`;
      style.scale = size;
    });
  }
}

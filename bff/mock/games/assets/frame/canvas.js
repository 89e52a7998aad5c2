// A canvas as large as its host element.

/** Canvas is the base of scenes: pen draws on it, w and h are its size in CSS pixels. */
export class Canvas {
  constructor(host) {
    this.host = host;
    this.canvas = document.createElement('canvas');
    this.canvas.className = 'drawing';
    this.canvas.setAttribute('aria-hidden', 'true');
    this.pen = this.canvas.getContext('2d');
    host.prepend(this.canvas);
  }

  /** open starts to follow the host's size and calls resized with each change. */
  open() {
    new ResizeObserver(() => this.fit()).observe(this.host);
    this.fit();
  }

  fit() {
    this.ratio = Math.min(window.devicePixelRatio || 1, 2);
    this.w = Math.max(this.host.clientWidth, 1);
    this.h = Math.max(this.host.clientHeight, 1);
    this.canvas.width = this.w * this.ratio;
    this.canvas.height = this.h * this.ratio;
    this.pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.resized();
  }
}

/** inksOf reads colours from a host's custom properties, as #rrggbb. */
export function inksOf(host, names) {
  const style = getComputedStyle(host);
  return Object.fromEntries(
    names.map((name) => [
      name.replace(/-./, (s) => s[1].toUpperCase()),
      style.getPropertyValue(`--${name}`).trim(),
    ]),
  );
}

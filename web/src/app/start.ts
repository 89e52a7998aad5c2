/**
 * The script of a page before React renders it. The build inlines it into index.html, so it imports
 * nothing. It loads the site, and repeats what the visitor did with the painted page. On a public
 * page of a guest it waits for the first use, or until the browser is idle.
 */

/** The time after the load until an unused page starts: milliseconds. */
const idleMs = 8000;
/** The duration of a slide, as in features/lobby: milliseconds. */
const slideMs = 7000;
/** The maximum wait for a pressed control that appears late: milliseconds. */
const replayMs = 10_000;

const root = document.getElementById('root')!;

/** The scripts of the page in their order. The last one is the entry. Empty in development. */
const scripts = [...document.querySelectorAll<HTMLLinkElement>('link[data-start]')];

/** Shows a notice of the server. A painted page stays below it, because its links work. */
function show(id: string): void {
  document.getElementById(id)!.hidden = false;
  root.hidden = !root.querySelector('main a');
}

/** Returns whether the browser stores a value that the site must read first. */
const isStored = (name: string) => !['null', 'false'].includes(`${localStorage.getItem(name)}`);

/** Returns whether the page can wait. The parameters of campaigns do not change a page. */
function canWait(): boolean {
  try {
    return (
      scripts[0]?.rel === '' &&
      !/#.|[?&](?!utm_|gclid|fbclid)/.test(location.search + location.hash) &&
      !['session', 'auth', 'siteUnderMaintenance'].some(isStored)
    );
  } catch {
    return false; // The browser refuses storage.
  }
}

/** Fetches and compiles the scripts, but does not run them. */
const fetchScripts = () => scripts.forEach((script) => (script.rel = 'modulepreload'));

/** Runs each script in a task, so that the page can react between them. */
async function load(): Promise<void> {
  fetchScripts();
  for (const animation of document.getAnimations()) phases.set(keyOfTarget(animation), animation);
  for (const { href } of scripts) {
    const loaded = import(href);
    // The site loads the files of a page again if they are missing. It cannot start without its entry.
    await loaded.catch(() => href === scripts.at(-1)?.href && show('failed'));
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Does a task after the browser has painted. */
const afterPaint = (task: () => void) => requestAnimationFrame(() => setTimeout(task));

const signs = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown', 'scroll'];
let hasBegun = false;
let wasUsed = false;

/** Loads the site once, after the browser has painted its reaction to the first use. */
function begin(event?: Event): void {
  // Chromium sends a pointermove for a pointer that rests over a new page.
  const { movementX, movementY } = event?.type === 'pointermove' ? (event as PointerEvent) : {};
  if (hasBegun || (movementX === 0 && movementY === 0)) return;
  hasBegun = true;
  wasUsed = event !== undefined;
  for (const name of signs) removeEventListener(name, begin);
  afterPaint(() => void load());
}

/** Moves the painted hero, as the site does. */
function advanceHero(): void {
  const track = root.querySelector('[aria-roledescription] > div');
  if (!track || hasBegun || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const isLast = Math.abs(track.scrollLeft) + 1.5 * track.clientWidth > track.scrollWidth;
  const width = document.dir === 'rtl' ? -track.clientWidth : track.clientWidth;
  track.scrollTo({
    left: isLast ? 0 : track.scrollLeft + width,
    behavior: isLast ? 'auto' : 'smooth',
  });
}

function waitForUse(): void {
  // Does not capture, because the hero scrolls by itself.
  for (const name of signs) addEventListener(name, begin, { passive: true });
  setInterval(advanceHero, slideMs);
  addEventListener('load', () => {
    if (!hasBegun) setTimeout(fetchScripts);
    const idle = window.requestIdleCallback ?? setTimeout;
    setTimeout(() => idle(() => begin()), idleMs);
  });
}

/** Identifies a painted element and the element of the site that replaces it. */
const keyOf = (element: Element) => {
  const { labels } = element as HTMLInputElement;
  const text = element.matches('a, button') ? element.textContent : element.className;
  const name = element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? text;
  return [element.tagName, name, element.getAttribute('href')].join();
};
/** The animations of the painted page, which continue on the site. */
const phases = new Map<string, Animation>();
const keyOfTarget = ({ effect }: Animation) => keyOf((effect as KeyframeEffect).target!);

const isField = (element: Element | null) => element?.matches('input, select') ?? false;

/** The visitor's acts on the painted page, by the keys of its elements. */
const done = {
  focus: '',
  /** A pressed button, or "/" for the search. */
  press: '',
  /** The keys typed after the press, for the field that it opens. */
  typed: '',
  values: new Map<string, string>(),
  scrolled: new Map<string, number>(),
};

const recorders: Record<string, (target: Element, event: KeyboardEvent) => void> = {
  click: (target) => {
    const button = target.closest('button');
    if (button) [done.press, done.typed] = [keyOf(button), ''];
  },
  input: (target) => void done.values.set(keyOf(target), (target as HTMLInputElement).value),
  focusin: (target) => (done.focus = keyOf(target)),
  keydown: (target, { key, ctrlKey, metaKey, altKey }) => {
    if (isField(target) || ctrlKey || metaKey || altKey || key.length > 1) return;
    if (done.press) done.typed += key;
    else if (key === '/') done.press = key;
  },
  scroll: (target) => {
    if (target.scrollLeft) done.scrolled.set(keyOf(target), target.scrollLeft);
  },
};
const record = (event: Event) => {
  if (event.target instanceof Element)
    recorders[event.type]?.(event.target, event as KeyboardEvent);
};

/** Gives a field a value, so that React notices it. */
function enter(field: Element, value: string): void {
  const { prototype } = field instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
}

/** Does a task with an element of the site once, when it is there. */
function withElement(find: () => Element | null | undefined, task: (element: Element) => void) {
  const attempt = () => {
    const element = find();
    if (!element) return;
    observer.disconnect();
    task(element);
  };
  const observer = new MutationObserver(attempt);
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), replayMs);
  attempt();
}

/** Repeats what the visitor did with the painted page, on the site that has replaced it. */
function replay(): void {
  for (const name in recorders) document.removeEventListener(name, record, true);
  for (const animation of phases.size > 0 ? document.getAnimations() : [])
    animation.startTime = phases.get(keyOfTarget(animation))?.startTime ?? animation.startTime;
  const { focus, press, typed, values, scrolled } = done;
  const byKey = (key: string) => () =>
    [...root.getElementsByTagName(key.split(',')[0]!)].find((element) => keyOf(element) === key);
  for (const [key, left] of scrolled) withElement(byKey(key), (list) => (list.scrollLeft = left));
  if (focus)
    withElement(byKey(focus), (element) => (element as HTMLElement).focus({ preventScroll: true }));
  afterPaint(() => {
    // The parts that wait for a touch of the page missed the first one.
    if (wasUsed) dispatchEvent(new Event('pointerdown'));
    for (const [key, value] of values) withElement(byKey(key), (field) => enter(field, value));
    if (press === '/')
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: press, bubbles: true }));
    else if (press) withElement(byKey(press), (button) => (button as HTMLElement).click());
    const opened = () => (isField(document.activeElement) ? document.activeElement : undefined);
    if (typed) withElement(opened, (field) => enter(field, typed));
  });
}

for (const name in recorders) document.addEventListener(name, record, true);
new MutationObserver((_, observer) => {
  observer.disconnect();
  replay();
}).observe(root, { attributeFilter: ['data-started'] });
document.addEventListener('failedstart', () => show('failed'));

// The site's scripts need at least Safari 15.4, Chrome and Edge 93, Firefox 98.
if (!('HTMLDialogElement' in window && 'hasOwn' in Object && 'at' in Array.prototype)) {
  show('unsupported');
} else if (canWait()) {
  waitForUse();
} else {
  void load();
}

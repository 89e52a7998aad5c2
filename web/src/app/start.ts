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
    // The site loads the files of a page again if they are missing. Its entry only imports the rest.
    const isLast = href === scripts.at(-1)?.href;
    await loaded.catch(() => isLast && !('started' in root.dataset) && show('failed'));
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
  const text = element.matches('a, button, details') ? element.textContent : element.className;
  const name = element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? text;
  const section = element.matches('button') && element.closest('section')?.querySelector('h2');
  return [
    element.tagName,
    name,
    element.getAttribute('href'),
    section && section.textContent,
  ].join();
};
/** The animations of the painted page, which continue on the site. */
const phases = new Map<string, Animation>();
const keyOfTarget = ({ effect }: Animation) => keyOf((effect as KeyframeEffect).target!);

const isField = (element: Element | null) => element?.matches('input, select') ?? false;

/** The visitor's acts on the painted page, by the keys of its elements. */
const done = {
  focus: '',
  /** The pressed buttons in order, or "/" for the search. */
  presses: [] as string[],
  /** Whether the last press opens the search. */
  isSearching: false,
  /** The text typed for the search. */
  typed: '',
  /** The control under a pressed mouse button. */
  held: '',
  values: new Map<string, string>(),
  opened: new Map<string, boolean>(),
  scrolled: new Map<string, number>(),
};

/** Records a press. Impatient presses of the same control count once. */
function press(key: string, isSearching: boolean): void {
  if (done.presses.slice(-1)[0] !== key) done.presses.push(key);
  done.isSearching = isSearching;
}

/** Records a key. The keys after a press of the search are for its field. */
function type(event: KeyboardEvent): void {
  const { key, target, isTrusted, ctrlKey, metaKey, altKey } = event;
  if (!isTrusted || isField(target as Element) || ctrlKey || metaKey || altKey) return;
  if (!done.isSearching) return key === '/' ? press(key, true) : undefined;
  if (key === 'Escape') {
    done.presses.pop();
    [done.isSearching, done.typed] = [false, ''];
  } else if (key === 'Backspace') done.typed = done.typed.slice(0, -1);
  else if (key.length === 1) done.typed += key;
  else return;
  event.preventDefault(); // a space scrolls the page or presses the button again
}

const recorders: Record<string, (target: Element, event: Event) => void> = {
  click: (target) => {
    const button = target.closest('button');
    if (button) press(keyOf(button), button.matches('[aria-keyshortcuts]'));
  },
  input: (target) => void done.values.set(keyOf(target), (target as HTMLInputElement).value),
  toggle: (target) => void done.opened.set(keyOf(target), (target as HTMLDetailsElement).open),
  focusin: (target) => (done.focus = keyOf(target)),
  keydown: (_, event) => type(event as KeyboardEvent),
  pointerdown: (target, event) => {
    const control = (event as PointerEvent).pointerType === 'mouse' && target.closest('a, button');
    done.held = control ? keyOf(control) : '';
  },
  pointerup: () => (done.held = ''),
  scroll: (target) => {
    if (target.scrollLeft) done.scrolled.set(keyOf(target), target.scrollLeft);
  },
};
const record = (event: Event) => {
  if (event.target instanceof Element) recorders[event.type]?.(event.target, event);
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

const byKey = (key: string) => () =>
  [...root.getElementsByTagName(key.split(',')[0]!)].find((element) => keyOf(element) === key);

/** Repeats what the visitor did with the painted page, on the site that has replaced it. */
function replay(): void {
  const { focus, presses, held, values, opened, scrolled } = done;
  for (const name in recorders) document.removeEventListener(name, record, true);
  document.getElementById('failed')!.hidden = true;
  root.hidden = false;
  for (const animation of phases.size > 0 ? document.getAnimations() : [])
    animation.startTime = phases.get(keyOfTarget(animation))?.startTime ?? animation.startTime;
  for (const [key, left] of scrolled) withElement(byKey(key), (list) => (list.scrollLeft = left));
  for (const [key, open] of opened)
    withElement(byKey(key), (details) => ((details as HTMLDetailsElement).open = open));
  // At once, because the visitor may continue to type.
  for (const [key, value] of values) withElement(byKey(key), (field) => enter(field, value));
  if (focus)
    withElement(byKey(focus), (element) => (element as HTMLElement).focus({ preventScroll: true }));
  // A mouse button that was pressed on a painted control makes no click on its successor.
  const release = ({ target }: Event) => {
    const control = (target as Element).closest('a, button');
    if (control && keyOf(control) === held) (control as HTMLElement).click();
  };
  if (held) addEventListener('pointerup', release, { capture: true, once: true });
  if (done.isSearching) {
    addEventListener('keydown', type, true);
    const field = () => {
      const { activeElement } = document;
      return isField(activeElement) && activeElement!.closest('dialog') ? activeElement : undefined;
    };
    const stop = () => removeEventListener('keydown', type, true);
    setTimeout(stop, replayMs);
    withElement(field, (search) => {
      stop();
      if (done.typed) enter(search, done.typed);
    });
  }
  afterPaint(() => {
    // The parts that wait for a touch of the page missed the first one.
    if (wasUsed) dispatchEvent(new Event('pointerdown'));
    for (const key of presses) {
      if (key !== '/') withElement(byKey(key), (button) => (button as HTMLElement).click());
      else document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    }
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

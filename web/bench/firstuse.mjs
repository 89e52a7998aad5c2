import { KnownDevices } from 'puppeteer-core';

/** The first presses: a page, and selectors of the control. */
const controls = {
  lobby: ['/', 'main button[aria-haspopup=dialog]'],
  list: ['/slot', 'main input, .shell-selects > *'],
  search: ['/', 'header button[class*=search], header a[href*=search]'],
  login: ['/', 'a[href="/login"]'],
};

/**
 * Stores the longest interaction, and the times of the first input and of the first commit, in every
 * document of a tab. The press may load another document.
 */
function observe() {
  globalThis.busy = performance.now();
  const watch = (type, use) => {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(use));
    observer.observe({ type, buffered: true, durationThreshold: 16 });
  };
  watch('longtask', () => (globalThis.busy = performance.now()));
  watch('event', ({ interactionId, duration }) => {
    if (interactionId) sessionStorage.inp = Math.max(sessionStorage.inp ?? 0, duration);
  });
  const store = (name, time) => (sessionStorage[name] ??= performance.timeOrigin + time);
  addEventListener('pointerdown', ({ timeStamp }) => store('pressed', timeStamp), true);
  new MutationObserver(() => {
    if (document.querySelector('#root[data-started]')) store('running', performance.now());
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-started'] });
}

/** Presses a control as the very first act on a quiet page. */
async function press(tab, url, selectors, desktop) {
  if (desktop) await tab.setViewport({ width: 1350, height: 940 });
  else await tab.emulate(KnownDevices['Moto G4']);
  await tab.emulateCPUThrottling(desktop ? 1 : 4);
  await tab.evaluateOnNewDocument(observe);
  const quiet = () => tab.waitForFunction(() => performance.now() - globalThis.busy > 500);
  await tab.goto(url, { waitUntil: 'networkidle2' }); // the stream of events remains open
  await quiet();
  const visible = [];
  for (const control of await tab.$$(selectors)) {
    if (await control.isIntersectingViewport()) visible.push(control);
  }
  if (visible.length === 0) throw new Error(`bench: ${url} does not show ${selectors}`);
  await (desktop ? visible[0].click() : visible[0].tap());
  await tab.waitForFunction(() => sessionStorage.running);
  await quiet();
  const { inp, pressed, running } = await tab.evaluate(() => ({ ...sessionStorage }));
  // A page may also run before the press.
  return { figures: { inp: Number(inp ?? 0), running: Math.max(0, running - pressed) } };
}

/** The measurements of the first press, with a processor at a quarter of its speed on a phone. */
export const presses = ['mobile', 'desktop'].flatMap((size) =>
  Object.entries(controls).map(([name, [path, selectors]]) => ({
    title: `first use of ${name}, ${size}`,
    goals: { inp: 200, running: size === 'desktop' ? 300 : 800 },
    run: (tab, origin) => press(tab, origin + path, selectors, size === 'desktop'),
  })),
);

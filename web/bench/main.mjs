import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import puppeteer from 'puppeteer-core';
import { audit, complaints } from './audit.mjs';
import { presses } from './firstuse.mjs';
import { goalsOf, leastFigures, pages } from './goals.mjs';
import { call, startServer } from './server.mjs';
import { longestTasks } from './tasks.mjs';

const { values: options } = parseArgs({
  options: {
    binary: { type: 'string' },
    // another binary that is measured in turns with the first
    beside: { type: 'string' },
    runs: { type: 'string', default: '5' },
    pages: { type: 'string', default: pages.map(({ name }) => name).join(',') },
    // off, on: without and with the mock's control API. desktop: the desktop preset. heavy: pictures
    // of 100 to 500 KB. first-use: the first press on a page. The last three are without the API.
    modes: { type: 'string', default: 'off,on,desktop,heavy,first-use' },
    // prints the ten longest tasks of the last run
    tasks: { type: 'boolean', default: false },
    // a directory for the report and the trace of each run
    out: { type: 'string' },
  },
});

/** The switches that stop Chromium's own connections to other machines. */
const switches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Signs the demo's player in with the site's own form. */
async function signIn(page, origin) {
  await page.goto(`${origin}/login`);
  await page.waitForSelector('input[name=username], input[autocomplete=username]');
  await page.type('input[autocomplete=username]', 'demo');
  await page.type('input[autocomplete=current-password]', 'Demo123');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-testid=balance]');
  await page.evaluate(setLimits);
}

/** Gives the player a deposit limit and a time limit, in the page. */
async function setLimits() {
  for (const limit of [
    { kind: 'deposit', period: 'day', amount: 500 },
    { kind: 'session_time', period: 'month', minutes: 1440 },
  ]) {
    const response = await fetch('/endpoint/v1/limits/set', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', panel: 'frontend' },
      body: JSON.stringify(limit),
    });
    const answer = await response.json();
    if (!answer.result) throw new Error(`bench: could not set a limit: ${answer.message}`);
  }
}

/** Returns the measurements of a mode: title, goals, and the run in a new tab. */
function measurements(mode, games) {
  if (mode === 'first-use') return presses;
  const wanted = pages.filter(({ name }) => options.pages.split(',').includes(name));
  return wanted.map((page) => ({
    title: `${page.name}, ${mode}`,
    goals: goalsOf(page, mode),
    run: async (tab, origin) => {
      if (page.player) await signIn(tab, origin);
      return audit(tab, origin + page.path(games), mode === 'desktop');
    },
  }));
}

/** Runs a measurement in a new browser. */
async function runOnce({ run }, origin) {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const browser = await puppeteer.launch({ executablePath, args: switches });
  try {
    return await run(await browser.newPage(), origin);
  } finally {
    await browser.close();
  }
}

/** Runs a measurement `runs` times with each server in turns. Returns the runs by server. */
async function measure(measurement, servers) {
  const results = servers.map(() => []);
  for (let run = 1; run <= Number(options.runs); run++) {
    for (const [n, { origin }] of servers.entries()) {
      const result = await runOnce(measurement, origin);
      results[n].push(result);
      if (options.out) await save(`${measurement.title}-${run}${n ? '-beside' : ''}`, result);
    }
  }
  return results;
}

async function save(name, { report, artifacts }) {
  const file = `${options.out}/${name.replaceAll(/[/, ]+/g, '_')}`;
  await mkdir(options.out, { recursive: true });
  await writeFile(`${file}.report.json`, JSON.stringify(report ?? null));
  await writeFile(`${file}.trace.json`, JSON.stringify(artifacts?.Trace ?? null));
}

const format = (figure, value) => (figure === 'cls' ? value.toFixed(3) : value.toFixed(0));

/** Returns the median of a figure, and it with the range as text. */
function summary(runs, figure) {
  const sorted = runs.map(({ figures }) => figures[figure]).sort((a, b) => a - b);
  const [least, median, most] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  const text = [median, least, most].map((value) => format(figure, value));
  return { median, text: `${text[0]} (${text[1]}–${text[2]})` };
}

/**
 * Prints the medians with their ranges next to the goals, and next to the other binary's. Returns
 * the number of missed goals.
 */
function print({ title, goals }, [runs, beside]) {
  console.log(`\n${title}\n`);
  console.log(`| figure | goal | median (range) | ${beside ? 'beside |' : ''} |`);
  console.log(`|---|---|---|---|${beside ? '---|' : ''}`);
  let missed = 0;
  for (const figure of Object.keys(runs[0].figures)) {
    const { median, text } = summary(runs, figure);
    const goal = goals[figure];
    const least = leastFigures.includes(figure);
    const met = goal === undefined || (least ? median >= goal : median <= goal);
    if (!met) missed++;
    const wanted = goal === undefined ? '' : `${least ? '≥' : '≤'} ${goal}`;
    const verdict = goal === undefined ? '' : met ? 'met' : 'missed';
    const other = beside ? `${summary(beside, figure).text} | ` : '';
    console.log(`| ${figure} | ${wanted} | ${text} | ${other}${verdict} |`);
  }
  const audited = runs.filter(({ report }) => report);
  for (const complaint of new Set(audited.flatMap(({ report }) => complaints(report)))) {
    console.log(`- ${complaint}`);
  }
  if (options.tasks && audited.length > 0) console.log(longestTasks(audited.at(-1).artifacts));
  return missed;
}

let missed = 0;
for (const mode of options.modes.split(',')) {
  const servers = [];
  try {
    for (const binary of [options.binary, options.beside].filter(Boolean)) {
      servers.push(await startServer(binary, mode));
    }
    const games = await call(servers[0].origin, 'casino/games_list', { limit: 1 });
    for (const measurement of measurements(mode, games)) {
      // The mock draws bitmaps on their first use.
      if (mode === 'heavy') for (const { origin } of servers) await runOnce(measurement, origin);
      missed += print(measurement, await measure(measurement, servers));
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}
console.log(missed === 0 ? '\nevery goal is met' : `\n${missed} goals are missed`);

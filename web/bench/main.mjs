import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import puppeteer from 'puppeteer-core';
import { audit, complaints } from './audit.mjs';
import { desktopGoals, leastFigures, pages } from './goals.mjs';
import { call, startServer } from './server.mjs';

const { values: options } = parseArgs({
  options: {
    binary: { type: 'string' },
    runs: { type: 'string', default: '5' },
    pages: { type: 'string', default: pages.map(({ name }) => name).join(',') },
    // off, on: without and with the mock's control API. desktop: the desktop preset without the API
    modes: { type: 'string', default: 'off,on,desktop' },
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

/** Visits a page `runs` times, each in a new browser. */
async function measure(page, origin, games, desktop) {
  const runs = [];
  for (let run = 1; run <= Number(options.runs); run++) {
    const browser = await puppeteer.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: switches,
    });
    try {
      const tab = await browser.newPage();
      if (page.player) await signIn(tab, origin);
      const result = await audit(tab, origin + page.path(games), desktop);
      runs.push(result);
      if (options.out) await save(`${page.name}-${desktop ? 'desktop' : 'mobile'}-${run}`, result);
    } finally {
      await browser.close();
    }
  }
  return runs;
}

async function save(name, { report, artifacts }) {
  const file = `${options.out}/${name.replaceAll('/', '_')}`;
  await mkdir(options.out, { recursive: true });
  await writeFile(`${file}.report.json`, JSON.stringify(report));
  const trace = artifacts.Trace ?? artifacts.traces?.defaultPass;
  if (trace) await writeFile(`${file}.trace.json`, JSON.stringify(trace));
}

const format = (figure, value) => (figure === 'cls' ? value.toFixed(3) : value.toFixed(0));

/** Prints the medians with their ranges next to the goals. Returns the number of missed goals. */
function print(title, runs, goals) {
  console.log(`\n${title}\n`);
  console.log('| figure | goal | median | range | |\n|---|---|---|---|---|');
  let missed = 0;
  for (const figure of Object.keys(runs[0].figures)) {
    const sorted = runs.map(({ figures }) => figures[figure]).sort((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)];
    const goal = goals[figure];
    const least = leastFigures.includes(figure);
    const met = goal === undefined || (least ? median >= goal : median <= goal);
    if (!met) missed++;
    const range = `${format(figure, sorted[0])}–${format(figure, sorted.at(-1))}`;
    const wanted = goal === undefined ? '' : `${least ? '≥' : '≤'} ${goal}`;
    const verdict = goal === undefined ? '' : met ? 'met' : 'missed';
    console.log(`| ${figure} | ${wanted} | ${format(figure, median)} | ${range} | ${verdict} |`);
  }
  for (const complaint of new Set(runs.flatMap(({ report }) => complaints(report)))) {
    console.log(`- ${complaint}`);
  }
  return missed;
}

const wanted = pages.filter(({ name }) => options.pages.split(',').includes(name));
let missed = 0;
for (const mode of options.modes.split(',')) {
  const desktop = mode === 'desktop';
  const server = await startServer(options.binary, mode === 'on');
  try {
    const games = await call(server.origin, 'casino/games_list', { limit: 1 });
    for (const page of wanted) {
      const runs = await measure(page, server.origin, games, desktop);
      const title = `${page.name}, ${desktop ? 'desktop' : `mobile, control ${mode}`}`;
      missed += print(title, runs, desktop ? desktopGoals : page.goals);
    }
  } finally {
    await server.stop();
  }
}
console.log(missed === 0 ? '\nevery goal is met' : `\n${missed} goals are missed`);

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort } from './server';
import { texts } from './texts';

const web = resolve(import.meta.dirname, '..');

/** The parts of web/ that dev.sh needs, in addition to the packages. */
const sources = ['src', 'scripts', 'index.html', 'package.json', 'tsconfig.json', 'vite.config.ts'];

/** Links each package separately, so Vite's cache inside is not shared with another server. */
async function linkPackages(folder: string): Promise<void> {
  await mkdir(folder);
  for (const name of await readdir(join(web, 'node_modules'))) {
    if (!name.startsWith('.')) await symlink(join(web, 'node_modules', name), join(folder, name));
  }
}

/** Replaces text in a file. */
async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  expect(text).toContain(from);
  await writeFile(file, text.replace(from, to));
}

const answers = (address: string) =>
  fetch(address).then(
    (response) => response.ok,
    () => false,
  );

test('`make dev` prints one address, shows every saved change, and leaves no process @all', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'croupier-dev-'));
  for (const name of sources) {
    await cp(join(web, name), join(folder, 'web', name), { recursive: true });
  }
  for (const name of ['contracts', 'configs']) {
    await cp(resolve(web, '..', name), join(folder, name), { recursive: true });
  }
  await linkPackages(join(folder, 'web/node_modules'));
  const [port, vite] = [await freePort(), await freePort()];
  const address = `http://127.0.0.1:${port}`;
  const binary = process.env.CROUPIER_BINARY ?? resolve(web, '../bin/croupier');
  const dev = spawn(join(folder, 'web/scripts/dev.sh'), [binary], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      CROUPIER_LISTEN: `127.0.0.1:${port}`,
      CROUPIER_ADMIN_LISTEN: '127.0.0.1:0',
      CROUPIER_DATA_DIR: join(folder, 'data'),
      VITE_PORT: String(vite),
      CI: '',
    },
  });
  const exited = once(dev, 'exit');
  let output = '';
  dev.stdout.on('data', (text) => (output += String(text)));
  try {
    await expect.poll(() => answers(`${address}/login`)).toBe(true);
    await page.goto(`${address}/login`);
    await expect.poll(() => output.match(/http:\/\/\S+/g)).toEqual([address]);
    const username = page.getByLabel(texts('tr', 'auth')('field.username'));
    await username.fill('demo');
    const file = join(folder, 'web/src/locales/tr/auth.json');
    const changed = JSON.parse(await readFile(file, 'utf8')) as { login: { title: string } };
    changed.login.title = 'Yeni başlık';
    await writeFile(file, JSON.stringify(changed));
    await expect(page.getByRole('heading', { name: 'Yeni başlık' })).toBeVisible();
    await expect(username).toHaveValue('demo');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Yeni başlık' })).toBeVisible();

    const variable = (name: string) =>
      page
        .evaluate(
          (element) => getComputedStyle(document.documentElement).getPropertyValue(element).trim(),
          name,
        )
        .catch(() => 'the page is being loaded');
    await edit(join(folder, 'web/src/styles/tokens.css'), '--space-8: 64px', '--space-8: 65px');
    await expect.poll(() => variable('--space-8')).toBe('65px');
    await edit(join(folder, 'configs/brands/marmara/brand.yaml'), 'radius: 14', 'radius: 3');
    await expect.poll(() => variable('--radius')).toBe('3px');
    // Vite restarts, and the page reloads.
    await page.evaluate('window.opened = true');
    await edit(join(folder, 'web/vite.config.ts'), "base: '/'", "base: '/' ");
    await expect.poll(() => output).toContain('restarting server');
    expect(await answers(`${address}/login`)).toBe(true);
    await expect.poll(() => page.evaluate('window.opened').catch(() => true)).toBeUndefined();
    await expect(username).toBeVisible();
    const lines = output.split('\n').filter((line) => line.includes('"msg":"request"'));
    expect(lines.filter((line) => line.includes('"path":"*"')).length).toBeLessThan(15);

    // Every response is checked against the contract.
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.route('**/endpoint/v1', async (route) => {
      const { api } = route.request().postDataJSON() as { api: { method: string } };
      if (api.method !== 'games_list') return route.continue();
      const response = await route.fetch();
      const answer = (await response.json()) as { data: { name: unknown }[] };
      answer.data[1]!.name = 7;
      await route.fulfill({ response, json: answer });
    });
    await page.goto(`${address}/slot/type/video`);
    await expect
      .poll(() => errors)
      .toContain(
        'casino/games_list: the response violates the contract: data: /1/name must be string',
      );
    const others = errors.filter(
      (error) => /contract/.test(error) && !error.startsWith('casino/games_list'),
    );
    expect(others, 'the other answers are as the contract says').toEqual([]);
  } finally {
    dev.kill('SIGTERM');
    await exited;
  }
  expect(await answers(`${address}/healthz`)).toBe(false);
  expect(await answers(`http://127.0.0.1:${vite}/`)).toBe(false);
  await rm(folder, { recursive: true });
});

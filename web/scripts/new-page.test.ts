import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const web = resolve(import.meta.dirname, '..');
let folder = '';
let copy = '';

/** Runs a program of the packages in the copy. */
const tool = (path: string, ...args: string[]) =>
  run(process.execPath, [join('node_modules', path), ...args], { cwd: copy });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'croupier-new-page-'));
  copy = join(folder, 'web');
  const left = new Set(['node_modules', 'dist', 'test-results', 'playwright-report']);
  for (const name of await readdir(web)) {
    if (!left.has(name)) await cp(join(web, name), join(copy, name), { recursive: true });
  }
  await cp(resolve(web, '../configs/brands'), join(folder, 'configs/brands'), { recursive: true });
  await symlink(join(web, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rm(folder, { recursive: true }));

const newPage = (...args: string[]) =>
  run(process.execPath, ['scripts/new-page.mjs', ...args], { cwd: copy });

describe('npm run new:page', () => {
  it.each([
    ['no name', []],
    ['a name that is no kebab-case', ['BonusShop']],
    ['a feature that exists', ['tickets']],
    ['an address that exists', ['slot']],
    ['a title in an unknown language', ['bonus-shop', '--title', 'fr=Boutique']],
    ['an unknown option', ['bonus-shop', '--menu']],
  ])('refuses %s and writes nothing', async (_, args) => {
    const before = await readFile(join(copy, 'src/app/routes.tsx'), 'utf8');
    await expect(newPage(...args)).rejects.toMatchObject({ code: 2 });
    expect(await readFile(join(copy, 'src/app/routes.tsx'), 'utf8')).toBe(before);
    expect(await readdir(join(copy, 'src/features'))).not.toContain('bonusShop');
  });

  it('makes the page of the tutorial, which passes types, lint, format and its tests', async () => {
    const tutorial = await readFile(join(web, 'docs/tutorial.md'), 'utf8');
    const command = /^npm run new:page (.*)$/m.exec(tutorial)?.[1]?.replace(' -- ', ' ') ?? '';
    await run('bash', ['-c', `node scripts/new-page.mjs ${command}`], { cwd: copy });
    const blocks = [...tutorial.matchAll(/^```\w+ file=(\S+)\n(.*?)^```$/gms)];
    expect(blocks.length).toBeGreaterThan(0);
    for (const [, file, content] of blocks) await writeFile(join(copy, file!), content!);
    await tool('prettier/bin/prettier.cjs', '--write', 'src/locales/*/recentLogins.json');
    await run(process.execPath, ['scripts/locale-types.mjs'], { cwd: copy });
    const page = 'src/features/recentLogins';
    const check = async () => {
      await tool('eslint/bin/eslint.js', '--max-warnings', '0', page, 'src/app/routes.tsx');
      await tool('prettier/bin/prettier.cjs', '--check', page, 'src/app', 'src/lib/paths');
    };
    const compileAndTest = async () => {
      await tool('typescript-native/bin/tsc', '--noEmit');
      await tool('vitest/vitest.mjs', 'run', page, 'src/lib/paths', 'src/lib/i18n');
    };
    await Promise.all([check(), compileAndTest()]);
    const menu = JSON.parse(
      await readFile(join(folder, 'configs/brands/zephyr/datas/header-menu.json'), 'utf8'),
    ) as unknown[];
    expect(menu.at(-1)).toEqual({
      id: 'recent-logins',
      title: { en: 'Recent logins', tr: 'Son girişler' },
      path: '/recent-logins',
    });
    await expect(newPage('recent-logins')).rejects.toMatchObject({ code: 2 });
  });
});

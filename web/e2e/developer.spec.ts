import { expect, site, test } from './fixtures';
import { control } from './mock';
import { Lobby } from './pages/lobby';
import { texts } from './texts';

const words = texts('tr', 'devpanel');

test('the developer panel activates every scenario and returns to the default @once @all', async ({
  page,
  world,
}) => {
  test.slow(); // more than twenty scenarios, each of which reloads the panel
  await new Lobby(page).open(site());
  // The panel and its shortcut load after the page.
  await expect(page.getByRole('button', { name: words('open'), exact: true })).toBeVisible();
  await page.keyboard.press('Control+Shift+D');
  const panel = page.getByRole('dialog');
  await panel.getByRole('tab', { name: words('tab.scenario') }).click();
  const scenarios = panel.getByRole('group', { name: words('scenario.title') }).getByRole('button');
  const happy = scenarios.filter({ hasText: /^happy$/ });
  await expect(happy).toHaveAttribute('aria-pressed', 'true');
  const names = await scenarios.allTextContents();
  expect(names.length).toBeGreaterThan(20);
  for (const name of names.filter((it) => it !== 'happy')) {
    const scenario = scenarios.filter({ hasText: new RegExp(`^${name}$`) });
    await scenario.click();
    await expect(scenario).toHaveAttribute('aria-pressed', 'true');
    await expect(happy).toHaveAttribute('aria-pressed', 'false');
  }
  const state = () => control<{ world: string; scenarios: unknown[] }>(page, 'state');
  expect(await state()).toMatchObject({ world, scenarios: [{ name: names.at(-1) }] });
  await happy.click();
  await expect(happy).toHaveAttribute('aria-pressed', 'true');
  expect(await state()).toMatchObject({ scenarios: [] });
});

test('a scenario takes effect immediately and ends with happy @once', async ({ page }) => {
  const lobby = new Lobby(page);
  await page.goto(`${site()}/slot`);
  await expect(lobby.games.first()).toBeVisible();
  await control(page, 'scenario', { name: 'empty' });
  await page.reload();
  await expect(page.getByRole('button', { name: words('openModified') })).toBeVisible();
  await expect(page.getByText(texts('tr', 'games')('slots.none.title'))).toBeVisible();
  await expect(lobby.games).toHaveCount(0);
  await control(page, 'scenario', { name: 'happy' });
  await page.reload();
  await expect(lobby.games.first()).toBeVisible();
  await expect(page.getByRole('button', { name: words('open'), exact: true })).toBeVisible();
});

test('the mock’s own page lists every call and tries one @once', async ({ page }) => {
  await page.goto(`${site()}/__mock/#habanero/getJackpots`);
  await expect(page.getByRole('heading', { name: 'habanero/getJackpots' })).toBeVisible();
  await page.getByRole('button', { name: /^(try|send)/i }).click();
  await expect(page.locator('.answer').getByText('"jackpotID"').first()).toBeVisible();
});

import type { Page } from '@playwright/test';
import { paths } from '../src/lib/paths/paths';
import { staffPaths } from '../src/lib/paths/staff';
import { expect, follow, main, site, test } from './fixtures';
import { openConsole } from './pages/console';
import { Lobby } from './pages/lobby';
import { LoginPage } from './pages/login';
import { texts } from './texts';

/** Replaces each text of the next pages with one in two elements, as browser translation does. */
const translate = (page: Page) =>
  page.addInitScript(() => {
    const replace = (text: Node) => {
      if (!text.nodeValue?.trim() || text.parentElement?.closest('script, style, font, textarea'))
        return;
      const font = document.createElement('font');
      font.append(document.createElement('font'));
      font.firstElementChild?.append(text.nodeValue);
      (text as Text).replaceWith(font);
    };
    const walk = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found: Node[] = [];
      while (walker.nextNode()) found.push(walker.currentNode);
      found.forEach(replace);
    };
    addEventListener('DOMContentLoaded', () => {
      walk(document.body);
      const options = { childList: true, subtree: true, characterData: true };
      new MutationObserver((records) =>
        records.forEach(({ type, target, addedNodes }) =>
          type === 'characterData' ? replace(target) : addedNodes.forEach(walk),
        ),
      ).observe(document.body, options);
    });
  });

const words = texts('tr', 'cashier');
const limits = texts('tr', 'limits');

test('a player logs in, searches, deposits and sets a limit on pages that the browser translates', async ({
  page,
}) => {
  await translate(page);
  await page.goto(site() + paths.login.to());
  const login = new LoginPage(page);
  await login.enter('demo', 'Wrong123');
  await expect(main(page).getByRole('alert')).toBeVisible();
  await login.enter('demo', 'Demo123');
  await expect(page).toHaveURL(site() + paths.home.to());

  const lobby = new Lobby(page);
  await lobby.closePopup();
  const panel = await lobby.search('aykiri');
  await expect(panel.getByRole('option').first()).toBeVisible();
  await lobby.search('xqzw');
  await expect(panel.getByRole('option')).toHaveCount(0);

  await page.goto(`${site()}${paths.profileDeposit.to()}?method=12`);
  await main(page).getByLabel(words('amount.label'), { exact: true }).fill('250');
  await main(page)
    .getByRole('combobox', { name: words('bank.label') })
    .click();
  await page.getByRole('option').first().click();
  for (const key of ['confirm.next', 'deposit.send'])
    await main(page)
      .getByRole('button', { name: words(key) })
      .click();
  const waiting = { name: words('deposit.state.waiting') };
  await expect(main(page).getByRole('heading', waiting)).toBeVisible();

  await page.goto(site() + paths.profileLimits.to());
  const deposits = main(page).getByRole('region', { name: limits('kinds.deposit.title') });
  await deposits.getByLabel(limits('limit.amount')).fill('500');
  await deposits.getByRole('button', { name: limits('limit.save') }).click();
  await deposits.getByRole('button', { name: limits('limit.remove') }).click();
  await expect(deposits.getByText(limits('pending.removal'))).toBeVisible();
  await deposits.getByRole('button', { name: limits('pending.cancel') }).click();
  await expect(deposits.getByText(limits('pending.removal'))).toBeHidden();
});

test('support works in a console that the browser translates', async ({ browser, world }) => {
  const t = texts('tr', 'staff');
  const page = await openConsole(browser, 'yonetici', staffPaths.brands.to(), { world });
  await translate(page);
  await page.reload();
  for (const path of [
    staffPaths.brand.to({ brand: 'marmara' }),
    staffPaths.close.to({ brand: 'marmara' }),
    staffPaths.traffic.to(),
    staffPaths.requests.to(),
    staffPaths.payments.to(),
    staffPaths.audit.to(),
    staffPaths.accounts.to(),
    `${staffPaths.players.to()}?q=demo`,
  ]) {
    await follow(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('status', { name: t('loading') })).toHaveCount(0);
  }
  await page.context().close();
});

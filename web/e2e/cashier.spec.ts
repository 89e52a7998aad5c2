import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, site, test } from './fixtures';
import { LoginPage } from './pages/login';
import { texts } from './texts';

const words = texts('tr', 'cashier');

/** The texts of the mock payment provider's page. */
const provider = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../bff/mock/pay/text/tr.json'), 'utf8'),
) as Record<'confirm' | 'approved.title', string>;

test('a deposit is continued at the provider and credited once confirmed there', async ({
  page,
}) => {
  await page.goto(`${site()}/login`);
  await new LoginPage(page).enter('demo', 'Demo123');
  await expect(page).toHaveURL(`${site()}/`);
  const main = page.getByRole('main');
  await page.goto(`${site()}/profile/deposit`);
  await main.getByText('Yıldız Kart').first().click();
  await main.getByText('500 TL', { exact: true }).click();
  await main.getByLabel('Kart numarası').fill('4242 4242 4242 4242');
  await main.getByRole('button', { name: words('deposit.send') }).click();

  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    main.getByRole('link', { name: words('receipt.goOn') }).click(),
  ]);
  await tab.getByRole('button', { name: provider.confirm }).click();
  await expect(tab.getByRole('heading', { name: provider['approved.title'] })).toBeVisible();
  await tab.close();

  await page.reload();
  await expect(page.getByRole('banner').getByText('3.000,00 TL')).toBeVisible();
});

import type { Page } from '@playwright/test';
import { paths } from '../src/lib/paths/paths';
import { expect, follow, logIn, main, site, test } from './fixtures';
import { control, fail, repair, scenario } from './mock';
import { Lobby } from './pages/lobby';
import { LoginPage } from './pages/login';
import { texts } from './texts';

const auth = texts('tr', 'auth');
const account = texts('tr', 'account');
const cashier = texts('tr', 'cashier');
const common = texts('tr', 'common');
const errors = texts('tr', 'errors');
const notifications = texts('tr', 'notifications');
const reminders = texts('tr', 'reminders');

const field = (page: Page, name: string) =>
  main(page)
    .getByLabel(auth(`field.${name}`))
    .first();

/** Returns the newest message of the casino to an email address or phone number. */
const newestMail = async (page: Page, to: string) =>
  (await control<{ link: string; token: string }[]>(page, `mail?to=${encodeURIComponent(to)}`))[0]!;

const press = (page: Page, name: string) =>
  main(page)
    .getByRole('button', { name: auth(name) })
    .click();
const next = (page: Page) => press(page, 'register.next');
const submit = (page: Page) => press(page, 'register.submit');

test('a registration shows refusals at their fields, is confirmed by mail, and its name can be changed', async ({
  page,
}) => {
  await page.goto(site() + paths.register.to());
  const email = 'taze@ornek.test';
  await field(page, 'username').fill('demo');
  await field(page, 'email').fill('demo@ornek.test');
  await field(page, 'emailConfirm').fill('demo@ornek.test');
  await field(page, 'password').fill('Taze1234');
  await field(page, 'passwordConfirm').fill('Taze1234');
  await next(page);
  await field(page, 'firstname').fill('Nil');
  await field(page, 'lastname').fill('Taze');
  await field(page, 'birthdate').fill('1999-05-14');
  await field(page, 'nationalId').fill('10000000696');
  await next(page);
  await field(page, 'phone').fill('0555 111 01 01');
  await field(page, 'city').fill('İzmir');
  await field(page, 'address').fill('Kordon Boyu 14');
  await next(page);
  await main(page)
    .getByRole('checkbox', { name: auth('field.rules', { age: 18 }) })
    .check();
  await field(page, 'limitAmount').fill('750');
  await submit(page);

  // The platform refuses one field after the other. Each gets the focus and keeps its input.
  for (const [name, typed, refusal, value, steps] of [
    ['username', 'demo', /kullanıcı adı kullanılıyor/, 'taze', 3],
    ['email', 'demo@ornek.test', /e-posta adresi kullanılıyor/, email, 3],
    ['phone', /111 01 01/, /telefon numarası kullanılıyor/, '0555 111 09 09', 1],
  ] as const) {
    await expect(field(page, name)).toBeFocused();
    await expect(field(page, name)).toHaveValue(typed);
    await expect(field(page, name)).toHaveAccessibleDescription(refusal);
    await field(page, name).fill(value);
    if (name === 'email') await field(page, 'emailConfirm').fill(value);
    for (let step = 0; step < steps; step++) await next(page);
    await submit(page);
  }
  await expect(page.getByText(auth('register.doneText', { email }))).toBeVisible();

  const { link } = await newestMail(page, email);
  await page.goto(site() + link);
  await expect(page).toHaveURL(site() + paths.login.to());
  await expect(main(page).getByText(auth('confirm.doneText'))).toBeVisible();
  await expect(field(page, 'username')).toHaveValue('taze');
  await main(page).getByLabel(auth('field.password'), { exact: true }).fill('Taze1234');
  await press(page, 'login.submit');
  await expect(page).toHaveURL(`${site()}/`);

  // The limit from the registration is active.
  await page.goto(site() + paths.profileLimits.to());
  await expect(main(page).getByText(/^Kalan: 750,00\sTL/)).toBeVisible();

  await page.goto(site() + paths.profile.to());
  const name = main(page).getByRole('textbox', { name: account('username.field') });
  const save = main(page).getByRole('button', { name: account('username.save') });
  await name.fill('demo');
  await main(page).getByLabel(account('password.old')).fill('Taze1234');
  await save.click();
  await expect(name).toHaveAccessibleDescription(/kullanıcı adı kullanılıyor/);
  await name.fill('nil.taze');
  await save.click();
  await expect(page.getByText(account('username.saved'))).toBeVisible();
  await new Lobby(page).logout();
  await expect(page).toHaveURL(`${site()}/`);
  await page.goto(site() + paths.login.to());
  await new LoginPage(page).enter('nil.taze', 'Taze1234');
  await expect(page).toHaveURL(`${site()}/`);
});

test('a login by SMS as second factor, from a new device, is shown until it is answered', async ({
  page,
  context,
}) => {
  const phone = '+905551110101';
  await logIn(page);
  await page.goto(site() + paths.profileSecurity.to());
  await main(page)
    .getByRole('radio', { name: account('factor.sms.name') })
    .check({ force: true });
  await expect(page.getByText(account('factor.change.phone'))).toBeVisible();
  const boxes = main(page).getByRole('group', { name: account('sms.code') });
  await boxes.getByRole('textbox').first().focus();
  await page.keyboard.type((await newestMail(page, phone)).token);
  await expect(page.getByText(account('factor.saved'))).toBeVisible();
  await expect(page.getByText(account('factor.on'))).toBeVisible();
  await new Lobby(page).logout();
  await expect(page).toHaveURL(`${site()}/`);

  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setUserAgentOverride', {
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  });
  await page.goto(site() + paths.login.to());
  await new LoginPage(page).enter('demo', 'Demo123');
  await expect(page.getByText(auth('code.textSms', { length: 6 }))).toBeVisible();
  await expect(page.getByText(/Yeni kod \d+ sn/)).toBeVisible();
  const login = new LoginPage(page);
  await login.paste('000000');
  await expect(page.getByText(auth('code.wrong'))).toBeVisible();
  await login.paste((await newestMail(page, phone)).token);
  await expect(page).toHaveURL(`${site()}/`);

  const notice = page.getByRole('region', { name: account('newDevice.title') });
  await expect(notice).toBeVisible();
  await page.goto(site() + paths.notifications.to());
  await expect(notice).toBeVisible();
  await expect(main(page).getByText(notifications('login.title')).last()).toBeVisible();
  await notice.getByRole('button', { name: account('newDevice.mine') }).click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(main(page).getByText(notifications('login.title'))).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('a browser without a network says so, and logs out; an ended session leads back after the login', async ({
  page,
  context,
}) => {
  await logIn(page);
  const lobby = new Lobby(page);
  const ready = page.waitForResponse(/\/assets\/Connection-/);
  // Loads the home page, to which the logout leads, before the network fails.
  await page.goto(site());
  await expect(page.locator('#root')).toHaveAttribute('data-started');
  await follow(page, paths.promotions.to());
  await expect(main(page).getByRole('article').first()).toBeVisible();
  await ready;
  await context.setOffline(true);
  const bar = page.getByText(common('offline.bar'));
  await expect(bar).toBeVisible();
  await expect(main(page).getByRole('article').first()).toBeVisible();
  await lobby.logout();
  await expect(page.getByText(errors('logout.delayed'))).toBeVisible();
  await expect(lobby.login.first()).toBeVisible();
  await context.setOffline(false);
  await expect(bar).toHaveCount(0);
  await expect(page.getByText(errors('logout.done'))).toBeVisible();
  await page.goto(site() + paths.favorites.to());
  await expect(page).toHaveURL(site() + paths.login.to());

  await scenario(page, 'slow', 'user/*');
  await new LoginPage(page).enter('demo', 'Demo123');
  const title = main(page).getByRole('heading', { level: 1 });
  await expect(page).toHaveURL(site() + paths.favorites.to());
  await expect(title).toBeVisible();

  // An open page could notice the end before the reload, and show its toast there.
  await page.goto(`${site()}/healthz`);
  await scenario(page, 'happy');
  await scenario(page, 'session-expired');
  await page.goto(site() + paths.favorites.to());
  await expect(page).toHaveURL(site() + paths.login.to());
  await expect(page.getByText(errors('session'))).toBeVisible();
  await scenario(page, 'happy');
  await new LoginPage(page).enter('demo', 'Demo123');
  await expect(page).toHaveURL(site() + paths.favorites.to());
  await expect(title).toBeVisible();
});

test('a logout leads every tab home and leaves no return address', async ({ page, context }) => {
  const other = await context.newPage();
  for (const [path, opened] of [
    [paths.profileTransactions.to(), 'main'],
    [`${paths.promotions.to()}?deposit=31`, 'dialog'],
  ] as const) {
    await logIn(page);
    await other.goto(site() + path);
    await expect(other.getByRole(opened)).toBeVisible();
    // The event stream reports the logout to every tab, including the tab that logs out.
    const connected = page.waitForRequest(/\/v1\/events/);
    await page.goto(site() + paths.profile.to());
    await connected;
    await new Lobby(page).logout();
    await expect(page).toHaveURL(`${site()}/`);
    await expect(other).toHaveURL(`${site()}/`);
    expect(await page.evaluate(() => localStorage.getItem('returnUrl'))).toBeNull();
    await page.reload();
    await expect(new Lobby(page).login.first()).toBeVisible();
  }
});

test('an inactive player is asked to stay, and is logged out after hours away', async ({
  page,
}) => {
  await logIn(page);
  await page.clock.install();
  await page.goto(site() + paths.promotions.to());
  const warning = page.getByRole('dialog', { name: reminders('inactivity.title') });
  await expect(page.getByTestId('balance').first()).toBeVisible();
  await page.clock.fastForward('58:30');
  await expect(warning).toBeVisible();
  await expect(warning.getByRole('timer')).toHaveText(/^[01]:\d\d$/);
  await warning.getByRole('button', { name: reminders('inactivity.stay') }).click();
  await expect(warning).toBeHidden();
  await page.clock.fastForward('03:00:00');
  await page.mouse.move(10, 10);
  await expect(page.getByText(errors('inactive'))).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull();
});

test('an HTTP 500 to a player blocks the page until the platform answers; what was typed stays', async ({
  page,
}) => {
  const notice = page.getByText(errors('blocked.text'));
  await logIn(page);
  await page.goto(site() + paths.profileBankAccounts.to());
  await page
    .getByRole('button', { name: cashier('account.edit') })
    .first()
    .click();
  const form = page.getByRole('dialog');
  const number = form.getByLabel(cashier('account.number'));
  const save = form.getByRole('button', { name: cashier('account.save') });
  await number.fill('73417341');
  await fail(page, 500, 'finance/save_bank_account', 'system/ping');
  await save.click();
  await expect(notice).toBeVisible();

  // A blocked page sends only probes of the platform.
  const received = async () =>
    (await control<{ method: string }[]>(page, 'calls?limit=100')).filter(
      ({ method }) => method === 'save_bank_account',
    ).length;
  const before = await received();
  await save.click();
  await expect(notice).toBeVisible();
  expect(await received()).toBe(before);
  const probe = page.waitForRequest((request) => request.postData()?.includes('"ping"') ?? false);
  await page.getByRole('button', { name: common('error.retry') }).click();
  await probe;
  await expect(notice).toBeVisible();

  // It ends without a click, which would race with the page's next probe.
  await repair(page);
  await expect(page.getByText(errors('blocked.ended'))).toBeVisible();
  await expect(notice).toHaveCount(0);
  await expect(number).toHaveValue('73417341');
  await save.click();
  await expect(page.getByText(cashier('account.updated'))).toBeVisible();

  // The notice also appears if the failure happens while the page starts.
  await fail(page, 500, 'finance/check_balance');
  await page.reload();
  await expect(notice).toBeVisible();
});

test('an HTTP 500 to a guest fails one part of the page', async ({ page }) => {
  await page.goto(site() + paths.promotions.to());
  await fail(page, 500, 'casino/games_list');
  await page.goto(site() + paths.slots.to());
  await expect(page.getByText(common('error.title'))).toBeVisible();
  await expect(page.getByText(errors('blocked.text'))).toHaveCount(0);
  await page.goto(site() + paths.live.to());
  await expect(main(page).getByRole('link').first()).toBeVisible();
});

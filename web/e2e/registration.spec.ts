import type { Page } from '@playwright/test';
import { paths } from '../src/lib/paths';
import { expect, site, test } from './fixtures';
import { control } from './mock';
import { Lobby } from './pages/lobby';
import { LoginPage } from './pages/login';
import { texts } from './texts';

const auth = texts('tr', 'auth');
const account = texts('tr', 'account');
const errors = texts('tr', 'errors');
const notifications = texts('tr', 'notifications');

const main = (page: Page) => page.getByRole('main');
const field = (page: Page, name: string) =>
  main(page)
    .getByLabel(auth(`field.${name}`))
    .first();

/** Returns the newest message that the casino has sent to an address or a phone. */
const newestMail = async (page: Page, to: string) =>
  (await control<{ link: string; token: string }[]>(page, `mail?to=${encodeURIComponent(to)}`))[0]!;

async function logIn(page: Page, username: string, password = 'Demo123'): Promise<void> {
  await page.goto(`${site()}/login`);
  await new LoginPage(page).enter(username, password);
}

const next = (page: Page) =>
  main(page)
    .getByRole('button', { name: auth('register.next') })
    .click();
const submit = (page: Page) =>
  main(page)
    .getByRole('button', { name: auth('register.submit') })
    .click();

/** Expects a refusal of the server at a field, which has the focus and what was typed. */
async function expectRefusal(page: Page, name: string, value: RegExp, refusal: RegExp) {
  await expect(field(page, name)).toBeFocused();
  await expect(field(page, name)).toHaveValue(value);
  await expect(field(page, name)).toHaveAccessibleDescription(refusal);
}

test('what a registration is refused for stands at its field; its confirmation leads to the login, and the name can be changed @once', async ({
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

  await expectRefusal(page, 'username', /^demo$/, /kullanıcı adı kullanılıyor/);
  await field(page, 'username').fill('taze');
  for (let step = 1; step < 4; step++) await next(page);
  await submit(page);
  await expectRefusal(page, 'email', /^demo@ornek\.test$/, /e-posta adresi kullanılıyor/);
  await field(page, 'email').fill(email);
  await field(page, 'emailConfirm').fill(email);
  for (let step = 1; step < 4; step++) await next(page);
  await submit(page);
  await expectRefusal(page, 'phone', /111 01 01/, /telefon numarası kullanılıyor/);
  await field(page, 'phone').fill('0555 111 09 09');
  await next(page);
  await submit(page);
  await expect(page.getByText(auth('register.doneText', { email }))).toBeVisible();

  const { link } = await newestMail(page, email);
  await page.goto(site() + link);
  await expect(page).toHaveURL(site() + paths.login.to());
  await expect(main(page).getByText(auth('confirm.doneText'))).toBeVisible();
  await expect(field(page, 'username')).toHaveValue('taze');
  await main(page).getByLabel(auth('field.password'), { exact: true }).fill('Taze1234');
  await main(page)
    .getByRole('button', { name: auth('login.submit') })
    .click();
  await expect(page).toHaveURL(`${site()}/`);

  // The limit that the registration wanted is in force.
  await page.goto(site() + paths.profileLimits.to());
  await expect(main(page).getByText(/^Kalan: 750,00\sTL/)).toBeVisible();

  await page.goto(site() + paths.profile.to());
  const name = main(page).getByRole('textbox', { name: account('username.field') });
  const save = main(page).getByRole('button', { name: account('username.save') });
  await name.fill('demo');
  await save.click();
  await expect(name).toHaveAccessibleDescription(/kullanıcı adı kullanılıyor/);
  await name.fill('nil.taze');
  await save.click();
  await expect(page.getByText(account('username.saved'))).toBeVisible();
  await new Lobby(page).logout();
  await expect(page).toHaveURL(`${site()}/`);
  await logIn(page, 'nil.taze', 'Taze1234');
  await expect(page).toHaveURL(`${site()}/`);
});

test('SMS as second factor is what the next login asks for; one from a new device is told until it is answered @once', async ({
  page,
  context,
}) => {
  const phone = '+905551110101';
  await logIn(page, 'demo');
  await expect(page).toHaveURL(`${site()}/`);
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
  await logIn(page, 'demo');
  await expect(page.getByText(auth('code.textSms', { length: 6 }))).toBeVisible();
  await expect(page.getByText(/Yeni kod \d+ sn/)).toBeVisible();
  await new LoginPage(page).paste((await newestMail(page, phone)).token);
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

test('a logout works without a network; a session that the platform ends leads back after the login @once', async ({
  page,
  context,
}) => {
  await logIn(page, 'demo');
  await expect(page).toHaveURL(`${site()}/`);
  const lobby = new Lobby(page);
  await lobby.closePopup();
  await context.setOffline(true);
  await lobby.logout();
  await expect(page.getByText(errors('logout.delayed'))).toBeVisible();
  await expect(lobby.login.first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(errors('logout.done'))).toBeVisible();
  await page.goto(site() + paths.favorites.to());
  await expect(page).toHaveURL(site() + paths.login.to());

  await control(page, 'scenario', { name: 'slow', call: 'user/*' });
  await new LoginPage(page).enter('demo', 'Demo123');
  const title = main(page).getByRole('heading', { level: 1 });
  await expect(page).toHaveURL(site() + paths.favorites.to());
  await expect(title).toBeVisible();

  await control(page, 'scenario', { name: 'happy' });
  await control(page, 'scenario', { name: 'session-expired' });
  await page.reload();
  await expect(page).toHaveURL(site() + paths.login.to());
  await expect(page.getByText(errors('session'))).toBeVisible();
  await control(page, 'scenario', { name: 'happy' });
  await new LoginPage(page).enter('demo', 'Demo123');
  await expect(page).toHaveURL(site() + paths.favorites.to());
  await expect(title).toBeVisible();
});

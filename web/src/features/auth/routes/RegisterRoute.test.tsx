import { fireEvent, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { mockError } from '@/testing/server';
import { renderForm } from '@/testing/forms';
import { RegisterRoute } from './RegisterRoute';

const open = () =>
  renderForm(<RegisterRoute />, { path: '/register', namespaces: ['auth', 'password'] });

/** Changes and blurs a field at once, because typing is slow. */
const fillField = (label: string, text: string) => {
  const field = screen.getByLabelText(new RegExp(`^${label}( \\*)?$`));
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
};

const next = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Devam et' }));

const account = async () => {
  await screen.findByLabelText(/^Kullanıcı adı/);
  fillField('Kullanıcı adı', 'deniz.kaya');
  fillField('E-posta', 'deniz@ornek.test');
  fillField('E-posta \\(tekrar\\)', 'deniz@ornek.test');
  fillField('Şifre', 'Deniz123');
  fillField('Şifre \\(tekrar\\)', 'Deniz123');
};

const person = async () => {
  await screen.findByLabelText(/^Ad( \*)?$/);
  fillField('Ad', 'Deniz');
  fillField('Soyad', 'Kaya');
  fillField('Doğum tarihi', '1990-05-10');
  fillField('Kimlik numarası', '10000000146');
};

const contact = async () => {
  await screen.findByLabelText(/^Cep telefonu/);
  fillField('Cep telefonu', '0532 123 45 67');
  fillField('İl', 'İzmir');
  fillField('Adres', 'Kordon 1');
};

/** Fills in every step but the last one. */
const fillSteps = async (user: UserEvent) => {
  for (const fill of [account, person, contact]) {
    await fill();
    await next(user);
  }
};

const complete = (user: UserEvent) =>
  user.click(screen.getByRole('button', { name: 'Kaydı tamamla' }));

const accept = async (user: UserEvent) => {
  await user.click(await screen.findByRole('checkbox', { name: /kuralları okudum/ }));
};

it('registration stays on a step with invalid fields', async () => {
  const { user } = await open();
  await account();
  fillField('E-posta \\(tekrar\\)', 'baska@ornek.test');
  fillField('Şifre', 'kisa');
  await next(user);
  expect(await screen.findByText('E-posta adresleri uyuşmuyor')).toBeInTheDocument();
  expect(screen.getByText(/bir büyük harf ve bir rakam gerekli/)).toBeInTheDocument();
  expect(screen.getByText('Şifreler uyuşmuyor')).toBeInTheDocument();
  expect(screen.queryByLabelText(/^Soyad/)).toBeNull();
});

it('registration focuses the first field of each step, and validates age and national ID on blur', async () => {
  const { user } = await open();
  await account();
  await next(user);
  expect(await screen.findByLabelText(/^Ad( \*)?$/)).toHaveFocus();
  fillField('Doğum tarihi', `${new Date().getFullYear() - 17}-01-01`);
  const tooYoung = { selector: '[class*=error]' };
  expect(await screen.findByText('En az 18 yaşında olmalısınız', tooYoung)).toBeInTheDocument();
  fillField('Kimlik numarası', '10000000147');
  expect(await screen.findByText('Kimlik numarası hatalı')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Geri' }));
  expect(await screen.findByLabelText(/^Kullanıcı adı/)).toHaveFocus();
});

it('registration shows the password strength while typing', async () => {
  await open();
  const meter = await screen.findByRole('meter');
  expect(meter).toHaveAttribute('aria-valuetext', 'Henüz şifre yok');
  fillField('Şifre', 'deniz');
  expect(meter).toHaveAttribute('aria-valuetext', 'Zayıf');
  fillField('Şifre', 'Deniz123');
  expect(meter).toHaveAttribute('aria-valuetext', 'İyi');
  fillField('Şifre', 'Deniz123!');
  expect(meter).toHaveAttribute('aria-valuetext', 'Güçlü');
});

// One test, since filling in the whole form takes long.
it('registration requires consent and a valid limit, sends all values and shows a refusal', async () => {
  const refusal = { code: 409, message: 'Bu kullanıcı adı kullanılıyor' };
  const requests = mockError('user/register', refusal);
  const { user } = await open();
  await fillSteps(user);
  await user.click(await screen.findByRole('button', { name: 'Kaydı tamamla' }));
  expect(await screen.findByText('Lütfen kuralları kabul edin')).toBeInTheDocument();
  await accept(user);
  fillField('Yatırım limiti', '0');
  await complete(user);
  expect(await screen.findByText(/Sıfırdan büyük/)).toBeInTheDocument();
  expect(requests).toHaveLength(0);
  fillField('Yatırım limiti', '500');
  await complete(user);
  expect(await screen.findByRole('alert')).toHaveTextContent(refusal.message);
  expect(requests[0]?.data).toMatchObject({
    username: 'deniz.kaya',
    email: 'deniz@ornek.test',
    birthdate: '1990-05-10',
    country: 'TR',
    national_id: '10000000146',
    phone: '+905321234567',
    currency: 'TRY',
    sms_notification: false,
    rules_accepted: true,
    deposit_limit: { period: 'month', amount: 500 },
  });
  expect(requests[0]?.data).not.toHaveProperty('promo_code');
});

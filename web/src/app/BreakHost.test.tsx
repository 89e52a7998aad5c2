import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { AccountLinks } from '@/components/layouts/account/AccountLinks';
import type { LimitsAnswer } from '@/contracts/types';
import { Hero } from '@/features/lobby/components/Hero/Hero';
import { breakDialog } from '@/lib/break/breakDialog';
import { refresh } from '@/lib/swr/cache';
import { toasts } from '@/lib/toast/store';
import { noLimits } from '@/testing/brand';
import { renderPage } from '@/testing/render';
import { mockFrameData, exampleOf, mockCall, mockError } from '@/testing/server';
import { BreakHost } from './BreakHost';
import { SiteFrame } from './SiteFrame';

/** Opens the dialog from the account menu. */
async function open(state?: () => LimitsAnswer) {
  mockCall('finance/list_transactions', []);
  mockCall('crm/list_mass_messages', []);
  if (state) mockCall('limits/get', state);
  else mockError('limits/get', { status: 503 });
  const view = await renderPage(
    <>
      <AccountLinks />
      <BreakHost />
    </>,
    { player: true },
  );
  await view.user.click(screen.getByRole('button', { name: 'Ara ver' }));
  return {
    ...view,
    dialog: async (name: string) => within(await screen.findByRole('dialog', { name })),
  };
}

it('begins a break once it is confirmed, and says until when it holds', async () => {
  let state = noLimits;
  const refused = mockError('limits/cool_off', { status: 503, message: 'Şu anda olmuyor' });
  const { user, dialog } = await open(() => state);
  await user.click(await (await dialog('Ara verin')).findByRole('button', { name: '30 gün' }));
  await user.click((await dialog('30 gün ara verilsin mi?')).getByRole('button', { name: 'Geri' }));
  await user.click(await (await dialog('Ara verin')).findByRole('button', { name: '3 gün' }));
  const question = await dialog('3 gün ara verilsin mi?');
  for (const fact of [/hemen başlar/, /kısaltamaz/, /oynayamazsınız\.$/, /para çekebilirsiniz/])
    expect(question.getByText(fact)).toBeVisible();
  expect(refused).toHaveLength(0);
  await user.click(question.getByRole('button', { name: 'Ara ver' }));
  expect(await question.findByRole('alert')).toHaveTextContent('Şu anda olmuyor');

  const begun = mockCall(
    'limits/cool_off',
    () => (state = { ...noLimits, cool_off: { until: '2099-01-02 10:00:00' } }),
  );
  await user.click(question.getByRole('button', { name: 'Ara ver' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(begun[0]?.data).toMatchObject({ hours: 72 });
  expect(toasts.get().map(({ kind, message }) => [kind, message])).toEqual([
    ['positive', expect.stringMatching(/^Aranız başladı\. Bitiş: .*2099/)],
  ]);

  await user.click(screen.getByRole('button', { name: 'Ara ver' }));
  expect(await (await dialog('Ara verin')).findByText(/^Aradasınız\. Bitiş: .*2099/)).toBeVisible();
});

it.each([
  [{ cool_off: { until: '2099-01-02 10:00:00' } }, /^Aradasınız\. Bitiş: .*2099/],
  [{ exclusion: { until: '2099-01-02 10:00:00' } }, /^Kendinizi dışladınız\. Bitiş: .*2099/],
  [{ exclusion: { until: null } }, 'Kendinizi süresiz dışladınız.'],
])('says what holds already: %o', async (holds, text) => {
  const { user, dialog } = await open(() => ({ ...noLimits, ...holds }));
  const shown = await dialog('Ara verin');
  expect(await shown.findByText(text)).toBeVisible();
  // A break can be extended, an exclusion cannot.
  expect(shown.queryByRole('button', { name: '24 saat' }) !== null).toBe('cool_off' in holds);
  const link = shown.getByRole('link', { name: 'Limitlerim' });
  expect(link).toHaveAttribute('href', '/profile/limits');
  await user.click(shown.getByRole('button', { name: 'Tamam' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('offers a break also where the limits cannot be read', async () => {
  const { dialog } = await open();
  expect(await (await dialog('Ara verin')).findByRole('button', { name: '7 gün' })).toBeVisible();
});

it('shows nothing to a guest', async () => {
  await renderPage(<BreakHost />);
  act(() => breakDialog.set(true));
  expect(screen.queryByRole('dialog')).toBeNull();
});

describe('every page of a restricted player', () => {
  const slide = { ...exampleOf('cmscontroller/getSlider')[0]!, title: 'Yeni oyunlar' };

  it.each([
    [{ cool_off: { until: '2099-01-02 10:00:00' } }, /^Aradasınız\. Bitiş: .*2099/],
    [{ exclusion: { until: null } }, 'Kendinizi süresiz dışladınız.'],
  ])('says so in one line, and offers neither deposits nor bonuses: %o', async (holds, text) => {
    mockCall('limits/get', { ...noLimits, ...holds });
    mockCall('cmscontroller/getSlider', [
      slide,
      { ...slide, id: 2, title: 'Bonus', link: '/promotions/4' },
    ]);
    const site = (
      <Routes>
        <Route element={<SiteFrame frame="main" />}>
          <Route path="*" element={<Hero />} />
        </Route>
      </Routes>
    );
    mockFrameData();
    mockCall('finance/list_transactions', []);
    mockCall('crm/list_mass_messages', []);
    await renderPage(site, { namespaces: ['lobby'], player: true });
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Limitlerim' })).toBeVisible();
    expect(await screen.findByText('Yeni oyunlar')).toBeVisible();
    expect(screen.queryByText('Bonus')).toBeNull();
    expect(screen.queryByRole('button', { name: /Yatır|yatır/ })).toBeNull();
    mockCall('limits/get', noLimits);
    await act(() => refresh('limits/get'));
    await waitFor(() => expect(screen.queryByText(text)).toBeNull());
    expect(await screen.findByText('Bonus')).toBeVisible();
    expect(screen.getAllByRole('button', { name: /Yatır|yatır/ })).toHaveLength(2);
  });
});

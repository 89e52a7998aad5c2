import { act, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { BonusStatus } from '@/contracts/types';
import { withoutCalls } from '@/testing/brand';
import { renderPage } from '@/testing/render';
import { waitForIdle } from '@/testing/waitForIdle';
import { idempotencyKeys as keys, mockBonuses, mockCall, mockNetworkError } from '@/testing/server';
import { availableBonus } from '@/testing/fixtures';
import { BonusesRoute } from './routes/BonusesRoute';

const namespaces = ['bonuses'];
const show = (path?: string) => renderPage(<BonusesRoute />, { path, namespaces, player: true });

const bonus = (status: BonusStatus) => ({ ...availableBonus, wager_done: 2500, status });

/** Mocks the lists of the platform: one bonus of a status. */
const listAt = (at: BonusStatus) => mockBonuses(bonus(at));

describe('the bonus page', () => {
  it('shows the tab and the page of its address', async () => {
    const requests = mockCall('user/list_bonuses', [bonus('active')], {
      pagination: { limit: 20, offset: 20, total: 30 },
    });
    const { user, location } = await show('/?status=active&offset=20');
    await screen.findByRole('progressbar');
    expect(requests[0]?.data).toMatchObject({ status: 'active', offset: 20 });
    await user.click(screen.getByRole('tab', { name: 'Biten' }));
    expect(location()).toBe('/?status=finished');
  });

  it('claims a bonus one time for a double click, with an idempotency key, and moves it', async () => {
    listAt('available');
    const claims = mockCall('user/claim_bonus', bonus('active'));
    const { user } = await show();
    const claim = await screen.findByRole('button', { name: 'Bonusu al' });
    listAt('active');
    await user.dblClick(claim);
    expect(await screen.findByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Aktif');
    expect(screen.getByRole('progressbar').closest('article')).toHaveClass('claimed');
    expect(keys(claims)).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)]);
  });

  it('asks for confirmation before it cancels a bonus', async () => {
    listAt('active');
    const cancels = mockCall('user/cancel_bonus', bonus('finished'));
    const { user } = await show();
    await user.click(await screen.findByRole('tab', { name: 'Aktif' }));
    await user.click(await screen.findByRole('button', { name: 'İptal et' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Vazgeç' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(cancels).toHaveLength(0);

    await user.click(screen.getByRole('button', { name: 'İptal et' }));
    listAt('finished');
    await user.click(screen.getByRole('button', { name: 'Bonusu iptal et' }));
    expect(await screen.findByText('Aktif bonusunuz yok')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(cancels[0]?.data.bonusID).toBe(301);
    expect(keys(cancels)).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)]);
  });

  it.each([
    ['claim', 'available', 'user/claim_bonus'],
    ['cancellation', 'active', 'user/cancel_bonus'],
  ] as const)('reads the list again after a %s of unknown outcome', async (_, status, call) => {
    listAt(status);
    mockNetworkError(call);
    const { user } = await show();
    if (status === 'active') {
      await user.click(await screen.findByRole('tab', { name: 'Aktif' }));
      await user.click(await screen.findByRole('button', { name: 'İptal et' }));
    }
    const button = await screen.findByRole('button', { name: /^Bonusu/ });
    const lists = listAt(status);
    await user.click(button);
    await act(waitForIdle);
    const text = 'Sonuç henüz bilinmiyor. Listede görürsünüz.';
    expect(screen.getByText(text)).toBeVisible();
    expect(lists).toHaveLength(1);
  });

  it('shows the others if one is invalid', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    mockCall('user/list_bonuses', [
      { ...bonus('available'), bonusID: 302, title: {} as never },
      bonus('available'),
    ]);
    await show();
    expect(await screen.findByText('Hoş geldin bonusu')).toBeVisible();
    expect(screen.getByText('Bu bölüm gösterilemedi.')).toBeVisible();
  });

  it('has no action for a finished bonus', async () => {
    listAt('finished');
    const { user } = await show();
    await user.click(await screen.findByRole('tab', { name: 'Biten' }));
    const card = await screen.findByRole('article');
    expect(within(card).queryByRole('button')).toBeNull();
  });
});

it('bonuses have no button if the platform does not support claims', async () => {
  withoutCalls('user/claim_bonus');
  listAt('available');
  await show();
  expect(await screen.findByText('Hoş geldin bonusu')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Bonusu al' })).toBeNull();
});

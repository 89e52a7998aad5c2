import { screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { useNavigate } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { runningGame } from '@/components/games/model/runningGame';
import { openDeposit } from '@/lib/deposit/openDeposit';
import { track } from '@/lib/payments/tracked';
import { stored } from '@/lib/storage/stored';
import { noLimits } from '@/testing/brand';
import { mockPlayerStart, renderPage, signIn } from '@/testing/render';
import { mockCall } from '@/testing/server';
import { listedMethod, trackedPayment } from '@/testing/fixtures';
import { DepositHost } from './DepositHost';

const methods_list = [31, 32].map((id) => listedMethod({ id, name: `Kese ${id}` }));

function Page() {
  const navigate = useNavigate();
  return (
    <>
      <p>lobby</p>
      <button type="button" onClick={() => void navigate(-1)}>
        back
      </button>
      <DepositHost />
    </>
  );
}

const open = (path: string) => renderPage(<Page />, { path });

async function openAsPlayer(path: string) {
  signIn();
  mockPlayerStart();
  mockCall('limits/get', noLimits);
  mockCall('finance/list_cash_methods_new', { methods_list });
  mockCall('finance/list_highlighted_cash_methods', []);
  mockCall('user/list_bonuses', []);
  return open(path);
}

const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('the deposit drawer', () => {
  it('opens over the page, which keeps its query, and is closed by its button or by going back', async () => {
    const { user, location } = await openAsPlayer('/slot?sort=new');
    act(() => openDeposit({ method: 31, amount: 500 }));
    expect(await screen.findByLabelText('Tutar')).toHaveValue('500');
    expect(screen.getByText('lobby')).toBeInTheDocument();
    expect(location()).toBe('/slot?sort=new&deposit=31&amount=500');
    await user.click(await screen.findByRole('button', { name: 'Kapat' }));
    await isClosed();
    expect(location()).toBe('/slot?sort=new');
    act(() => (openDeposit(), openDeposit()));
    await screen.findByRole('dialog');
    act(() => openDeposit({ method: 32 }));
    await user.click(screen.getByText('back'));
    await isClosed();
    expect(location()).toBe('/slot?sort=new');
  });

  it('is open at an address that says so, and leaves the address clean', async () => {
    const { user, location } = await openAsPlayer('/?deposit=32&amount=120');
    expect(await screen.findByLabelText('Tutar')).toHaveValue('120');
    await user.click(await screen.findByRole('button', { name: 'Kapat' }));
    await waitFor(() => expect(location()).toBe('/'));
  });

  it('keeps its form where a bonus cannot be shown', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await openAsPlayer('/slot');
    const broken = [{ bonusID: 1, title: {}, amount: 1, wager_required: 1, wager_done: 0 }];
    mockCall('user/list_bonuses', broken as never);
    act(() => openDeposit({ method: 31, amount: 500 }));
    await waitFor(() => expect(errors).toHaveBeenCalled());
    expect(await screen.findByLabelText('Tutar')).toHaveValue('500');
  });

  it('that cannot be shown is closed, and a toast offers to open it again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
    showModal.mockImplementation(() => {
      throw new Error('drawer');
    });
    const { user, location } = await openAsPlayer('/slot');
    act(() => openDeposit({ method: 31, amount: 500 }));
    const retry = await screen.findByRole('button', { name: 'Tekrar dene' });
    expect(screen.getByText('lobby')).toBeInTheDocument();
    await waitFor(() => expect(location()).toBe('/slot'));
    expect(screen.queryByRole('dialog')).toBeNull();
    showModal.mockRestore();
    await user.click(retry);
    expect(await screen.findByLabelText('Tutar')).toHaveValue('500');
    expect(location()).toBe('/slot?deposit=31&amount=500');
  });

  it.each([
    ['/slot?sort=new', '/slot?sort=new&deposit=31&amount=500'],
    ['/register', '/?deposit=31&amount=500'],
    ['/?deposit=31', '/?deposit=31'],
  ])('sends a guest at %s to the login, which returns to %s', async (path, returnUrl) => {
    const { location } = await open(path);
    if (!path.includes('deposit')) act(() => openDeposit({ method: 31, amount: 500 }));
    await waitFor(() => expect(location()).toBe('/login'));
    expect(stored.get('returnUrl')).toBe(returnUrl);
  });
});

describe('a receipt in the drawer', () => {
  async function openReceipt(path: string) {
    track('demo', { ...trackedPayment, at: Date.now(), state: 'unknown', left: true });
    mockCall('finance/payment_outcome', { outcome: 'unknown' });
    const view = await openAsPlayer(path);
    await view.user.click(await screen.findByRole('button', { name: /Sonucu öğreniyoruz/ }));
    await screen.findByRole('heading', { name: 'Sonucu öğreniyoruz' });
    return view;
  }
  const back = { name: 'Oyuna dön' };

  it.each(['/promotions?deposit=', '/play/slot/101?deposit='])(
    'leads back to the running game from %s',
    async (path) => {
      const address = '/play/slot/101';
      const game = { kind: 'slot', id: 101, demo: false, provider: undefined } as const;
      runningGame.open({ ...game, address, username: 'demo' });
      const { user, location } = await openReceipt(path);
      await user.click(screen.getByRole('button', back));
      await waitFor(() => expect(location()).toBe(address));
      await isClosed();
    },
  );

  it('is in the address, so that a reload shows it, and leads back to the deposit', async () => {
    const { user, location, unmount } = await openReceipt('/promotions?deposit=31');
    const address = `/promotions?deposit=31&depositReceipt=${trackedPayment.key}`;
    expect(location()).toBe(address);
    unmount();
    await open(address);
    await screen.findByRole('heading', { name: 'Sonucu öğreniyoruz' });
    await user.click(screen.getByRole('button', { name: 'Yatırıma dön' }));
    expect(await screen.findByLabelText('Tutar')).toBeVisible();
  });

  it('has the choice of a method in the address, too', async () => {
    const { user, location } = await openAsPlayer('/promotions?deposit=31&amount=120');
    await user.click(await screen.findByRole('button', { name: 'Yöntemi değiştir' }));
    await waitFor(() => expect(location()).toBe('/promotions?deposit=*&amount=120'));
    await user.click(await screen.findByRole('button', { name: 'Kese 31' }));
    await waitFor(() => expect(location()).toBe('/promotions?deposit=31&amount=120'));
    expect(await screen.findByLabelText('Tutar')).toHaveValue('120');
  });

  it('leads to no game where none runs', async () => {
    await openReceipt('/promotions?deposit=');
    expect(screen.queryByRole('button', back)).toBeNull();
  });
});

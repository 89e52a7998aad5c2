import { screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { useNavigate } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runningGame } from '@/components/games/model';
import { cashType } from '@/contracts/constants';
import { openDeposit } from '@/lib/deposit';
import { track } from '@/lib/payments';
import { stored } from '@/lib/storage';
import { mockCall, mockPlayerStart, renderPage, signIn, noLimits } from '@/testing';
import { DepositHost } from './DepositHost';

const drawer = vi.hoisted(() => ({ fails: false }));

vi.mock(import('@/features/cashier/components/DepositDrawer'), async (original) => {
  const { DepositDrawer } = await original();
  return {
    DepositDrawer: (props) => {
      if (drawer.fails) throw new Error('drawer');
      return <DepositDrawer {...props} />;
    },
  };
});

const methods = {
  methods_list: [31, 32].map((id) => ({
    type: 'single' as const,
    id,
    name: `Kese ${id}`,
    logo: '',
    transferType: 7,
    properties: {
      isFavorite: 0 as const,
      min: 50,
      max: 1000,
      fee: 0,
      duration: 0,
      fields: [],
      quick: true,
      qr: false,
    },
  })),
};

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

async function open(path: string, player: boolean) {
  if (player) {
    signIn();
    mockPlayerStart();
    mockCall('limits/get', noLimits);
    mockCall('finance/list_cash_methods_new', methods);
    mockCall('finance/list_highlighted_cash_methods', []);
    mockCall('user/list_bonuses', []);
  }
  return renderPage(<Page />, { path });
}

describe('the deposit drawer', () => {
  it('opens over the page, which keeps its query, and closes again', async () => {
    const { user, location } = await open('/slot?sort=new', true);
    act(() => openDeposit({ method: 31, amount: 500 }));
    expect(await screen.findByLabelText('Tutar')).toHaveValue('500');
    expect(screen.getByText('lobby')).toBeInTheDocument();
    expect(location()).toBe('/slot?sort=new&deposit=31&amount=500');
    await user.click(await screen.findByRole('button', { name: 'Kapat' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location()).toBe('/slot?sort=new');
  });

  it('is closed by going back', async () => {
    const { user, location } = await open('/', true);
    act(() => openDeposit());
    await screen.findByRole('dialog');
    await user.click(screen.getByText('back'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location()).toBe('/');
  });

  it('is open at an address that says so, and leaves the address clean', async () => {
    const { user, location } = await open('/?deposit=32&amount=120', true);
    expect(await screen.findByLabelText('Tutar')).toHaveValue('120');
    await user.click(await screen.findByRole('button', { name: 'Kapat' }));
    await waitFor(() => expect(location()).toBe('/'));
  });

  it('keeps its form where a bonus cannot be shown', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await open('/slot', true);
    const broken = [{ bonusID: 1, title: {}, amount: 1, wager_required: 1, wager_done: 0 }];
    mockCall('user/list_bonuses', broken as never);
    act(() => openDeposit({ method: 31, amount: 500 }));
    await waitFor(() => expect(errors).toHaveBeenCalled());
    expect(await screen.findByLabelText('Tutar')).toHaveValue('500');
  });

  it('that cannot be shown is closed, and a toast offers to open it again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    drawer.fails = true;
    const { user, location } = await open('/slot', true);
    act(() => openDeposit({ method: 31, amount: 500 }));
    const retry = await screen.findByRole('button', { name: 'Tekrar dene' });
    expect(screen.getByText('lobby')).toBeInTheDocument();
    await waitFor(() => expect(location()).toBe('/slot'));
    drawer.fails = false;
    await user.click(retry);
    expect(await screen.findByLabelText('Tutar')).toHaveValue('500');
    expect(location()).toBe('/slot?deposit=31&amount=500');
  });

  it.each([
    ['/slot?sort=new', '/slot?sort=new&deposit=31&amount=500'],
    ['/register', '/?deposit=31&amount=500'],
  ])('sends a guest at %s to the login, which returns to %s', async (path, returnUrl) => {
    const { location } = await open(path, false);
    act(() => openDeposit({ method: 31, amount: 500 }));
    await waitFor(() => expect(location()).toBe('/login'));
    expect(stored.get('returnUrl')).toBe(returnUrl);
  });

  it('sends a guest at the address of an open drawer to the login', async () => {
    const { location } = await open('/?deposit=31', false);
    await waitFor(() => expect(location()).toBe('/login'));
    expect(stored.get('returnUrl')).toBe('/?deposit=31');
  });
});

describe('a receipt in the drawer', () => {
  afterEach(() => runningGame.close());

  async function openReceipt(path: string, game: boolean) {
    const payment = { key: 'k', type: cashType.deposit, method: 31, name: 'Kese 31', amount: 500 };
    track('demo', { ...payment, at: Date.now(), state: 'unknown', left: true });
    mockCall('finance/payment_outcome', { outcome: 'unknown' });
    if (game)
      runningGame.open({
        kind: 'slot',
        id: 101,
        demo: false,
        provider: undefined,
        address: '/play/slot/101',
        username: 'demo',
      });
    const view = await open(path, true);
    await view.user.click(await screen.findByRole('button', { name: /Sonucu öğreniyoruz/ }));
    await screen.findByRole('heading', { name: 'Sonucu öğreniyoruz' });
    return view;
  }
  const back = { name: 'Oyuna dön' };

  it.each(['/promotions?deposit=', '/play/slot/101?deposit='])(
    'leads back to the running game from %s',
    async (path) => {
      const { user, location } = await openReceipt(path, true);
      await user.click(screen.getByRole('button', back));
      await waitFor(() => expect(location()).toBe('/play/slot/101'));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    },
  );

  it('leads to no game where none runs', async () => {
    await openReceipt('/promotions?deposit=', false);
    expect(screen.queryByRole('button', back)).toBeNull();
  });
});

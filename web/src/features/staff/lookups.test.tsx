import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PaymentRoute } from './routes/PaymentRoute';
import { PlayerRoute } from './routes/PlayerRoute';
import { RequestsRoute } from './routes/RequestsRoute';
import { mockStaff, refusal, renderConsole } from './testing/console';
import { brand, me, playerDetail, playerLimits, type Schemas } from './testing/fixtures';

const key = '01890000-0000-7000-8000-000000000001';
const payment = (over: Partial<Schemas['Payment']> = {}): Schemas['Payment'] => ({
  key,
  brand: 'marmara',
  at: '2026-11-23T10:00:00Z',
  call: 'finance/save_bank_transfer',
  amount: '250.00 TRY',
  state: 'unknown',
  player: { uid: '7', username: 'demo' },
  ...over,
});
const proposal = {
  outcome: 'executed',
  reference: 'T-1',
  proposedBy: 'destek',
  proposedAt: '2026-11-23T10:05:00Z',
} as const;

describe('a request', () => {
  const show = (id: string) =>
    renderConsole(<RequestsRoute />, {
      path: `/maintenance-control/requests/${id}`,
      pattern: '/maintenance-control/requests/:id?',
    });

  it('is found by its id, with its player, its cause and its payment', async () => {
    mockStaff('GET /requests/abc-1', () => ({
      id: 'abc-1',
      at: '2026-11-23T10:00:00Z',
      instance: 'b',
      brand: 'marmara',
      call: 'finance/save_bank_transfer',
      player: { uid: '7', username: 'demo' },
      status: 504,
      debug: 'outcome unknown',
      ms: 15000,
      cause: 'timeout',
      money: { key, outcome: 'unknown' },
    }));
    const { user, location } = await show('abc-1');
    expect(await screen.findByText('Platform süresi içinde yanıt vermedi')).toBeInTheDocument();
    expect(screen.getByText('504 · outcome unknown')).toBeInTheDocument();
    const player = screen.getByRole('link', { name: 'demo' });
    expect(player).toHaveAttribute('href', '/maintenance-control/players/marmara/7');
    await user.click(screen.getByRole('link', { name: 'Ödemeye git' }));
    await expect.poll(location).toBe(`/maintenance-control/payments/${key}?brand=marmara`);
  });

  it('that is not known says so', async () => {
    mockStaff('GET /requests/nope', () => refusal(404, 'not found'));
    await show('nope');
    expect(await screen.findByText('Bulunamadı')).toBeInTheDocument();
  });
});

describe('a payment whose outcome is unknown', () => {
  const show = async (shown: Schemas['Payment'], as = me('support')) => {
    let current = shown;
    mockStaff(`GET /payments/${key}`, () => current);
    const view = await renderConsole(<PaymentRoute />, {
      path: `/maintenance-control/payments/${key}?brand=marmara`,
      pattern: '/maintenance-control/payments/:key',
      as,
    });
    /** Mocks a change of the payment, after which it is `next`. */
    const mockChange = (change: string, next: Schemas['Payment']) =>
      mockStaff(`POST /payments/${key}/${change}`, () => (current = next));
    return { ...view, mockChange };
  };

  it('is proposed with the platform’s reference', async () => {
    const { user, mockChange } = await show(payment());
    const settled = mockChange('settle', payment({ settlement: proposal }));
    const submit = await screen.findByRole('button', { name: 'Sonucu öner' });
    expect(submit).toBeDisabled();
    await user.click(screen.getByRole('radio', { name: 'Gerçekleşti' }));
    await user.type(screen.getByLabelText('Platformun referansı'), ' T-1 ');
    await user.click(submit);
    expect(settled[0]?.body).toEqual({ outcome: 'executed', reference: 'T-1' });
    expect(settled[0]?.url.searchParams.get('brand')).toBe('marmara');
    expect(await screen.findByText(/başka bir hesabın onaylaması/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Onayla' })).toBeNull();
  });

  it('is approved by another account, who types the brand', async () => {
    const { user, mockChange } = await show(payment({ settlement: proposal }), me('admin'));
    const approval = { approvedBy: 'yonetici', approvedAt: '2026-11-23T11:00:00Z' };
    const settlement = { ...proposal, ...approval };
    const approved = mockChange('approve', payment({ state: 'executed', settlement }));
    await user.click(await screen.findByRole('button', { name: 'Onayla' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByRole('button', { name: 'Onayla' })).toBeDisabled();
    await user.type(dialog.getByRole('textbox'), 'marmara');
    await user.click(dialog.getByRole('button', { name: 'Onayla' }));
    expect(approved[0]?.body).toEqual({ outcome: 'executed', reference: 'T-1' });
    expect(await screen.findByText(/yonetici ·/)).toBeInTheDocument();
  });

  it('is only shown to a viewer of the brand', async () => {
    const viewer = { ...me('support'), roles: { zephyr: 'support', marmara: 'viewer' } as const };
    await show(payment(), viewer);
    expect(await screen.findByText('250.00 TRY')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Sonucu öner' })).toBeNull();
  });
});

describe('a player', () => {
  const session: Schemas['PlayerDetail']['sessions'][number] = {
    session: 's1',
    brand: 'marmara',
    username: 'demo',
    begun: '2026-11-23T09:00:00Z',
    seen: '2026-11-23T10:00:00Z',
    until: '2026-11-24T09:00:00Z',
    address: '203.0.113.7',
    agent: 'Firefox',
    pending: false,
    two_factor: true,
  };
  const show = async (as = me('support')) => {
    mockStaff('GET /players/marmara/7', () => ({
      ...playerDetail,
      sessions: [session, { ...session, session: 's2' }],
    }));
    mockStaff('GET /players/marmara/7/limits', () => playerLimits);
    mockStaff('GET /brands', () => [brand('marmara')]);
    return renderConsole(<PlayerRoute />, {
      path: '/maintenance-control/players/marmara/7',
      pattern: '/maintenance-control/players/:brand/:uid',
      as,
    });
  };

  it('has its sessions ended and is blocked by support, who may not export or erase its data', async () => {
    const { user } = await show();
    let answer!: (body: unknown) => void;
    const held = new Promise((resolve) => (answer = resolve));
    const ended = mockStaff('POST /sessions/revoke', () => held);
    const [first, second] = await screen.findAllByRole('button', { name: 'Bitir' });
    // The second does not wait for the first.
    await user.click(first!);
    await user.click(second!);
    expect(first).toHaveAttribute('aria-busy', 'true');
    await user.click(screen.getByRole('button', { name: 'Hepsini bitir' }));
    await expect.poll(() => ended.length).toBe(2);
    const all = within(screen.getByRole('dialog'));
    await user.click(all.getByRole('button', { name: 'Hepsini bitir' }));
    await expect.poll(() => ended.length).toBe(3);
    answer({ ended: 1 });
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(ended.map(({ body }) => body)).toEqual([
      { session: 's1' },
      { session: 's2' },
      { brand: 'marmara', username: 'demo' },
    ]);
    // Admins only.
    expect(screen.queryByRole('button', { name: 'Verileri sil' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Verileri indir' })).toBeNull();

    const block = { by: 'destek', at: '2026-11-23T10:00:00Z', reason: 'x' };
    const blocked = mockStaff('POST /players/marmara/7/block', () => block);
    await user.type(screen.getByLabelText('Gerekçe'), 'Belge bekleniyor');
    await user.click(screen.getByRole('button', { name: 'Engelle' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.type(dialog.getByRole('textbox'), 'demo');
    await user.click(dialog.getByRole('button', { name: 'Engelle' }));
    expect(blocked[0]?.body).toEqual({ reason: 'Belge bekleniyor' });
  });

  it('is erased after its uid was typed, and what is kept is named with its reason', async () => {
    const { user } = await show(me('admin'));
    const erased = mockStaff('POST /players/marmara/7/erase', () => ({
      erased: ['sessions', 'profile', 'devices', 'requests'],
      kept: [
        { kind: 'audit', until: '2027-11-23T10:00:00Z' },
        { kind: 'limits' },
        { kind: 'ended sessions', until: '2026-12-24T10:00:00Z' },
      ],
    }));
    await user.click(await screen.findByRole('button', { name: 'Verileri sil' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(
      dialog.getByText(/Limitler, aralar ve kendini dışlama yürürlükte kalır/),
    ).toBeInTheDocument();
    await user.type(dialog.getByRole('textbox'), '7');
    await user.click(dialog.getByRole('button', { name: 'Verileri sil' }));
    expect(erased[0]?.body).toEqual({ confirm: '7' });
    await screen.findByText('Silinen: oturumlar, profil, cihazlar, istekler');
    expect(screen.getAllByText(/^Saklanan: /).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Saklanan: denetim kaydı, .*2027.* tarihine kadar$/),
      'Saklanan: limitler, aralar ve kendini dışlama; yasa, kendini dışlamaya uyulmasını gerektirir',
      expect.stringMatching(/^Saklanan: biten oturumlar, .*2026.* tarihine kadar$/),
    ]);
  });
});

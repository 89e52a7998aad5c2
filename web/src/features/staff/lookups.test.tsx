import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PaymentRoute } from './routes/PaymentRoute';
import { PaymentsRoute } from './routes/PaymentsRoute';
import { PlayerRoute } from './routes/PlayerRoute';
import { PlayersRoute } from './routes/PlayersRoute';
import { RequestsRoute } from './routes/RequestsRoute';
import { mockPlayer, mockStaff, refusal, renderConsole } from './testing/console';
import { brand, me, playerDetail, type Schemas } from './testing/fixtures';

const key = '01890000-0000-7000-8000-000000000001';
const payment = (over: Partial<Schemas['Payment']> = {}): Schemas['Payment'] => ({
  key,
  brand: 'marmara',
  at: '2026-11-23T10:00:00Z',
  call: 'finance/save_bank_transfer',
  part: 'withdrawals',
  amount: '1250 TRY',
  state: 'unknown',
  player: { uid: '7', username: 'demo' },
  ...over,
});

describe('a request', () => {
  const show = (id: string) => {
    mockStaff('GET /brands', () => []);
    return renderConsole(<RequestsRoute />, {
      path: `/maintenance-control/requests/${id}`,
      pattern: '/maintenance-control/requests/:id?',
    });
  };

  const record = {
    id: 'abc-1',
    at: '2026-11-23T10:00:00Z',
    instance: 'b',
    brand: 'marmara',
    status: 504,
    ms: 15000,
  };

  it('is found by its id, with its player, its cause and its payment', async () => {
    mockStaff('GET /requests/abc-1', () => ({
      ...record,
      call: 'finance/save_bank_transfer',
      player: { uid: '7', username: 'demo' },
      debug: 'outcome unknown',
      cause: 'timeout',
      money: { key, outcome: 'unknown' },
    }));
    const { user, location } = await show('abc-1');
    expect(await screen.findByText('Platform süresi içinde yanıt vermedi')).toBeInTheDocument();
    expect(screen.getByText('504 · Sonucu bilinmiyor')).toBeInTheDocument();
    const player = screen.getByRole('link', { name: 'demo' });
    expect(player).toHaveAttribute('href', '/maintenance-control/players/marmara/7');
    await user.click(screen.getByRole('link', { name: key }));
    await expect.poll(location).toBe(`/maintenance-control/payments/${key}?brand=marmara`);
  });

  it('shows the cached response if the call can be cached', async () => {
    const cached_response = [{ name: 'memory', text: 'stale, age 2m0s' }];
    mockStaff('GET /requests/abc-1', () => ({ ...record, cached_response }));
    await show('abc-1');
    expect(await screen.findByText('Bu örneğin belleği')).toBeInTheDocument();
    expect(screen.getByText('stale, age 2m0s')).toBeInTheDocument();
  });

  it('reports an unknown id', async () => {
    mockStaff('GET /requests/nope', () => refusal(404, 'not found'));
    await show('nope');
    expect(await screen.findByText('Bulunamadı')).toBeInTheDocument();
  });
});

it('payments are searched by number, amount, time, brand and state', async () => {
  mockStaff('GET /brands', () => [brand('marmara')]);
  const searched = mockStaff('GET /payments', () => [
    payment({ transaction: '9900413', debug: 'outcome unknown' }),
  ]);
  const { user, location } = await renderConsole(<PaymentsRoute />, { path: '/payments' });
  await screen.findByText('9900413');
  const row = screen.getByRole('row', { name: /9900413/ });
  expect(row).toHaveTextContent(
    /Para çekme: Banka havalesi.*1\.250,00 TL.*Sonucu bilinmiyorSonucu/,
  );
  await user.type(screen.getByLabelText('İşlem no'), ' 9900413 ');
  await user.type(screen.getByLabelText('Tutar'), '1,250');
  await user.click(screen.getByRole('button', { name: 'Ara' }));
  expect(screen.getByRole('alert')).toHaveTextContent(/iki ondalıklı bir tutar/);
  await user.clear(screen.getByLabelText('Tutar'));
  await user.type(screen.getByLabelText('Tutar'), '1.250,5');
  await user.type(screen.getByLabelText('En erken'), '2026-11-23T10:00');
  await user.selectOptions(screen.getByLabelText('Marka'), 'marmara');
  await user.click(screen.getByRole('button', { name: 'Ara' }));
  await expect.poll(() => searched.length).toBe(2);
  expect(searched.map(({ url }) => Object.fromEntries(url.searchParams))).toEqual([
    { state: 'unknown', limit: '200' },
    {
      transaction: '9900413',
      amount: '1250.5',
      from: new Date(2026, 10, 23, 10).toISOString(),
      brand: 'marmara',
      state: 'any',
      limit: '200',
    },
  ]);
  await user.clear(screen.getByLabelText('Tutar'));
  await user.clear(screen.getByLabelText('İşlem no'));
  await user.type(screen.getByLabelText('İşlem no'), key);
  await user.click(screen.getByRole('button', { name: 'Ara' }));
  expect(location()).toBe(`/maintenance-control/payments/${key}`);
});

it('a name that has never logged in can be unlocked', async () => {
  const lock = { brand: 'marmara', lock: 'password', until: '2026-11-23T10:00:00Z' } as const;
  let locks: Schemas['Lock'][] = [lock, { brand: 'zephyr', lock: 'block' }];
  mockStaff('GET /players', () => []);
  mockStaff('GET /matches', () => []);
  const read = mockStaff('GET /locks', () => locks);
  const { user } = await renderConsole(<PlayersRoute />, { path: '/players?q=ayse' });
  expect(await screen.findByText('Oyuncu bulunamadı')).toBeInTheDocument();
  expect(await screen.findByText('Kaldırılana kadar')).toBeInTheDocument();
  expect(screen.getByText(/^23\.11\.2026/)).toBeInTheDocument();
  const lifted = mockStaff('POST /players/marmara/unlock', () => {
    locks = [];
    return {};
  });
  await user.click(screen.getByRole('button', { name: 'Kilidi kaldır' }));
  expect(await screen.findByText(/için giriş kilidi yok/)).toBeInTheDocument();
  expect(lifted[0]?.body).toEqual({ username: 'ayse' });
  expect(read[0]?.url.search).toBe('?username=ayse');
});

it('a payment with an unknown outcome is only shown to a viewer of the brand', async () => {
  mockStaff(`GET /payments/${key}`, () => payment());
  await renderConsole(<PaymentRoute />, {
    path: `/maintenance-control/payments/${key}?brand=marmara`,
    pattern: '/maintenance-control/payments/:key',
    as: { ...me('support'), roles: { zephyr: 'support', marmara: 'viewer' } as const },
  });
  expect(await screen.findByText('1.250,00 TL')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Sonucu öner' })).toBeNull();
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
  const show = async (as = me('support'), money: Schemas['Payment'][] = []) => {
    mockPlayer({ ...playerDetail, sessions: [session, { ...session, session: 's2' }], money });
    return renderConsole(<PlayerRoute />, {
      path: '/maintenance-control/players/marmara/7',
      pattern: '/maintenance-control/players/:brand/:uid',
      as,
    });
  };

  it('can be logged out and blocked by support, but not exported or erased', async () => {
    const { user } = await show();
    let answer!: (body: unknown) => void;
    const held = new Promise((resolve) => (answer = resolve));
    const ended = mockStaff('POST /sessions/revoke', () => held);
    await user.click(await screen.findByRole('button', { name: 'Hepsini göster (2)' }));
    const [first, second] = screen.getAllByRole('button', { name: 'Bitir' });
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
    // Only admins see them.
    expect(screen.queryByRole('button', { name: 'Verileri sil' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Verileri indir' })).toBeNull();

    const block = { by: 'destek', at: '2026-11-23T10:00:00Z', reason: 'x' };
    const blocked = mockStaff('POST /players/marmara/7/block', () => block);
    await user.click(screen.getByText('Engel'));
    await user.type(await screen.findByLabelText('Gerekçe'), 'Belge bekleniyor');
    await user.click(screen.getByRole('button', { name: 'Engelle' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.type(dialog.getByRole('textbox'), 'demo');
    await user.click(dialog.getByRole('button', { name: 'Engelle' }));
    expect(blocked[0]?.body).toEqual({ reason: 'Belge bekleniyor' });
  });

  it('shows current problems, and all or only failed requests page by page', async () => {
    const money = Array.from({ length: 5 }, (_, n) =>
      payment({ key: `${key}${n}`, state: 'executed' }),
    );
    const { user } = await show(me(), [payment(), ...money]);
    const request = {
      id: 'abc-1',
      at: '2026-11-23T10:00:00Z',
      instance: 'b',
      brand: 'marmara',
      call: 'finance/save_bank_transfer',
      status: 200,
      code: 400,
      debug: 'amount out of range',
      ms: 5,
    };
    const read = mockStaff('GET /requests', () => Array(50).fill(request));
    mockStaff('GET /locks', () => [{ brand: 'marmara', lock: 'code', until: request.at }]);
    const problems = within((await screen.findByText('Şu anki sorunlar')).closest('section')!);
    expect(await problems.findByText('Çok fazla yanlış kod')).toBeInTheDocument();
    expect((await problems.findAllByText(/amount out of range/))[0]).toBeInTheDocument();
    expect(problems.getByRole('link', { name: /1\.250,00\sTL/ })).toBeInTheDocument();
    expect(
      within(screen.getByRole('table', { name: 'Ödemeler' })).getAllByRole('row'),
    ).toHaveLength(4);
    await user.click(screen.getByRole('button', { name: 'Hepsini göster (6)' }));
    expect(
      within(screen.getByRole('table', { name: 'Ödemeler' })).getAllByRole('row'),
    ).toHaveLength(7);
    await user.click(screen.getByText('Son istekler'));
    expect(await screen.findAllByText('400 · amount out of range')).toHaveLength(50);
    await user.click(screen.getByRole('radio', { name: 'Başarısız' }));
    await user.click(await screen.findByRole('button', { name: 'Daha eskileri göster' }));
    await expect
      .poll(() => read.map(({ url }) => url.search.slice('?brand=marmara&player=7&'.length)))
      .toEqual([
        'failed=true&limit=3',
        'limit=50',
        'limit=50&failed=true',
        'limit=100&failed=true',
      ]);
  });

  it('is erased after its uid was typed, and retained data is listed with the reason', async () => {
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
      dialog.getByText(/Limitler, aralar ve kendini dışlama geçerli kalır/),
    ).toBeInTheDocument();
    await user.type(dialog.getByRole('textbox'), '7');
    await user.click(dialog.getByRole('button', { name: 'Verileri sil' }));
    expect(erased[0]?.body).toEqual({ confirm: '7' });
    await screen.findByText('Silinen: oturumlar, profil, cihazlar, istekler');
    expect(screen.getAllByText(/^Saklanan: /).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Saklanan: denetim kaydı, .*2027.* tarihine kadar$/),
      'Saklanan: limitler, aralar ve kendini dışlama (yasa gereği)',
      expect.stringMatching(/^Saklanan: biten oturumlar, .*2026.* tarihine kadar$/),
    ]);
  });
});

import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PlayerRoute } from './routes/PlayerRoute';
import { PlayersRoute } from './routes/PlayersRoute';
import { mockPlayer, mockStaff, refusal, renderConsole } from './testing/console';
import { brand, me, playerLimits, type Schemas } from './testing/fixtures';

type Limits = Schemas['PlayerLimits'];

const daily: Limits['limits'][number] = {
  kind: 'deposit',
  period: 'day',
  amount: 500,
  used: 300,
  left: 200,
  renews: '2026-11-24T00:00:00Z',
  pending: { amount: 800, from: '2026-11-24T10:00:00Z', until: '2026-12-01T10:00:00Z' },
};
const set = { change: 'set', kind: 'deposit', period: 'day', amount: 500 } as const;
const limits = (over: Partial<Limits> = {}): Limits => ({
  ...playerLimits,
  limits: [daily],
  history: [
    { at: '2026-11-23T09:00:00Z', by: 'destek', change: 'break', until: '2026-11-24T09:00:00Z' },
    { at: '2026-11-22T09:00:00Z', ...set },
  ],
  ...over,
});
const proposal: Schemas['LimitProposal'] = {
  subject: 'limit',
  kind: 'deposit',
  period: 'day',
  amount: 900,
  reason: 'Oyuncunun dilekçesi',
  by: 'destek',
  at: '2026-11-23T10:00:00.123Z',
  from: '2026-11-24T10:00:00Z',
  ready: true,
};
const loosened = { subject: 'limit', kind: 'deposit', period: 'day', at: proposal.at };

async function show(first: Limits, as = me('support')) {
  let current = first;
  mockPlayer(undefined, () => current);
  const view = await renderConsole(<PlayerRoute />, {
    path: '/maintenance-control/players/marmara/7',
    pattern: '/maintenance-control/players/:brand/:uid',
    as,
  });
  /** Mocks a change that sets the limits to `next`. */
  const mockChange = (change: string, next: Limits) =>
    mockStaff(`POST /players/marmara/7/limits/${change}`, () => (current = next));
  return { ...view, mockChange };
}

describe('the limits of the platform', () => {
  const at = '2026-11-23T10:00:00Z';
  it('are shown if they differ, with the reason', async () => {
    const until = '2026-11-25T10:00:00Z';
    const deposit = { subject: 'limit', kind: 'deposit', period: 'day' } as const;
    const tighter = { ...deposit, here: { amount: 500 }, there: { amount: 300 } };
    const differences: NonNullable<Limits['platform']>['differences'] = [
      { ...tighter, state: 'tighter_there' },
      { subject: 'break', here: { until }, state: 'refused' },
      { subject: 'exclusion', there: { forever: true }, state: 'tighter_there' },
    ];
    await show(limits({ platform: { as_of: at, differences } }));
    const table = within(await screen.findByRole('table', { name: 'Platform limitleri' }));
    const rows = table.getAllByRole('row').map((element) => element.textContent);
    expect(rows[1]).toMatch(/^Yatırma, günlük500,00.*300,00.*Platformun limiti daha sıkı/);
    expect(rows[2]).toMatch(/^Ara.*YokPlatform kabul etmedi/);
    expect(rows[3]).toMatch(/^Kendini dışlamaYokSüresizPlatformun limiti daha sıkı/);
  });

  it.each([
    ['are reported as equal without differences', { as_of: at, differences: [] }, 1],
    ['are no subject at a platform without limits', undefined, 0],
  ])('%s', async (_, platform, count) => {
    await show(limits({ platform }));
    await screen.findByRole('table', { name: 'Limitler ve aralar' });
    expect(screen.queryAllByText(/Platformda aynı limitler var/)).toHaveLength(count);
    expect(screen.queryAllByText('Platform limitleri')).toHaveLength(count);
  });
});

const dialog = () => within(screen.getByRole('dialog'));

describe('the limits of a player', () => {
  it('are shown with used, remaining and pending values and their history', async () => {
    const { user } = await show(limits({ exclusion: {} }));
    const table = within(await screen.findByRole('table', { name: 'Limitler ve aralar' }));
    for (const text of ['Yatırma, günlük', /^300,00/, /^200,00/, /800,00/])
      expect(table.getByText(text)).toBeInTheDocument();
    expect(screen.getByText('Süresiz')).toBeInTheDocument();
    await user.click(screen.getByText('Limit geçmişi'));
    const history = await screen.findByRole('table', { name: 'Limit geçmişi' });
    const rows = within(history).getAllByRole('row');
    expect(rows[1]).toHaveTextContent('destekAra başladı');
    expect(rows[2]).toHaveTextContent('OyuncuKonuldu');
  });

  it('are tightened for the kind that is shown as chosen', async () => {
    const { user, mockChange } = await show(limits({ kinds: ['loss', 'session_time'] }));
    const tightened = mockChange('tighten', limits());
    await user.click(await screen.findByRole('button', { name: 'Sıkılaştır' }));
    expect(dialog().getByLabelText('Tür')).toHaveDisplayValue('Kayıp');
    await user.type(dialog().getByLabelText('Tutar (TRY)'), '100');
    await user.type(dialog().getByLabelText('Gerekçe'), 'x');
    await user.type(dialog().getByLabelText(/demo/), 'demo');
    await user.click(dialog().getByRole('button', { name: 'Hemen uygula' }));
    await expect.poll(() => tightened[0]?.body).toMatchObject({ kind: 'loss', amount: 100 });
  });

  it('are a break or an exclusion, too', async () => {
    const { user, mockChange } = await show(limits({ limits: [] }));
    const tightened = mockChange('tighten', limits());
    for (const [subject, length] of [
      ['Ara', '7 gün'],
      ['Kendini dışlama', 'Süresiz'],
    ] as const) {
      await user.click(await screen.findByRole('button', { name: 'Sıkılaştır' }));
      await user.click(dialog().getByRole('radio', { name: subject }));
      await user.selectOptions(dialog().getByLabelText('Süre'), length);
      await user.type(dialog().getByLabelText('Gerekçe'), 'x');
      await user.type(dialog().getByLabelText(/demo/), 'demo');
      await user.click(dialog().getByRole('button', { name: 'Hemen uygula' }));
      await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    }
    expect(tightened.map(({ body }) => body)).toEqual([
      { break_hours: 168, reason: 'x' },
      { exclude_forever: true, reason: 'x' },
    ]);
  });

  it('are only shown to a viewer of the brand', async () => {
    const viewer = { ...me('support'), roles: { zephyr: 'support', marmara: 'viewer' } as const };
    await show(limits({ proposals: [proposal] }), viewer);
    expect(await screen.findByText('Oyuncunun dilekçesi')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Sıkılaştır' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Gevşetmeyi onayla' })).toBeNull();
  });
});

describe('loosening', () => {
  const early = { ...proposal, from: '2999-01-01T12:00:00Z', ready: false };

  it('is proposed, and then waits', async () => {
    const { user, mockChange } = await show(limits());
    const proposed = mockChange('propose', limits({ proposals: [early] }));
    await user.click(await screen.findByRole('button', { name: 'Gevşetme öner' }));
    const submit = () => dialog().getByRole('button', { name: 'Öner' });
    await user.type(dialog().getByLabelText('Gerekçe'), 'Dilekçe');
    await user.type(dialog().getByLabelText('Tutar (TRY)'), '400');
    expect(dialog().getByText(/daha gevşek olmalı/)).toBeInTheDocument();
    expect(submit()).toBeDisabled();
    await user.click(dialog().getByRole('radio', { name: 'Kaldırma' }));
    await user.click(submit());
    const limit = { subject: 'limit', kind: 'deposit', period: 'day' };
    expect(proposed[0]?.body).toEqual({ ...limit, removal: true, reason: 'Dilekçe' });
    expect(await screen.findByText(/başka bir hesap onaylamalı/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Gevşetmeyi onayla' })).toBeDisabled();
  });

  it('is approved by another account with the typed brand, and shows the reason of a refusal', async () => {
    const { user, mockChange } = await show(limits({ proposals: [proposal] }), me('admin'));
    mockStaff('POST /players/marmara/7/limits/approve', () => refusal(409, 'modified'));
    await user.click(await screen.findByRole('button', { name: 'Gevşetmeyi onayla' }));
    expect(dialog().getByText(/Yatırma, günlük: 900,00/)).toBeInTheDocument();
    await user.type(dialog().getByRole('textbox'), 'marmara');
    const confirm = dialog().getByRole('button', { name: 'Gevşetmeyi onayla' });
    await user.click(confirm);
    expect(await dialog().findByText('refused: modified')).toBeInTheDocument();
    const approved = mockChange('approve', limits());
    await user.click(confirm);
    await expect.poll(() => screen.queryByText('Gevşetme önerileri')).toBeNull();
    expect(approved[0]?.body).toEqual(loosened);
  });

  it('cannot be approved before its time, which is shown', async () => {
    await show(limits({ proposals: [early] }), me('admin'));
    const button = await screen.findByRole('button', { name: 'Gevşetmeyi onayla' });
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription(/01\.01\.2999.*onaylayabilirsiniz/);
  });

  it('can be withdrawn', async () => {
    const { user, mockChange } = await show(limits({ proposals: [proposal] }));
    const rejected = mockChange('reject', limits());
    await user.click(await screen.findByRole('button', { name: 'Öneriyi geri çek' }));
    expect(rejected[0]?.body).toEqual(loosened);
  });
});

describe('the export for the regulator', () => {
  const open = async (as: Schemas['Me']) => {
    mockStaff('GET /brands', () => [brand('marmara'), brand('zephyr')]);
    mockStaff('GET /matches', () => []);
    return renderConsole(<PlayersRoute />, { path: '/maintenance-control/players', as });
  };

  it('covers a brand of the admin', async () => {
    const { user } = await open({ ...me('admin'), roles: { '*': 'support', zephyr: 'admin' } });
    const link = await screen.findByRole('link', { name: 'CSV indir' });
    expect(link).toHaveAttribute('href', '/staff/v1/limits.csv?brand=zephyr');
    expect(screen.getByLabelText('Marka')).toHaveTextContent('Zephyr');
    await user.type(screen.getByLabelText('Bitiş günü'), '2026-11-01');
    await user.type(screen.getByLabelText('Başlangıç günü'), '2026-11-02');
    expect(screen.getByText('Bitiş, başlangıçtan sonra olmalı.')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'CSV indir' })).toBeNull();
  });

  it('is for admins only', async () => {
    await open(me('support'));
    expect(await screen.findByRole('heading', { name: 'Oyuncular' })).toBeInTheDocument();
    expect(screen.queryByText('Limit dökümü')).toBeNull();
  });
});

describe('a possible excluded person', () => {
  it('is excluded or not by the decision of staff', async () => {
    const match = {
      brand: 'marmara',
      uid: '7',
      excluded_brand: 'zephyr',
      excluded_uid: '1',
    } as const;
    const open = [{ ...match, fields: ['phone'] as const, at: '2026-11-23T10:00:00Z' }];
    let list: readonly Schemas['PersonMatch'][] = open;
    mockStaff('GET /matches', () => list);
    const decided = mockStaff('POST /players/marmara/7/match', () => {
      list = [];
      return {};
    });
    const { user } = await renderConsole(<PlayersRoute />, {
      path: '/maintenance-control/players',
    });
    expect(await screen.findByText('telefon numarası')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Aynı kişi' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.type(dialog.getByRole('textbox'), 'Belgeler');
    await user.click(dialog.getByRole('button', { name: 'Karar ver' }));
    const { excluded_brand, excluded_uid } = match;
    expect(decided[0]?.body).toEqual({
      excluded_brand,
      excluded_uid,
      same: true,
      reason: 'Belgeler',
    });
    await expect.poll(() => screen.queryByText('telefon numarası')).toBeNull();
  });
});

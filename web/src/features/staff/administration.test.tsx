import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { waitForIdle } from '@/testing/waitForIdle';
import { AccountsRoute } from './routes/AccountsRoute';
import { AuditRoute } from './routes/AuditRoute';
import { KeysRoute } from './routes/KeysRoute';
import { mockStaff, refusal, renderConsole } from './testing/console';
import { brand, me, type Schemas } from './testing/fixtures';

const entry = (id: number, over: Partial<Schemas['AuditEntry']> = {}): Schemas['AuditEntry'] => ({
  id: String(id),
  at: '2026-11-23T10:00:00Z',
  who: 'destek',
  action: 'maintenance',
  subject: `entry ${id}`,
  outcome: 'done',
  ...over,
});

it('the audit log is filtered, paged and exported as it is filtered', async () => {
  mockStaff('GET /brands', () => [brand('marmara')]);
  const fifty = (from: number) => Array.from({ length: 50 }, (_, index) => entry(from - index));
  let refused = true;
  const pages = mockStaff('GET /audit', ({ url }) => {
    const before = url.searchParams.get('before');
    if (before === null) return fifty(100);
    if (refused) return refusal(503, 'unavailable');
    return before === '51' ? fifty(50) : [entry(0, { subject: 'the oldest', after: {} })];
  });
  const { user, location } = await renderConsole(<AuditRoute />, { path: '/audit?brand=gone' });
  const more = await screen.findByRole('button', { name: 'Daha eskileri göster' });
  await user.click(more);
  expect(await screen.findByText('refused: unavailable')).toBeInTheDocument();
  refused = false;
  await user.click(more); // loads only the missing page
  await screen.findByText('entry 50');
  await waitForIdle();
  expect(pages).toHaveLength(3);
  await user.click(more);
  // On phones the children of a cell form a row.
  expect((await screen.findByText('the oldest')).closest('td')?.children).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Daha eskileri göster' })).toBeNull();
  expect(pages.map(({ url }) => url.searchParams.get('before'))).toEqual([null, '51', '51', '1']);
  expect(screen.getAllByRole('cell', { name: 'Elle bakım' })).not.toHaveLength(0);
  expect(screen.getByLabelText('Marka')).toHaveDisplayValue('gone');
  await user.type(screen.getByLabelText('Kim'), 'destek');
  await user.selectOptions(screen.getByLabelText('İşlem'), 'Oyuncu engellendi');
  await user.click(screen.getByRole('button', { name: 'Ara' }));
  await expect.poll(location).toBe('/audit?who=destek&action=player+blocked&brand=gone');
  const link = screen.getByRole('link', { name: 'CSV indir' });
  const query = 'who=destek&action=player+blocked&brand=gone';
  expect(link).toHaveAttribute('href', `/staff/v1/audit.csv?${query}`);
  await screen.findByText('entry 100');
  expect(pages.at(-1)?.url.searchParams.get('who')).toBe('destek');
});

describe('the accounts', () => {
  const account = (name: string, role: Schemas['Role']): Schemas['Account'] => ({
    name,
    roles: { '*': role },
    authenticator: true,
    disabled: false,
    since: '2026-01-01T00:00:00Z',
  });
  const accounts = [account('destek', 'support'), account('yonetici', 'admin')];
  const show = async () => {
    mockStaff('GET /accounts', () => accounts);
    mockStaff('GET /tokens', () => []);
    mockStaff('GET /brands', () => [brand('marmara')]);
    return renderConsole(<AccountsRoute />, { as: me('admin') });
  };

  it('invite a person with a role of one brand and show the link one time', async () => {
    const { user } = await show();
    const invited = mockStaff('POST /accounts', () => ({
      account: { ...accounts[0], name: 'gece', invited: true },
      url: 'https://localhost/maintenance-control/invitation#token=abc',
      until: '2026-11-24T10:00:00Z',
    }));
    await user.click(await screen.findByRole('button', { name: 'Davet et' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.type(dialog.getByLabelText('Hesap adı'), 'gece');
    await user.selectOptions(dialog.getByLabelText('Tüm markalar'), 'Rol yok');
    await user.selectOptions(await dialog.findByLabelText('Marmara'), 'Destek');
    await user.click(dialog.getByRole('button', { name: 'Davet et' }));
    expect(invited[0]?.body).toEqual({ name: 'gece', roles: { marmara: 'support' } });
    expect(await screen.findByText(/invitation#token=abc/)).toBeInTheDocument();
  });

  it('cannot disable themselves, and explain the protection of the last admin', async () => {
    const { user } = await show();
    mockStaff('PATCH /accounts/destek', () => refusal(409, 'last admin'));
    const disable = await screen.findAllByRole('button', { name: 'Devre dışı bırak' });
    expect(disable).toHaveLength(1);
    await user.click(disable[0]!);
    const dialog = within(screen.getByRole('dialog'));
    await user.type(dialog.getByRole('textbox'), 'destek');
    await user.click(dialog.getByRole('button', { name: 'Devre dışı bırak' }));
    expect(await dialog.findByText('refused: last admin')).toBeInTheDocument();
  });

  it('are closed to support', async () => {
    mockStaff('GET /accounts', () => refusal(403, 'role forbids'));
    await renderConsole(<AccountsRoute />, { as: me('support') });
    expect(await screen.findByText('refused: role forbids')).toBeInTheDocument();
  });
});

it('a key may be retired when no session needs it and its time has come', async () => {
  mockStaff('GET /keys', () => [
    { kid: 'new', active: true, sessions: 3 },
    { kid: 'used', active: false, sessions: 1, retireAfter: '2099-01-01T00:00:00Z' },
    { kid: 'old', active: false, sessions: 0, retireAfter: '2020-01-01T00:00:00Z' },
  ]);
  await renderConsole(<KeysRoute />);
  const row = (kid: string) => within(screen.getByText(kid).closest('tr')!);
  await screen.findByText('new');
  expect(row('new').getByText('Kullanımda')).toBeInTheDocument();
  expect(row('used').getByText('Oturumlar için gerekli')).toBeInTheDocument();
  expect(row('old').getByText('Emekli edilebilir')).toBeInTheDocument();
});

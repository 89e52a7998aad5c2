import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { testClock } from '@/testing/clock';
import { FakeEventSource } from '@/testing/eventSource';
import { applyStates, connection, followEvents } from './api/events';
import { Breakers } from './components/Brands';
import { NavLinks } from './components/Navigation';
import { BrandRoute } from './routes/BrandRoute';
import { BrandsRoute } from './routes/BrandsRoute';
import { CacheRoute } from './routes/CacheRoute';
import { CloseRoute } from './routes/CloseRoute';
import { InboxRoute } from './routes/InboxRoute';
import { mockStaff, refusal, renderConsole } from './testing/console';
import { brand, me, openState, openWindow, type Schemas } from './testing/fixtures';

const closePattern = '/maintenance-control/close/:brand';
const brandPattern = '/maintenance-control/brands/:brand';

describe('the brands at a glance', () => {
  it('show a state as soon as its event arrives, the urgent ones first', async () => {
    mockStaff('GET /brands', () => [brand('marmara'), brand('zephyr')]);
    mockStaff('GET /traffic', () => []);
    await renderConsole(<BrandsRoute />);
    const names = () =>
      screen.getAllByRole('heading', { level: 2 }).map((element) => element.textContent);
    await screen.findByText('Zephyr');
    expect(names()).toEqual(['Marmara', 'Zephyr']);
    applyStates([openState('zephyr', { state: 'maintenance', by: 'destek' })]);
    expect(await screen.findByText('1 bakımda')).toBeInTheDocument();
    expect(names()).toEqual(['Zephyr', 'Marmara']);
  });

  it('are read again after the stream has stopped without an error', async () => {
    mockStaff('GET /brands', () => [brand('marmara')]);
    mockStaff('GET /traffic', () => []);
    mockStaff('GET /me', () => me());
    await renderConsole(<BrandsRoute />);
    await screen.findByText('Marmara');
    const clock = testClock();
    const sources: FakeEventSource[] = [];
    const open = () => sources[sources.push(new FakeEventSource()) - 1] as never;
    const stop = followEvents(open, clock);
    sources[0]!.send('heartbeat', {});
    expect(connection.get()).toBe('live');
    clock.advance(45_000);
    expect(connection.get()).toBe('lost');
    mockStaff('GET /brands', () => [brand('zephyr')]);
    sources[1]!.send('heartbeat', {});
    expect(await screen.findByText('Zephyr')).toBeInTheDocument();
    stop();
  });

  it('do not show a brand as open while a breaker is forced', async () => {
    const { upstreams, ...zephyr } = brand('zephyr');
    const circuits = [{ ...upstreams[0]!.circuits[0]!, failover: 'b.example' }];
    const forced = upstreams.map((upstream) => ({ ...upstream, override: 'open', circuits }));
    mockStaff('GET /brands', () => [brand('marmara'), { ...zephyr, upstreams: forced }]);
    mockStaff('GET /traffic', () => []);
    const { unmount } = await renderConsole(<BrandsRoute />);
    const [first] = await screen.findAllByRole('article');
    expect(first).toHaveTextContent(/^ZephyrDevre kesici elle ayarlı/);
    expect(first).toHaveTextContent('Yedek adres kullanılıyor: b.example');
    expect(screen.getByText('1 açık')).toBeInTheDocument();
    unmount();
    await renderConsole(
      <Breakers brand="zephyr" upstream={{ ...upstreams[0]!, override: 'open' }} />,
    );
    expect(screen.getAllByRole('row')[1]).toHaveTextContent(/Elle kesildi/);
  });

  it('show the reason of a failed read, with a retry', async () => {
    mockStaff('GET /brands', () => refusal(503, 'unavailable'));
    mockStaff('GET /traffic', () => []);
    const { user } = await renderConsole(<BrandsRoute />);
    expect(await screen.findByText('refused: unavailable')).toBeInTheDocument();
    mockStaff('GET /brands', () => [brand('marmara')]);
    await user.click(screen.getByRole('button', { name: 'Yeniden dene' }));
    expect(await screen.findByText('Marmara')).toBeInTheDocument();
  });
});

describe('closing', () => {
  const open = async (as = me()) => {
    mockStaff('GET /brands', () => [brand('zephyr')]);
    mockStaff('GET /brands/zephyr/bootstrap', () => ({ theme: { defaultMode: 'dark' } }));
    return renderConsole(<CloseRoute />, {
      path: '/maintenance-control/close/zephyr',
      pattern: closePattern,
      as,
    });
  };

  it('has the chosen length, also from a start that is chosen after it', async () => {
    const { user } = await open();
    const requests = mockStaff('POST /maintenance/zephyr/windows', () => openWindow());
    await user.click(await screen.findByRole('radio', { name: '1 sa' }));
    await user.click(screen.getByRole('radio', { name: 'Planla' }));
    fireEvent.change(screen.getByLabelText('Başlangıç', { selector: 'input' }), {
      target: { value: '2999-01-01T10:00' },
    });
    await user.click(screen.getByRole('button', { name: 'Planla' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText('Oyuncular bakım sayfasını görür.')).toBeInTheDocument();
    await user.type(dialog.getByRole('textbox'), 'zephyr');
    await user.click(dialog.getByRole('button', { name: 'Planla' }));
    await expect.poll(() => requests.length).toBe(1);
    const { from, until } = requests[0]?.body as { from: string; until: string };
    expect(Date.parse(until) - Date.parse(from)).toBe(3_600_000);
  });

  it('a part requires a confirmation with the time, and its toast names it', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('radio', { name: 'Bazı bölümler' }));
    await user.click(screen.getByRole('radio', { name: '1 sa' }));
    await user.click(screen.getByRole('button', { name: 'Şimdi kapat' }));
    expect(screen.getByText('En az bir bölüm seçin.')).toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: 'Para yatırma' })).toHaveFocus();
    await user.click(screen.getByRole('checkbox', { name: 'Slotlar' }));
    const requests = mockStaff('POST /maintenance/zephyr/windows', () => openWindow());
    await user.click(screen.getByRole('button', { name: 'Şimdi kapat' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(/şu bölümleri kullanamaz: Slotlar/)).toBeInTheDocument();
    expect(dialog.getByText(/^Şimdi – .+ (GMT|UTC)/)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Şimdi kapat' }));
    expect(await screen.findByText('Zephyr (Slotlar) bakımda.')).toBeInTheDocument();
    expect(requests[0]?.body).toMatchObject({ parts: ['slots'] });
  });

  it('is not offered to a viewer, and explains the required role', async () => {
    await open(me('viewer'));
    expect(await screen.findByText(/En az Destek rolü/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Şimdi kapat' })).toBeNull();
  });
});

it('the inbox lists the waiting items with their links, and the menu counts them', async () => {
  mockStaff('GET /brands', () => [brand('marmara')]);
  const item = { brand: 'zephyr', at: '2026-11-23T10:00:00Z' };
  let items: Schemas['InboxItem'][] = [
    { ...item, kind: 'breaker', id: 'platform', detail: 'open' },
    {
      ...item,
      kind: 'settlement',
      id: 'k-1',
      by: 'destek',
      part: 'withdrawals',
      detail: '1250 TRY',
    },
    { ...item, kind: 'loosening', id: '7', by: 'destek', detail: 'limit', from: item.at },
    { ...item, kind: 'maintenance', id: '' },
    { kind: 'key', id: 'k2026' },
  ];
  mockStaff('GET /inbox', () => items);
  await renderConsole(
    <>
      <NavLinks />
      <InboxRoute />
    </>,
  );
  const links = within(await screen.findByRole('table')).getAllByRole('link');
  // On phones the children of a cell form a row, therefore the text is one child.
  const shown = (element: Element) => [
    element.closest('td')?.firstElementChild?.textContent,
    element.getAttribute('href')?.slice(20),
  ];
  expect(links.map(shown)).toEqual([
    ['Çözüm onayı · Para çekme: 1.250,00\u00a0TL', '/payments/k-1?brand=zephyr'],
    ['Gevşetme onayı · 7: Limit', '/players/zephyr/7'],
    ['Elle ayarlı devre kesici · platform: Elle kesildi', '/brands/zephyr'],
    ['Algılanan bakım · Tüm site', '/brands/zephyr'],
    ['Emekli edilebilecek anahtar · k2026', '/keys'],
  ]);
  expect(screen.getByRole('link', { name: 'Bekleyenler 5 bekleyen' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Markalar 2 bekleyen' })).toBeInTheDocument();
  items = [];
  applyStates([]);
  expect(await screen.findByText('Bekleyen bir şey yok')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Bekleyenler' })).toBeInTheDocument();
});

it('a window of all brands is changed with the role for all brands only', async () => {
  const window = openWindow({ brand: '*' });
  mockStaff('GET /brands', () => [
    brand('zephyr', { state: 'maintenance', all: true, windows: [window] }),
  ]);
  mockStaff('GET /traffic', () => []);
  mockStaff('GET /maintenance/zephyr/bypass-links', () => []);
  await renderConsole(<BrandRoute />, {
    path: '/maintenance-control/brands/zephyr',
    pattern: brandPattern,
    as: me('support', { roles: { zephyr: 'support' } }),
  });
  expect(await screen.findByText(/tüm markalarda Destek rolü/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Uzat' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Kapat…' })).toBeInTheDocument();
});

it('purging everything requires a typed confirmation', async () => {
  mockStaff('GET /brands', () => [brand('zephyr')]);
  const requests = mockStaff('POST /cache/purge', () => ({ dropped: 12 }));
  const { user } = await renderConsole(<CacheRoute />);
  await user.selectOptions(await screen.findByLabelText('Marka'), '*');
  await user.click(screen.getByRole('button', { name: 'Her şeyi boşalt' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.type(dialog.getByRole('textbox'), 'hepsi');
  await user.click(dialog.getByRole('button', { name: 'Her şeyi boşalt' }));
  expect(await screen.findByText('Bu sunucuda 12 yanıt silindi.')).toBeInTheDocument();
  expect(requests[0]?.body).toEqual({});
});

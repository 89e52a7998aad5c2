import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { withoutCalls } from '@/testing/brand';
import { renderPage } from '@/testing/render';
import { mockCall, mockError, unavailable } from '@/testing/server';
import { exampleGame as slot, exampleTable as table } from '@/testing/fixtures';
import { SearchPanel } from './SearchPanel';

const open = async () => {
  const onClose = vi.fn();
  const view = await renderPage(<SearchPanel open onClose={onClose} />, { namespaces: ['search'] });
  const field = await screen.findByRole('combobox');
  return { ...view, field, onClose };
};

/** Waits for the results of both calls. */
const results = async () => {
  await waitFor(() => expect(screen.getByRole('listbox')).toHaveAttribute('aria-busy', 'false'));
  return screen.getByRole('listbox');
};

describe('the search with suggestions', () => {
  const provider = {
    providerID: 5,
    providerName: 'Kuzgun Gaming',
    logo: '',
    gameCount: 26,
    tableCount: 3,
  };

  it('finds games, tables and providers from the first letter on', async () => {
    const requests = mockCall('search/suggest', {
      games: [slot],
      tables: [table],
      providers: [provider, { ...provider, providerID: 8, providerName: 'Stüdyo', gameCount: 0 }],
    });
    const { user, field, onClose, location } = await open();
    await user.type(field, 'k');
    const list = await results();
    const groups = within(list).getAllByRole('group');
    const names = groups.map((group) => group.getAttribute('aria-label'));
    expect(names).toEqual(['Slotlar', 'Canlı masalar', 'Sağlayıcılar']);
    expect(screen.getByText('4 sonuç bulundu')).toBeInTheDocument();
    const studio = within(list).getByRole('option', { name: /Stüdyo/ });
    expect(studio).toHaveAttribute('href', '/live/provider/8');
    expect(within(list).getByText('26 oyun · 3 masa')).toBeInTheDocument();
    expect(within(list).getByText('3 masa')).toBeInTheDocument();
    expect(requests[0]?.data.q).toBe('k');
    await user.keyboard('{ArrowUp}{ArrowUp}{Enter}');
    expect(onClose).toHaveBeenCalled();
    expect(location()).toBe('/slot/provider/5');
  });

  it('searches the lists if the suggestions fail', async () => {
    mockError('search/suggest', unavailable);
    mockCall('casino/games_list', [slot]);
    mockCall('livecasino/game_table_list', []);
    const { user, field } = await open();
    await user.type(field, 'kirik');
    expect(await screen.findByRole('option')).toHaveTextContent(slot.name);
  });

  it('reports an empty result and leads to all games', async () => {
    mockCall('search/suggest', { games: [], tables: [], providers: [] });
    const { user, field, onClose, location } = await open();
    expect(field).toHaveFocus();
    await user.type(field, 'qq');
    expect(await screen.findByText('“qq” için sonuç yok')).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Canlı masalar' }));
    expect(onClose).toHaveBeenCalled();
    expect(location()).toBe('/live');
  });
});

describe('the search of the lists', () => {
  beforeEach(() => withoutCalls('search/suggest'));
  it('requires three characters, and reports that nothing was found', async () => {
    const { user, field } = await open();
    await user.type(field, 'ab');
    expect(screen.getByText('Arama için lütfen en az 3 karakter girin.')).toBeInTheDocument();
    // A request would fail the test, because no call is mocked.
    await user.clear(field);
    expect(screen.getByText('Ne oynamak istersiniz?')).toBeInTheDocument();
    mockCall('casino/games_list', []);
    mockCall('livecasino/game_table_list', []);
    await user.type(field, 'yokböyle');
    expect(await screen.findByText('“yokböyle” için sonuç yok')).toBeInTheDocument();
  });

  it('finds slots and tables in parallel and opens one by keyboard', async () => {
    const slots = mockCall('casino/games_list', [slot]);
    const tables = mockCall('livecasino/game_table_list', [table]);
    const { user, field, onClose, location } = await open();
    await user.type(field, 'gal');
    const list = await results();
    expect(within(list).getAllByRole('option')).toHaveLength(2);
    expect(slots[0]?.data.searchGameName).toBe('gal');
    expect(tables[0]?.data.searchGameName).toBe('gal');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(within(list).getAllByRole('option')[1]).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{Enter}');
    expect(onClose).toHaveBeenCalled();
    expect(location()).toContain(`/play/live/${table.tableID}/`);
  });

  it('stores successful searches and clears them on request', async () => {
    mockCall('casino/games_list', [slot]);
    mockCall('livecasino/game_table_list', []);
    const first = await open();
    await first.user.type(first.field, 'liman');
    await results();
    await first.user.keyboard('{Enter}');
    first.unmount();
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'liman' }));
    expect(screen.getByRole('combobox')).toHaveValue('liman');
    await user.clear(screen.getByRole('combobox'));
    await user.click(screen.getByRole('button', { name: 'Temizle' }));
    expect(screen.queryByRole('button', { name: 'liman' })).toBeNull();
  });

  it('shows partial results when one call fails, and an error when both fail', async () => {
    mockError('casino/games_list', unavailable);
    mockCall('livecasino/game_table_list', [table]);
    const { user, field } = await open();
    await user.type(field, 'gece');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    mockError('livecasino/game_table_list', unavailable);
    await user.type(field, 'ler');
    expect(await screen.findByRole('alert')).toHaveTextContent('Yoğunluk');
  });
});

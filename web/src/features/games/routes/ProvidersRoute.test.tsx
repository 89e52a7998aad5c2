import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Provider } from '@/contracts/types';
import { hrefOf, mockCall, mockError, renderPage, unavailable } from '@/testing';
import { ProvidersRoute } from './ProvidersRoute';

const provider = (providerID: number, providerName: string, gameCount = 26): Provider => ({
  providerID,
  providerName,
  logo: '',
  gameCount,
});

const open = () => renderPage(<ProvidersRoute />, { path: '/providers', namespaces: ['games'] });

describe('the providers', () => {
  it('of slots and of live tables lead to their games', async () => {
    mockCall('casino/provider_list', [provider(1, 'Aykırı Studios'), provider(2, 'Boş', 0)]);
    mockCall('livecasino/provider_list', [provider(9, 'Poyraz Live', 0)]);
    await open();
    const slots = await screen.findByRole('region', { name: 'Slotlar' });
    expect(await within(slots).findByRole('link', { name: /Aykırı Studios/ })).toHaveAttribute(
      'href',
      '/slot/provider/1',
    );
    expect(within(slots).queryByText('Boş')).toBeNull();
    expect(within(slots).getByText('26 oyun')).toBeInTheDocument();
    expect(hrefOf('Poyraz Live')).toBe('/live/provider/9');
  });

  it('are found without Turkish letters', async () => {
    mockCall('casino/provider_list', [provider(1, 'Aykırı Studios'), provider(3, 'Nar')]);
    mockCall('livecasino/provider_list', []);
    const { user } = await open();
    await screen.findByRole('link', { name: /Nar/ });
    await user.type(screen.getByRole('searchbox', { name: 'Sağlayıcı ara' }), 'AYKIRI');
    expect(screen.getByRole('link', { name: /Aykırı/ })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /Nar/ })).toBeNull();
  });

  it('of one kind that cannot be loaded leave the other', async () => {
    mockError('casino/provider_list', { ...unavailable, message: 'Yok' });
    mockCall('livecasino/provider_list', [provider(9, 'Poyraz Live')]);
    await open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Yok');
    expect(await screen.findByRole('link', { name: /Poyraz Live/ })).toBeInTheDocument();
  });
});

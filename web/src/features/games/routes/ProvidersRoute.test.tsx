import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Provider } from '@/contracts/types';
import { hrefOf, renderPage } from '@/testing/render';
import { mockCall, mockError, unavailable } from '@/testing/server';
import { ProvidersRoute } from './ProvidersRoute';

const provider = (providerID: number, providerName: string, gameCount = 26): Provider => ({
  providerID,
  providerName,
  logo: '',
  gameCount,
});

const open = () => renderPage(<ProvidersRoute />, { path: '/providers', namespaces: ['games'] });

it('the providers of slots and live tables lead to their games, and are found without Turkish letters', async () => {
  const slotProviders = [
    provider(1, 'Aykırı Studios'),
    provider(2, 'Boş', 0),
    provider(3, 'Nar', 9),
  ];
  mockCall('casino/provider_list', slotProviders);
  mockCall('livecasino/provider_list', [provider(9, 'Poyraz Live', 0)]);
  const { user } = await open();
  const slots = within(await screen.findByRole('region', { name: 'Slotlar' }));
  const found = { name: /Aykırı Studios/ };
  expect(await slots.findByRole('link', found)).toHaveAttribute('href', '/slot/provider/1');
  expect(slots.queryByText('Boş')).toBeNull();
  expect(slots.getByText('26 oyun')).toBeInTheDocument();
  expect(hrefOf('Poyraz Live')).toBe('/live/provider/9');
  await user.type(screen.getByRole('searchbox', { name: 'Sağlayıcı ara' }), 'AYKIRI');
  expect(screen.getByRole('link', found)).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /Nar/ })).toBeNull();
});

it('the providers of one kind that cannot be loaded leave the other', async () => {
  mockError('casino/provider_list', { ...unavailable, message: 'Yok' });
  mockCall('livecasino/provider_list', [provider(9, 'Poyraz Live')]);
  await open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Yok');
  expect(await screen.findByRole('link', { name: /Poyraz Live/ })).toBeInTheDocument();
});

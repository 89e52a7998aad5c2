import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { Toaster } from '@/components/ui';
import { useCasinoProviderList } from '@/contracts/hooks/casino';
import { call } from '@/lib/gateway';
import { maintenance } from '@/lib/maintenance';
import { openSession } from '@/lib/session';
import { clearCache, mockCall, mockError } from '@/testing';
import { startGatewayToasts } from './gatewayToasts';

const blocked = 'Bazı sorunlar var. Lütfen daha sonra tekrar deneyin.';
const ended = 'Sorun giderildi; kaldığınız yerden devam edebilirsiniz.';

function Page() {
  const [text, setText] = useState('');
  const { data, error } = useCasinoProviderList({ limit: 5 });
  return (
    <>
      <input aria-label="Not" value={text} onChange={(event) => setText(event.target.value)} />
      <p data-testid="list">{data ? `${data.length} sağlayıcı` : error?.reason}</p>
      <Toaster />
    </>
  );
}

beforeEach(() => {
  clearCache();
  openSession({ home: '/', navigate: () => undefined });
  return startGatewayToasts();
});

it('what is announced while the page starts is shown when the page is', async () => {
  mockError('maintenance/check_status', { status: 503, debug: 'maintenance' });
  await expect(call('maintenance/check_status', {})).rejects.toMatchObject({
    reason: 'maintenance',
  });
  render(<Toaster />);
  expect(await screen.findByText('Site Bakima Alindi')).toBeVisible();
  maintenance.clear();
});

it('a block is told until it ends; then what had failed is loaded, and what was typed is still there', async () => {
  const user = userEvent.setup();
  mockError('casino/provider_list', { status: 500, debug: 'upstream error' });
  // The page probes by itself too, after a second.
  mockError('maintenance/check_status', { status: 500, debug: 'upstream error' });
  render(<Page />);
  expect(await screen.findByText(blocked)).toBeVisible();
  await user.type(screen.getByLabelText('Not'), 'yarım kalan');
  await waitFor(() => expect(screen.getByTestId('list')).toHaveTextContent('server'));

  // Dismissed, the notice comes back with the next call, which is refused without a request.
  await user.click(screen.getByRole('button', { name: 'Kapat' }));
  expect(screen.queryByText(blocked)).toBeNull();
  await expect(call('casino/category_list', {})).rejects.toMatchObject({ reason: 'blocked' });
  expect(await screen.findByText(blocked)).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Tekrar dene' }));
  expect(screen.getByText(blocked)).toBeVisible();

  mockCall('maintenance/check_status');
  const asked = mockCall('casino/provider_list', []);
  await user.click(screen.getByRole('button', { name: 'Tekrar dene' }));
  expect(await screen.findByText(ended)).toBeVisible();
  expect(screen.queryByText(blocked)).toBeNull();
  await waitFor(() => expect(screen.getByTestId('list')).toHaveTextContent('0 sağlayıcı'));
  expect(asked).toHaveLength(1);
  expect(screen.getByLabelText('Not')).toHaveValue('yarım kalan');
});

import { renderHook, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { gatewayHub } from '@/lib/gateway/site';
import { usePageReturn } from './usePageReturn';

it('a visitor whose country is refused gets the notice of the server, and is not sent in circles', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  renderHook(usePageReturn);
  gatewayHub.emit('region-blocked', undefined);
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  gatewayHub.emit('region-blocked', undefined);
  await Promise.resolve();
  expect(reload).toHaveBeenCalledOnce();
});

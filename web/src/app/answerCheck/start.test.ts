import { expect, it, vi } from 'vitest';
import type { ReceivedAnswer, Violation } from './events';
import { startAnswerCheck } from './start';

it('sends the answers of the gateway, and reports what violates the contract', async () => {
  const page: Pick<Window, 'fetch'> = {
    fetch: () => Promise.resolve(new Response('{"code":"200"}')),
  };
  let report: (violation: Violation) => void = () => undefined;
  const sent: ReceivedAnswer[] = [];
  const on = (_: string, listener: typeof report) => void (report = listener);
  startAnswerCheck({ on, send: (_, answer) => void sent.push(answer) }, page);

  const body = JSON.stringify({ api: { class: 'finance', method: 'check_balance' } });
  const response = await page.fetch('/endpoint/v1', { method: 'POST', body });
  expect(await response.text()).toBe('{"code":"200"}');
  await page.fetch('/v1/ip-info');
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({ call: 'finance/check_balance', body: '{"code":"200"}' });

  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  report({ call: 'finance/check_balance', where: '/code' });
  expect(reported).toHaveBeenCalledWith(
    'finance/check_balance: the answer violates the contract: /code',
  );
  reported.mockRestore();
});

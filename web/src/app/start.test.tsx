import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addBusyCheck } from '@/lib/busy/busy';
import type { ReceivedAnswer, Violation } from './answerCheck/events';
import { startAnswerCheck } from './answerCheck/start';
import { CrashScreen } from './RouteErrors';

it('the check of answers sends those of the gateway, and reports violations', async () => {
  const page: Pick<Window, 'fetch'> = {
    fetch: () => Promise.resolve(new Response('{"code":"200"}')),
  };
  let report: (violation: Violation) => void = () => undefined;
  const sent: ReceivedAnswer[] = [];
  const on = (_: string, listener: typeof report) => void (report = listener);
  startAnswerCheck({ on, send: (_, answer) => void sent.push(answer) }, page);

  const call = 'finance/check_balance';
  const body = JSON.stringify({ api: { class: 'finance', method: 'check_balance' } });
  const response = await page.fetch('/endpoint/v1', { method: 'POST', body });
  expect(await response.text()).toBe('{"code":"200"}');
  await page.fetch('/v1/ip-info');
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({ call, body: '{"code":"200"}' });

  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  report({ call, where: '/code' });
  expect(reported).toHaveBeenCalledWith(`${call}: the response violates the contract: /code`);
});

describe('the screen after a crash', () => {
  const open = () => render(<CrashScreen />, { wrapper: MemoryRouter });
  const reload = vi.fn();
  const goOnline = () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
  };

  function openOffline() {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    open();
  }

  beforeEach(() => {
    reload.mockClear();
    vi.spyOn(location, 'reload').mockImplementation(reload);
  });

  it('says that a page cannot be displayed', () => {
    open();
    expect(screen.getByText('Sayfa görüntülenemiyor')).toBeVisible();
  });

  it('says that the browser is offline, and reloads when it is online', () => {
    openOffline();
    expect(screen.getByText('Bağlantı yok')).toBeVisible();
    expect(reload).not.toHaveBeenCalled();
    goOnline();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('never ends a running game beside it, and reloads after its end, once it is online', () => {
    const endGame = addBusyCheck(() => true);
    openOffline();
    endGame();
    expect(reload).not.toHaveBeenCalled();
    const endNext = addBusyCheck(() => true);
    addBusyCheck(() => false)();
    goOnline();
    expect(reload).not.toHaveBeenCalled();
    endNext();
    expect(reload).toHaveBeenCalledTimes(1);
  });
});

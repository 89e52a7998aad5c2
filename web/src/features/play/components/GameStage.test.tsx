import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { RunningGame } from '@/components/games/model/runningGame';
import { paymentEvents } from '@/lib/events/payment';
import { renderPage } from '@/testing/render';
import { GameStage } from './GameStage';

const onRestart = vi.fn();
const onLeave = vi.fn();
const unreachable = () => screen.queryByText('Sağlayıcıya Ulaşılamıyor');
const starting = () => screen.queryByText(/Boğaz Fırtınası açılıyor/);
const frame = () => document.querySelector('iframe');

beforeEach(() => {
  onRestart.mockClear();
  onLeave.mockClear();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

const url = 'http://site.test/game/1';
const game: RunningGame = {
  ...{ kind: 'slot', id: 1, demo: false, provider: 'Lunar' },
  ...{ address: '/play/slot/1/Lunar', username: 'demo', startedAt: Date.now() },
};
const renderStage = (address?: string) => {
  const props = { game, url: address, picture: {}, onMessage: vi.fn(), onRestart, onLeave };
  return renderPage(<GameStage name="Boğaz Fırtınası" {...props} />, { namespaces: ['play'] });
};

const advance = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const load = () => act(() => void frame()!.dispatchEvent(new Event('load')));

it('GameStage reports a game that has not loaded after twelve seconds, also after a restart', async () => {
  await renderStage(url);
  advance(11_999);
  expect(starting()).toBeVisible();
  expect(unreachable()).toBeNull();
  advance(1);
  expect(unreachable()).toBeVisible();
  expect(starting()).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Çık' }));
  expect(onLeave).toHaveBeenCalledOnce();
  expect(onRestart).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Oyunu yeniden aç' }));
  expect(onRestart).toHaveBeenCalledOnce();
  expect(unreachable()).toBeNull();
  expect(starting()).toBeVisible();
  advance(12_000);
  expect(unreachable()).toBeVisible();
});

it('GameStage shows a game that loads after the timeout', async () => {
  await renderStage(url);
  advance(12_000);
  load();
  expect(unreachable()).toBeNull();
  advance(600);
  expect(starting()).toBeNull();
  expect(frame()).toBeInTheDocument();
});

it('GameStage covers a loaded game with its poster until it has had time to paint', async () => {
  await renderStage(url);
  load();
  advance(599);
  expect(starting()).toBeVisible();
  advance(1);
  expect(starting()).toBeNull();
  advance(60_000);
  expect(unreachable()).toBeNull();
});

it('GameStage does not start the timeout before the address is known', async () => {
  await renderStage();
  advance(60_000);
  expect(starting()).toBeVisible();
  expect(unreachable()).toBeNull();
});

it('GameStage notifies the game of a payment that has settled, without an amount', async () => {
  const { unmount } = await renderStage(url);
  const postMessage = vi.fn();
  Object.defineProperty(frame()!, 'contentWindow', { value: { postMessage } });
  act(() => paymentEvents.emit('settled', { transaction_id: 7, status: 'executed' }));
  expect(postMessage.mock.calls).toEqual([[{ type: 'croupier:site', event: 'balance' }, '*']]);
  unmount();
  paymentEvents.emit('settled', { transaction_id: 8, status: 'executed' });
  expect(postMessage).toHaveBeenCalledOnce();
});

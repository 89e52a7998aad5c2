import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '@/testing';
import { GameStage } from './GameStage';

const onRestart = vi.fn();
const onBack = vi.fn();
const told = () => screen.queryByText('Sağlayıcıya Ulaşılamıyor');
const starting = () => screen.queryByText(/Boğaz Fırtınası açılıyor/);
const frame = () => document.querySelector('iframe');

beforeEach(() => {
  onRestart.mockClear();
  onBack.mockClear();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => void vi.useRealTimers());

const open = (url?: string) =>
  renderPage(
    <GameStage
      url={url}
      name="Boğaz Fırtınası"
      image={undefined}
      onMessage={vi.fn()}
      onRestart={onRestart}
      onBack={onBack}
    />,
    { namespaces: ['play'] },
  );

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

describe('a game that does not come', () => {
  it('is waited for twelve seconds, then told of with a way on and a way back', async () => {
    await open('http://site.test/game/1');
    pass(11_999);
    expect(starting()).toBeVisible();
    expect(told()).toBeNull();
    pass(1);
    expect(told()).toBeVisible();
    expect(starting()).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Çık' }));
    expect(onBack).toHaveBeenCalledOnce();
    expect(onRestart).not.toHaveBeenCalled();
  });

  it('is waited for anew when it is opened again', async () => {
    await open('http://site.test/game/1');
    pass(12_000);
    fireEvent.click(screen.getByRole('button', { name: 'Oyunu yeniden aç' }));
    expect(onRestart).toHaveBeenCalledOnce();
    expect(told()).toBeNull();
    expect(starting()).toBeVisible();
    pass(12_000);
    expect(told()).toBeVisible();
  });

  it('is shown all the same when it was only late', async () => {
    await open('http://site.test/game/1');
    pass(12_000);
    act(() => void frame()!.dispatchEvent(new Event('load')));
    expect(told()).toBeNull();
    expect(starting()).toBeNull();
    expect(frame()).toBeInTheDocument();
  });

  it('is not told of once it has come', async () => {
    await open('http://site.test/game/1');
    act(() => void frame()!.dispatchEvent(new Event('load')));
    pass(60_000);
    expect(told()).toBeNull();
  });

  it('is not counted while its address is still asked for', async () => {
    await open();
    pass(60_000);
    expect(starting()).toBeVisible();
    expect(told()).toBeNull();
  });
});

import { act, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/** Waits for the game's frame. The test environment loads no frames, so its window is a stub. */
export async function gameFrame(): Promise<HTMLIFrameElement> {
  await waitFor(() => expect(document.querySelector('iframe')).not.toBeNull());
  const frame = document.querySelector('iframe')!;
  Object.defineProperty(frame, 'contentWindow', { value: new EventTarget(), configurable: true });
  return frame;
}

/** Dispatches a message of a game from a window. */
export const postGameMessage = (source: EventTarget | null, message: object) =>
  act(() => {
    const event = new MessageEvent('message', { data: { type: 'croupier:game', ...message } });
    Object.defineProperty(event, 'source', { value: source });
    window.dispatchEvent(event);
  });

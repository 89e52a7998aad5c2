import { lazy, Suspense } from 'react';
import { fireEvent, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useNavigate, useSearchParams } from 'react-router';
import { expect, it, vi } from 'vitest';
import { pageTouched, useRequested, useSearchKey, watchTouch } from './page';

let load = () => undefined as void;
const loaded = new Promise<void>((resolve) => (load = resolve));

/** A list that shows a filter slowly. */
const Filtered = lazy(() =>
  loaded.then(() => ({ default: ({ query }: { query: string }) => <p>list: {query}</p> })),
);

function Page() {
  const [shown, setQuery] = useSearchParams();
  const [query, setRequested] = useRequested(shown.toString());
  const navigate = useNavigate();
  const add = (name: string) => {
    const next = new URLSearchParams(query);
    next.set(name, '1');
    setRequested(next.toString());
    setQuery(next);
  };
  return (
    <>
      <button onClick={() => add('type')}>type</button>
      <button onClick={() => add('provider')}>provider</button>
      <button onClick={() => void navigate(-1)}>back</button>
      <p>fields: {query}</p>
      {shown.size > 0 ? <Filtered query={shown.toString()} /> : <p>list of all</p>}
    </>
  );
}

it('a filter that is chosen before the last one is shown keeps it; going back ends both', async () => {
  const user = userEvent.setup({ delay: null });
  render(
    <MemoryRouter>
      <Suspense>
        <Page />
      </Suspense>
    </MemoryRouter>,
  );
  await user.click(screen.getByText('type'));
  expect(screen.getByText('fields: type=1')).toBeVisible();
  expect(screen.getByText('list of all')).toBeVisible();
  await user.click(screen.getByText('provider'));
  expect(screen.getByText('fields: type=1&provider=1')).toBeVisible();
  load();
  expect(await screen.findByText('list: type=1&provider=1')).toBeVisible();
  for (let step = 0; step < 2; step++) await user.click(screen.getByText('back'));
  expect(await screen.findByText('list of all')).toBeVisible();
  expect(screen.getByText('fields:')).toBeVisible();
});

it.each(['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown'])(
  'a %s is a sign of use',
  (sign) => {
    watchTouch();
    expect(pageTouched.get()).toBe(false);
    document.body.dispatchEvent(new Event(sign, { bubbles: true }));
    expect(pageTouched.get()).toBe(true);
  },
);

it('scrolling the page is a sign, a row that scrolls by itself is none', () => {
  watchTouch();
  // Events of an element's own scrolling do not bubble.
  document.body.dispatchEvent(new Event('scroll'));
  expect(pageTouched.get()).toBe(false);
  window.dispatchEvent(new Event('scroll'));
  expect(pageTouched.get()).toBe(true);
});

it.each([
  ['a slash', { key: '/', code: 'Slash' }, true],
  ['a slash of a Turkish keyboard', { key: '/', code: 'Digit7', shiftKey: true }, true],
  ['the same key of an Arabic keyboard', { key: 'ظ', code: 'Slash' }, true],
  ['the same key of a German keyboard', { key: '-', code: 'Slash' }, false],
  ['Ctrl+K', { key: 'k', code: 'KeyK', ctrlKey: true }, true],
  ['Ctrl+K with Caps Lock', { key: 'K', code: 'KeyK', ctrlKey: true }, true],
  ['Ctrl+K of a Cyrillic keyboard', { key: 'л', code: 'KeyK', ctrlKey: true }, true],
  ['K alone', { key: 'k', code: 'KeyK' }, false],
  ['another key', { key: 'о', code: 'KeyJ', ctrlKey: true }, false],
])('%s opens the search: %#', (_, key, expected) => {
  const open = vi.fn();
  const { unmount } = renderHook(() => useSearchKey(open));
  fireEvent.keyDown(document.body, key);
  expect(open).toHaveBeenCalledTimes(expected ? 1 : 0);
  unmount();
});

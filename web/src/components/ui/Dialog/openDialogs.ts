import { createStore } from '@/lib/store/store';

/** The open modal dialogs, the topmost last. They make the rest of the page inert. */
export const openDialogs = createStore<readonly HTMLDialogElement[]>([]);

/** Adds an open dialog. Returns a function that removes it. */
export function addOpenDialog(dialog: HTMLDialogElement): () => void {
  openDialogs.set([...openDialogs.get(), dialog]);
  return () => openDialogs.set(openDialogs.get().filter((element) => element !== dialog));
}

/**
 * Moves the focus to the opener of a dialog, as the browser does only for a dialog in the document.
 * If the opener is gone or is removed afterwards, the focus moves to the dialog below or the page.
 */
export function restoreFocus(opener: Element | null): void {
  const lost = () => document.activeElement === null || document.activeElement === document.body;
  const focus = (to?: Element | null) => {
    if (lost() && to instanceof HTMLElement) to.focus({ preventScroll: true });
  };
  const focusPage = () =>
    focus(openDialogs.get().at(-1)?.querySelector('button') ?? document.getElementById('main'));
  if (opener !== document.body) focus(opener);
  focusPage();
  const removed = new MutationObserver(() => !opener?.isConnected && focusPage());
  removed.observe(document.body, { childList: true, subtree: true });
  addEventListener('focusin', () => removed.disconnect(), { once: true });
}

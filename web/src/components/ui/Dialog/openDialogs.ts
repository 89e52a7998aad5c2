import { createStore } from '@/lib/store/store';

/** The open modal dialogs, the topmost last. The rest of the page is inert, so what must be usable goes inside it. */
export const openDialogs = createStore<readonly HTMLDialogElement[]>([]);

/** Adds a dialog that was opened. Returns the function that removes it. */
export function addOpenDialog(dialog: HTMLDialogElement): () => void {
  openDialogs.set([...openDialogs.get(), dialog]);
  return () => openDialogs.set(openDialogs.get().filter((element) => element !== dialog));
}

/**
 * Moves the focus to the opener of a dialog, which the browser does only while the dialog is in the document. When the
 * opener is gone or is removed afterwards, as the row of a deleted record is, the focus moves into the dialog below or the page.
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

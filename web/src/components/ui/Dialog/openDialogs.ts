import { createStore } from '@/lib/store/store';

/** The open modal dialogs, the topmost last. The rest of the page is inert, so what must be usable goes inside it. */
export const openDialogs = createStore<readonly HTMLDialogElement[]>([]);

/** Adds a dialog that was opened. Returns the function that removes it. */
export function addOpenDialog(dialog: HTMLDialogElement): () => void {
  openDialogs.set([...openDialogs.get(), dialog]);
  return () => openDialogs.set(openDialogs.get().filter((it) => it !== dialog));
}

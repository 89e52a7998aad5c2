/** What identifies a button in the shell and in the page that replaces it. */
const nameOf = (button: Element): string =>
  button.getAttribute('aria-label') ?? button.textContent ?? '';

/** Marks that the page has replaced the shell: its buttons work from now on, and no press is remembered any more. */
export const markStarted = (root: HTMLElement): void => void (root.dataset.started = '');

/**
 * Presses the button that the visitor pressed before the page replaced the shell. The page remembers it in
 * `data-pressed` of its root (index.html).
 */
export function repeatEarlyPress(root: HTMLElement): void {
  const { pressed } = root.dataset;
  if (pressed === undefined) return;
  delete root.dataset.pressed;
  [...root.querySelectorAll('button')].find((button) => nameOf(button) === pressed)?.click();
}

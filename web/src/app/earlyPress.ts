/** What identifies a button in the shell and in the page that replaces it. */
const nameOf = (button: Element): string =>
  button.getAttribute('aria-label') ?? button.textContent ?? '';

/**
 * Presses the button that the visitor pressed before the scripts ran, once the page has replaced the shell. The page
 * remembers it in `data-pressed` of its root (index.html).
 */
export function repeatEarlyPress(root: HTMLElement): void {
  const { pressed } = root.dataset;
  root.dataset.started = '';
  if (pressed === undefined) return;
  delete root.dataset.pressed;
  [...root.querySelectorAll('button')].find((button) => nameOf(button) === pressed)?.click();
}

// The page's keys.

/** bindKeys hands over the keys, unless a dialog or a field has them; Escape leaves a field. */
export function bindKeys(keys) {
  document.addEventListener('keydown', (event) => {
    const act = keys[event.key];
    const typing = event.target.closest('input, select') && event.key !== 'Escape';
    if (
      !act ||
      typing ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      document.querySelector('dialog[open]')
    )
      return;
    event.preventDefault();
    act();
  });
}

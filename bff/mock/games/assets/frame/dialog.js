// The page's one kind of dialog.
import { t } from './boot.js';
import { el, iconButton } from './dom.js';

/**
 * openDialog shows a dialog over the game and resolves when it is closed, with the value of
 * the button that closed it. Buttons are [value, label]; the last is the one to press.
 */
export function openDialog({ title, content, buttons = [], wide = false }) {
  return new Promise((resolve) => {
    const close = (value) => () => dialog.close(value);
    const actions = buttons.map(([value, label], i) =>
      el('button', {
        type: 'button',
        class: i === buttons.length - 1 ? 'primary' : 'secondary',
        text: label,
        onclick: close(value),
      }),
    );
    const dialog = el(
      'dialog',
      { class: wide ? 'dialog wide' : 'dialog', 'aria-labelledby': 'dialog-title' },
      el(
        'header',
        {},
        el('h2', { id: 'dialog-title', text: title }),
        iconButton('close', t('close'), close('')),
      ),
      el('div', { class: 'dialog-body', tabindex: wide ? '0' : null }, content),
      ...(actions.length ? [el('footer', {}, ...actions)] : []),
    );
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close('');
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue);
    });
    document.body.append(dialog);
    dialog.showModal();
    actions.at(-1)?.focus();
  });
}

/** lend shows a part of the page in a dialog, and puts it back afterwards. */
export async function lend(node, title) {
  const home = node.parentNode;
  const before = node.nextSibling;
  await openDialog({ title, content: node });
  home.insertBefore(node, before);
}

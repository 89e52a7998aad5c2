// Modal dialogs.
import { t } from './boot.js';
import { el, iconButton } from './dom.js';

/**
 * openDialog opens a dialog and resolves when it is closed, with the value of the button that
 * closed it. Buttons are [value, label]; the last one is the primary one.
 */
export function openDialog({ title, content, buttons = [], wide = false }) {
  return new Promise((resolve) => {
    const close = (value) => () => dialog.close(value);
    const actions = buttons.map(([value, text], i) =>
      el(i === buttons.length - 1 ? 'button.primary' : 'button.secondary', {
        text,
        onclick: close(value),
      }),
    );
    const dialog = el(
      wide ? 'dialog.dialog.wide' : 'dialog.dialog',
      {
        'aria-labelledby': 'dialog-title',
        onclick: (event) => event.target === dialog && dialog.close(''),
        onclose: () => {
          dialog.remove();
          resolve(dialog.returnValue);
        },
      },
      el(
        'header',
        el('h2', { id: 'dialog-title', text: title }),
        iconButton('close', t('close'), close('')),
      ),
      el('div.dialog-body', { tabindex: wide && '0' }, content),
      actions.length > 0 && el('footer', actions),
    );
    document.body.append(dialog);
    dialog.showModal();
    actions.at(-1)?.focus();
  });
}

/** openInDialog shows a part of the page in a dialog, and puts it back afterwards. */
export async function openInDialog(node, title) {
  const { parentNode, nextSibling } = node;
  await openDialog({ title, content: node });
  parentNode.insertBefore(node, nextSibling);
}

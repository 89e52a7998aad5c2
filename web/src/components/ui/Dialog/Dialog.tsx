import { useEffect, useId, useRef, type ReactNode } from 'react';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../Button/Button';
import { classes } from '../classes';
import { addOpenDialog, restoreFocus } from './openDialogs';
import css from './Dialog.module.css';

export interface DialogProps {
  open: boolean;
  onClose(): void;
  title: string;
  /** Shows the title to screen readers only. */
  hideTitle?: boolean;
  size?: 'medium' | 'large';
  /** Cannot be dismissed by Escape, the close button or a click on the backdrop. */
  persistent?: boolean;
  /** Stays open after a click on the backdrop, because closing it would lose data. */
  keepOnBackdrop?: boolean;
  children: ReactNode;
}

/** A modal dialog. The native `<dialog>` handles focus, Escape and the inert page. */
export function Dialog({ size = 'medium', ...rest }: DialogProps) {
  return <Modal {...rest} className={size === 'large' ? css.large : undefined} />;
}

export interface DrawerProps extends Omit<DialogProps, 'size' | 'persistent' | 'keepOnBackdrop'> {
  /** The edge from which it slides in. Default: start. */
  side?: 'start' | 'end';
  /** `large` is as wide as a form, and as the page on phones. */
  size?: 'medium' | 'large';
}

/** A modal drawer at an edge of the page. */
export function Drawer({ side = 'start', size = 'medium', ...rest }: DrawerProps) {
  const large = size === 'large' && css.wide;
  return <Modal {...rest} className={classes(css.drawer, css[side], large)} />;
}

type ModalProps = Omit<DialogProps, 'size'> & { className?: string };

function Modal({ open, onClose, title, hideTitle, className, children, ...rest }: ModalProps) {
  const { persistent, keepOnBackdrop = persistent } = rest;
  const { t } = useTranslation('common');
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const dialog = element.current;
    if (!dialog || !open) return;
    const opener = document.activeElement;
    if (!dialog.open) dialog.showModal();
    const removeOpenDialog = addOpenDialog(dialog);
    // Overrides the browser's choice, which is the first button.
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      removeOpenDialog();
      dialog.close();
      restoreFocus(opener);
    };
  }, [open]);

  if (!open) return null;
  return (
    // A click on the backdrop has the dialog itself as its target.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the browser handles Escape
    <dialog
      ref={element}
      className={classes(css.dialog, className)}
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        // Chrome fires `cancel` only for the first Escape. The second would close the dialog.
        if (persistent && event.key === 'Escape') event.preventDefault();
      }}
      onCancel={(event) => {
        // React also reports the event of a dialog inside this one.
        if (event.target !== element.current) return;
        event.preventDefault();
        if (!persistent) onClose();
      }}
      onClose={() => {
        // Closed by the browser, for example by the back gesture of a phone.
        const dialog = element.current;
        if (!dialog?.isConnected || dialog.open) return;
        if (persistent) dialog.showModal();
        else onClose();
      }}
      onClick={(event) => {
        if (!keepOnBackdrop && event.target === element.current) onClose();
      }}
    >
      <div className={hideTitle ? 'visually-hidden' : css.head}>
        <h2 id={titleId} className={css.title}>
          {title}
        </h2>
        {!persistent && <IconButton label={t('close')} icon={<IconX />} onClick={onClose} />}
      </div>
      <div className={css.body}>{children}</div>
    </dialog>
  );
}

import { useEffect, useId, useRef, type ReactNode } from 'react';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../Button/Button';
import { classes } from '../classes';
import css from './Dialog.module.css';

export interface DialogProps {
  open: boolean;
  onClose(): void;
  title: string;
  /** The title is read out but not shown. */
  bare?: boolean;
  size?: 'medium' | 'large';
  /** Must be answered: neither Escape nor a click beside it closes it. */
  firm?: boolean;
  children: ReactNode;
}

/** A dialog over the page: the browser's own, so focus, Escape and inertness are kept by it. */
export function Dialog({ size = 'medium', ...rest }: DialogProps) {
  return <Modal {...rest} className={size === 'large' ? css.large : undefined} />;
}

export interface DrawerProps extends Omit<DialogProps, 'size' | 'firm'> {
  /** The edge it comes from; default the one where reading starts. */
  side?: 'start' | 'end';
}

/** A drawer along an edge of the page. */
export function Drawer({ side = 'start', ...rest }: DrawerProps) {
  return <Modal {...rest} className={classes(css.drawer, css[side])} />;
}

type ModalProps = Omit<DialogProps, 'size'> & { className?: string };

function Modal({ open, onClose, title, bare, firm, className, children }: ModalProps) {
  const { t } = useTranslation('common');
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const dialog = element.current;
    if (!dialog || !open) return;
    const opener = document.activeElement;
    if (!dialog.open) dialog.showModal();
    // The browser would choose the first button; what one has come for is marked.
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    const before = document.documentElement.style.overflow;
    document.documentElement.style.overflow = 'hidden';
    return () => {
      document.documentElement.style.overflow = before;
      dialog.close();
      // The browser gives the focus back only where the dialog is still in the page.
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [open]);

  if (!open) return null;
  return (
    // The backdrop is the dialog itself: a click on it is one beside the content.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the browser's
    <dialog
      ref={element}
      className={classes(css.dialog, className)}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (!firm) onClose();
      }}
      onClick={(event) => {
        if (!firm && event.target === element.current) onClose();
      }}
    >
      <div className={bare ? 'visually-hidden' : css.head}>
        <h2 id={titleId} className={css.title}>
          {title}
        </h2>
        {!firm && <IconButton label={t('close')} icon={<IconX />} onClick={onClose} />}
      </div>
      <div className={css.body}>{children}</div>
    </dialog>
  );
}

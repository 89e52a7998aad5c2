import { useEffect, useEffectEvent, useId, useState } from 'react';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Html } from '@/components/html/Html';
import { ButtonLink, IconButton } from '@/components/ui/Button/Button';
import { Picture } from '@/components/ui/Image/Picture';
import type { Popup } from '@/contracts/types';
import { contentLink, linkProps } from '@/lib/link/link';
import css from './PopupCard.module.css';

interface PopupCardProps {
  popup: Popup;
  /** `forGood` also hides it on later visits. */
  onClose(forGood: boolean): void;
}

/** A popup of the brand with image, sanitised text and link, as a card over the usable page. */
export function PopupCard({ popup, onClose }: PopupCardProps) {
  const { t } = useTranslation(['lobby', 'common']);
  const [forGood, setForGood] = useState(false);
  const id = useId();
  const link = contentLink(popup.link);
  const close = () => onClose(forGood);
  const closeOnEscape = useEffectEvent((event: KeyboardEvent) => {
    // A dialog or a menu above the card handles Escape itself.
    const above = document.querySelector('dialog[open], [aria-expanded=true]');
    if (event.key === 'Escape' && !above) close();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => closeOnEscape(event);
    addEventListener('keydown', listener, true);
    return () => removeEventListener('keydown', listener, true);
  }, []);
  return (
    <div role="dialog" className={css.card} aria-labelledby={`${id}title`}>
      <div className={css.head}>
        <h2 id={`${id}title`}>{popup.title}</h2>
        <IconButton label={t('common:close')} icon={<IconX />} onClick={close} />
      </div>
      <div className={css.image}>
        <Picture of={popup} width={1680} height={720} sizes="480px" eager />
      </div>
      <Html html={popup.html} />
      {link && (
        <ButtonLink variant="primary" fullWidth {...linkProps(link)} onClick={close}>
          {t('popup.go')}
        </ButtonLink>
      )}
      <label className={css.forGood} htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          checked={forGood}
          onChange={(event) => setForGood(event.target.checked)}
        />
        {t('popup.never')}
      </label>
    </div>
  );
}

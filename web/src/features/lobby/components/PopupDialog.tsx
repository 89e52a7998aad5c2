import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Html } from '@/components/html';
import { ButtonLink, Cover, Dialog } from '@/components/ui';
import type { Popup } from '@/contracts/types';
import { contentLink, linkProps } from '@/lib/link/contentLink';
import css from './PopupDialog.module.css';

export interface PopupDialogProps {
  popup: Popup;
  /** `forGood` hides it on later visits too. */
  onClose(forGood: boolean): void;
}

/** A popup of the brand with image, sanitised text and link. */
export default function PopupDialog({ popup, onClose }: PopupDialogProps) {
  const { t } = useTranslation('lobby');
  const [forGood, setForGood] = useState(false);
  const id = useId();
  const link = contentLink(popup.link);
  return (
    <Dialog open title={popup.title} onClose={() => onClose(forGood)}>
      <div className={css.popup}>
        <div className={css.image}>
          <Cover src={popup.image} width={1680} height={720} eager />
        </div>
        <Html html={popup.html} />
        {link && (
          <ButtonLink
            variant="primary"
            fullWidth
            {...linkProps(link)}
            onClick={() => onClose(forGood)}
          >
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
    </Dialog>
  );
}

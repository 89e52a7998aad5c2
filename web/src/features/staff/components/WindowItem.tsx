import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '@/components/ui';
import { staffPaths } from '@/lib/paths/staff';
import { useRights } from '../api/useLogin';
import { isForAll, type MaintenanceWindow } from '../model/maintenance';
import { EndWindow } from './EndWindow';
import { ExtendWindow } from './ExtendWindow';
import { Tag } from './Tag';
import { WindowFacts } from './WindowFacts';
import css from './WindowItem.module.css';

const tones = { open: 'negative', scheduled: 'info', ended: 'neutral' } as const;

/** A window of a brand, or of all, with what one may do with it. */
export function WindowItem({ brand, window }: { brand: string; window: MaintenanceWindow }) {
  const { t } = useTranslation('staff');
  const { may } = useRights();
  const [dialog, setDialog] = useState<'extend' | 'end'>();
  const allowed = may('support', window.brand);
  const close = () => setDialog(undefined);
  return (
    <li className={css.item} data-window={window.id}>
      <p className={css.head}>
        <Tag tone={tones[window.state]}>{t(`window.state.${window.state}`)}</Tag>
        {isForAll(window) && <Tag tone="warning">{t('everyBrand')}</Tag>}
      </p>
      <WindowFacts window={window} />
      {window.state !== 'ended' &&
        (allowed ? (
          <p className={css.actions}>
            <Button size="small" onClick={() => setDialog('extend')}>
              {t('window.extend')}
            </Button>
            <ButtonLink size="small" to={staffPaths.window.to({ brand, id: window.id })}>
              {t('window.edit')}
            </ButtonLink>
            <Button size="small" variant="danger" onClick={() => setDialog('end')}>
              {t(window.state === 'open' ? 'window.end' : 'window.withdraw')}
            </Button>
          </p>
        ) : (
          <p className={css.reason}>
            {t(isForAll(window) ? 'noRight.all' : 'noRight.role', { role: t('role.support') })}
          </p>
        ))}
      <ExtendWindow brand={brand} window={window} open={dialog === 'extend'} onClose={close} />
      <EndWindow window={window} open={dialog === 'end'} onClose={close} />
    </li>
  );
}

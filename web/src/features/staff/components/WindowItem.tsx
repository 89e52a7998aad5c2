import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import { staffPaths } from '@/lib/paths/staff';
import { endWindow } from '../api/maintenance';
import { useRights } from '../api/useLogin';
import { useNotify } from '../hooks/useNotify';
import { isForAll, type MaintenanceWindow } from '../model/maintenance';
import { ActionButton } from './ActionButton';
import { ExtendWindow } from './ExtendWindow';
import { Tag } from './Tag';
import { WindowFacts } from './WindowFacts';
import css from './WindowItem.module.css';

const tones = { open: 'negative', scheduled: 'info', ended: 'neutral' } as const;

/** A window of a brand, or of all, with what one may do with it. */
export function WindowItem({ brand, window }: { brand: string; window: MaintenanceWindow }) {
  const { t } = useTranslation('staff');
  const { may } = useRights();
  const notify = useNotify();
  const [extending, setExtending] = useState(false);
  const started = window.state === 'open';
  const allowed = may('support', window.brand);
  return (
    <li className={css.item} data-window={window.id}>
      <p className={css.head}>
        <Tag tone={tones[window.state]}>{t(`window.state.${window.state}`)}</Tag>
        {isForAll(window) && <Tag tone="warning">{t('everyBrand')}</Tag>}
      </p>
      <WindowFacts window={window} />
      {window.state !== 'ended' &&
        (allowed ? (
          <div className={css.actions}>
            <Button size="small" onClick={() => setExtending(true)}>
              {t('window.extend')}
            </Button>
            <ButtonLink size="small" to={staffPaths.window.to({ brand, id: window.id })}>
              {t('window.edit')}
            </ButtonLink>
            <ActionButton
              size="small"
              variant="danger"
              action={async () => {
                await endWindow(window);
                notify.done(t(started ? 'window.ended' : 'window.withdrawn'));
              }}
              ask={{
                title: t(started ? 'window.endTitle' : 'window.withdrawTitle'),
                text: t(started ? 'window.endText' : 'window.withdrawText'),
                word: isForAll(window) ? t('confirm.allWord') : undefined,
              }}
            >
              {t(started ? 'window.end' : 'window.withdraw')}
            </ActionButton>
          </div>
        ) : (
          <p className={css.reason}>
            {t(isForAll(window) ? 'noRight.all' : 'noRight.role', { role: t('role.support') })}
          </p>
        ))}
      <ExtendWindow
        brand={brand}
        window={window}
        open={extending}
        onClose={() => setExtending(false)}
      />
    </li>
  );
}

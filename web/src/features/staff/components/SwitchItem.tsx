import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui';
import type { components } from '@/contracts/staff';
import { switchOff } from '../api/maintenance';
import { useRights } from '../api/useLogin';
import { useStaffAction } from '../api/useStaffAction';
import { useNotify } from '../hooks/useNotify';
import { everyBrand } from '../model/rights';
import { CallNames } from './CallNames';
import { ConfirmDialog } from './ConfirmDialog';
import { FieldValue } from './FieldValue';
import { Tag } from './Tag';
import { Time } from './Time';
import facts from './Facts.module.css';
import css from './WindowItem.module.css';

type Switch = components['schemas']['Switch'];

/** A manual switch that is on: it holds until somebody turns it off. */
export function SwitchItem({ brand, state }: { brand: string; state: Switch }) {
  const { t } = useTranslation('staff');
  const { may } = useRights();
  const notify = useNotify();
  const [asking, setAsking] = useState(false);
  const scope = state.all ? everyBrand : brand;
  const off = useStaffAction(async () => {
    await switchOff(scope, state.calls);
    setAsking(false);
    notify.done(t('switch.done'));
  });
  return (
    <li className={css.item}>
      <p className={css.head}>
        <Tag tone="negative">{t('switch.on')}</Tag>
        {state.all && <Tag tone="warning">{t('everyBrand')}</Tag>}
      </p>
      <dl className={facts.facts}>
        <div>
          <dt>{t('state.by')}</dt>
          <dd>{state.by}</dd>
        </div>
        <div>
          <dt>{t('state.since')}</dt>
          <dd>
            <Time at={state.since} relative />
          </dd>
        </div>
        <div>
          <dt>{t('window.fields.calls')}</dt>
          <dd>{state.calls?.length ? <CallNames names={state.calls} /> : t('parts.all')}</dd>
        </div>
        <div>
          <dt>{t('window.fields.message')}</dt>
          <dd>{state.message ? <FieldValue value={state.message} /> : t('message.default')}</dd>
        </div>
        {state.why && (
          <div>
            <dt>{t('window.fields.why')}</dt>
            <dd>{state.why}</dd>
          </div>
        )}
      </dl>
      {may('support', scope) ? (
        <p className={css.actions}>
          <Button size="small" variant="primary" onClick={() => setAsking(true)}>
            {t('switch.off')}
          </Button>
        </p>
      ) : (
        <p className={css.reason}>
          {t(state.all ? 'noRight.all' : 'noRight.role', { role: t('role.support') })}
        </p>
      )}
      <ConfirmDialog
        open={asking}
        title={t('switch.offTitle')}
        word={state.all ? t('confirm.allWord') : undefined}
        submit={t('switch.off')}
        danger={false}
        busy={off.busy}
        error={off.error}
        onConfirm={() => void off.run()}
        onClose={() => setAsking(false)}
      >
        <p>{t(state.all ? 'switch.offAllText' : 'switch.offText')}</p>
      </ConfirmDialog>
    </li>
  );
}

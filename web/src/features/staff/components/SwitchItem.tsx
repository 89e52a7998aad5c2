import { useTranslation } from 'react-i18next';
import type { components } from '@/contracts/staff';
import { switchOff } from '../api/maintenance';
import { useRights } from '../api/useLogin';
import { useCallName } from '../hooks/useCallName';
import { useNotify } from '../hooks/useNotify';
import { closedBy } from '../model/maintenance';
import { everyBrand } from '../model/rights';
import { ActionButton } from './ActionButton';
import { Tag } from './Tag';
import { WindowFacts } from './WindowFacts';
import css from './WindowItem.module.css';

type Switch = components['schemas']['Switch'];

/** A manual switch that is on: it holds until somebody turns it off. */
export function SwitchItem({ brand, state }: { brand: string; state: Switch }) {
  const { t } = useTranslation('staff');
  const { may } = useRights();
  const notify = useNotify();
  const scope = state.all ? everyBrand : brand;
  const closed = closedBy(state);
  const callName = useCallName();
  const what = closed.map((it) => callName(it)).join(', ') || t('parts.all');
  return (
    <li className={css.item}>
      <p className={css.head}>
        <Tag tone="negative">{t('switch.on')}</Tag>
        {state.all && <Tag tone="warning">{t('everyBrand')}</Tag>}
      </p>
      <WindowFacts window={{ ...state, state: 'open', from: state.since }} />
      {may('support', scope) ? (
        <div className={css.actions}>
          <ActionButton
            size="small"
            variant="primary"
            action={async () => {
              await switchOff(scope, closed);
              notify.done(t('switch.done', { what }));
            }}
            ask={{
              title: t('switch.offTitle', { what }),
              text: t(state.all ? 'switch.offAllText' : 'switch.offText'),
              word: state.all ? t('confirm.allWord') : undefined,
            }}
          >
            {t('switch.off')}
          </ActionButton>
        </div>
      ) : (
        <p className={css.reason}>
          {t(state.all ? 'noRight.all' : 'noRight.role', { role: t('role.support') })}
        </p>
      )}
    </li>
  );
}

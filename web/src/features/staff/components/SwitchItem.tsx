import { useTranslation } from 'react-i18next';
import type { components } from '@/contracts/staff';
import { switchOff } from '../api/maintenance';
import { useRights } from '../api/useLogin';
import { useNotify } from '../hooks/useNotify';
import { everyBrand } from '../model/rights';
import { ActionButton } from './ActionButton';
import { CallNames } from './CallNames';
import { Facts } from './Facts';
import { FieldValue } from './FieldValue';
import { Tag } from './Tag';
import { Time } from './Time';
import css from './WindowItem.module.css';

type Switch = components['schemas']['Switch'];

/** A manual switch that is on: it holds until somebody turns it off. */
export function SwitchItem({ brand, state }: { brand: string; state: Switch }) {
  const { t } = useTranslation('staff');
  const { may } = useRights();
  const notify = useNotify();
  const scope = state.all ? everyBrand : brand;
  return (
    <li className={css.item}>
      <p className={css.head}>
        <Tag tone="negative">{t('switch.on')}</Tag>
        {state.all && <Tag tone="warning">{t('everyBrand')}</Tag>}
      </p>
      <Facts
        facts={[
          [t('state.by'), state.by],
          [t('state.since'), <Time at={state.since} relative />],
          [
            t('window.fields.calls'),
            state.calls?.length ? <CallNames names={state.calls} /> : t('parts.all'),
          ],
          [
            t('window.fields.message'),
            state.message ? <FieldValue value={state.message} /> : t('message.default'),
          ],
          [t('window.fields.why'), state.why],
        ]}
      />
      {may('support', scope) ? (
        <div className={css.actions}>
          <ActionButton
            size="small"
            variant="primary"
            action={async () => {
              await switchOff(scope, state.calls);
              notify.done(t('switch.done'));
            }}
            ask={{
              title: t('switch.offTitle'),
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

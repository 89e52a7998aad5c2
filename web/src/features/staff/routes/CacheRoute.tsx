import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '@/components/ui/Field/Field';
import { Panel } from '@/components/ui/Panel/Panel';
import { calls } from '@/contracts/calls';
import { useStaff } from '../api/client';
import { useRights } from '../api/login';
import { purge } from '../api/maintenance';
import { ActionButton } from '../components/Actions';
import { Page, Loaded } from '../components/Page';
import { useCallName } from '../hooks/texts';
import { everyBrand } from '../model/accounts';
import css from '../components/Form.module.css';

const reads = Object.entries(calls)
  .filter(([, { kind }]) => kind === 'read')
  .map(([name]) => name);
const classes = [...new Set(reads.map((name) => name.split('/')[0] ?? ''))];

/** Drops cached responses of a brand, a class or a call on every instance. */
export function CacheRoute() {
  const { t } = useTranslation('staff');
  const brands = useStaff('/brands');
  const { may } = useRights();
  return (
    <Page title={t('cache.title')} lead={t('cache.lead')}>
      <Loaded read={brands} height={260}>
        {(list) => (
          <PurgeForm
            brands={[
              ...(may('support') ? [{ value: everyBrand, label: t('everyBrand') }] : []),
              ...list
                .filter(({ id }) => may('support', id))
                .map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
      </Loaded>
    </Page>
  );
}

function PurgeForm({ brands }: { brands: { value: string; label: string }[] }) {
  const { t } = useTranslation('staff');
  const nameOf = useCallName();
  const [brand, setBrand] = useState(brands.at(-1)?.value ?? '');
  const [group, setGroup] = useState('');
  const [call, setCall] = useState('');
  const [dropped, setDropped] = useState<number>();
  const drop = async () => {
    setDropped(undefined);
    setDropped(
      await purge({
        ...(brand !== everyBrand && { brand }),
        ...(call ? { call } : group && { class: group }),
      }),
    );
  };
  const everything = brand === everyBrand && !group;
  return (
    <Panel dense>
      <div className={`${css.form} ${css.narrow}`}>
        <Choice label={t('cache.brand')} value={brand} options={brands} onChange={setBrand} />
        <Choice
          label={t('cache.class')}
          value={group}
          options={[
            { value: '', label: t('cache.everyClass') },
            ...classes.map((value) => ({ value, label: nameOf(value) })),
          ]}
          onChange={(next) => {
            setGroup(next);
            setCall('');
          }}
        />
        {group && (
          <Choice
            label={t('cache.call')}
            value={call}
            options={[
              { value: '', label: t('cache.everyCall') },
              ...reads
                .filter((name) => name.startsWith(`${group}/`))
                .map((value) => ({ value, label: nameOf(value) })),
            ]}
            onChange={setCall}
          />
        )}
        <div className={css.actions}>
          <ActionButton
            variant={everything ? 'danger' : 'secondary'}
            ask={
              everything
                ? {
                    title: t('cache.confirmTitle'),
                    text: t('cache.confirmText'),
                    word: t('confirm.allWord'),
                  }
                : undefined
            }
            action={drop}
          >
            {t(everything ? 'cache.submitAll' : 'cache.submit')}
          </ActionButton>
        </div>
        <p role="status">{dropped !== undefined && t('cache.dropped', { count: dropped })}</p>
      </div>
    </Panel>
  );
}

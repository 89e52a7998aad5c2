import { useState } from 'react';
import { IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/ui/Panel/Panel';
import { Badge } from '@/components/ui/Chip/Chip';
import { Skeleton } from '@/components/ui/Skeleton/Skeleton';
import { ErrorState } from '@/components/ui/State/State';
import { refresh } from '@/lib/swr/cache';
import { useAction } from '@/lib/swr/useAction';
import { toastFailure, toastSuccess } from '@/lib/toast/store';
import { factorType, setSecondFactor, useSecondFactor, type FactorType } from '../api/security';
import { useOfferedFactors } from '../hooks/useOfferedFactors';
import { FactorChange } from './FactorChange';
import css from './FactorChoice.module.css';
import { FactorOptions } from './FactorOptions';

/** Selects the second factor of the next login, and shows the one in force. */
export function FactorChoice() {
  const { t } = useTranslation('account');
  const { type: current, error, reload } = useSecondFactor();
  return (
    <Panel
      icon={<IconKey size={22} />}
      title={t('factor.title')}
      text={t('factor.text')}
      aside={
        current !== undefined && (
          <Badge tone={current === factorType.none ? 'warning' : 'positive'}>
            {t(current === factorType.none ? 'factor.none.name' : 'factor.on')}
          </Badge>
        )
      }
    >
      {current !== undefined ? (
        <Choice current={current} />
      ) : error ? (
        <ErrorState error={error} onRetry={reload} />
      ) : (
        <div className={css.choices} aria-busy="true">
          {Object.keys(factorType).map((key) => (
            <Skeleton key={key} className={css.skeleton} />
          ))}
        </div>
      )}
    </Panel>
  );
}

function Choice({ current }: { current: FactorType }) {
  const { t } = useTranslation(['account', 'errors']);
  const offered = useOfferedFactors(current);
  const [wanted, setWanted] = useState<FactorType>();
  const finish = async () => {
    setWanted(undefined);
    await refresh('user/two_auth_type');
    toastSuccess(t('factor.saved'));
  };
  const { run, busy } = useAction(async (type: FactorType) => {
    try {
      await setSecondFactor(type);
      await finish();
    } catch (failure) {
      const { message, requestId } = failure as { message?: string; requestId?: string };
      toastFailure(message || t('errors:failure'), requestId);
      throw failure;
    }
  });
  const choose = (type: FactorType) => {
    if (type === current) setWanted(undefined);
    // The authenticator has been set up with one of its codes: nothing is left to ask.
    else if (current === factorType.none && type === factorType.ga) void run(type);
    else setWanted(type);
  };
  return (
    <>
      <FactorOptions options={offered} selected={wanted ?? current} busy={busy} onSelect={choose} />
      {wanted !== undefined && (
        <div className={css.change}>
          <FactorChange
            key={wanted}
            from={current}
            to={wanted}
            onDone={() => void finish()}
            onCancel={() => setWanted(undefined)}
          />
        </div>
      )}
    </>
  );
}

import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { By } from '../components/Values';
import { useFieldName, useStudio } from './useStudio';
import css from './Studio.module.css';

/** Below a field: who changed it, the way back to what players see, and its fault. */
export function FieldNote({ field }: { field: string }) {
  const { t } = useTranslation('staffStudio');
  const nameOf = useFieldName();
  const { changeOf, faultOf, reset, readOnly } = useStudio();
  const change = changeOf(field);
  const fault = faultOf(field);
  return (
    <>
      {change && (
        <div className={css.note}>
          <span className={css.changed}>
            {t('changed')} <By who={change.by} at={change.at} />
          </span>
          {!readOnly && (
            <Button
              size="small"
              variant="subtle"
              aria-label={t('resetOf', { field: nameOf(field) })}
              onClick={() => reset([field])}
            >
              {t('reset')}
            </Button>
          )}
        </div>
      )}
      {fault && (
        <p className={css.fault} role="alert">
          {[fault.problem, fault.allowed].filter(Boolean).join(' · ')}
        </p>
      )}
    </>
  );
}

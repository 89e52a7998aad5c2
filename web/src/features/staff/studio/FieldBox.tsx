import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { By } from '../components/Values';
import { idOf } from '../model/studio';
import { useFieldName, useStudio } from './useStudio';
import css from './Studio.module.css';

/**
 * The control of a field with its fault. If the draft differs from what players see, it shows who
 * changed it and the way back. Links to the field focus it.
 */
export function FieldBox({ field, children }: { field: string; children: ReactNode }) {
  const { t } = useTranslation('staffStudio');
  const nameOf = useFieldName();
  const { changeOf, faultOf, reset, readOnly } = useStudio();
  const change = changeOf(field);
  const { problem, allowed } = faultOf(field) ?? {};
  return (
    <div id={idOf(field)} tabIndex={-1} className={css.field}>
      {children}
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
              onClick={() => reset(field)}
            >
              {t('reset')}
            </Button>
          )}
        </div>
      )}
      {problem && <p className={css.fault}>{[problem, allowed].filter(Boolean).join(' · ')}</p>}
    </div>
  );
}

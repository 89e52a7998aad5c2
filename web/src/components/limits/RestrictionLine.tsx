import { IconCoffee } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Restriction } from '@/lib/break/restriction';
import { useFormat } from '@/lib/format/useFormat';
import { paths } from '@/lib/paths/paths';
import css from './BreakDialog.module.css';

/** The end of a break or a self-exclusion. */
export function RestrictionEnd({ kind, until }: Restriction) {
  const { t } = useTranslation('break');
  const format = useFormat();
  return until ? t(`running.${kind}`, { until: format.date(until) }) : t('running.forever');
}

/** The line above every page during a break or self-exclusion, with the pages still available. */
export function RestrictionLine({ restriction }: { restriction: Restriction }) {
  const { t } = useTranslation('break');
  return (
    <p className={css.line} role="status">
      <IconCoffee size={20} aria-hidden="true" />
      <span>
        <b>
          <RestrictionEnd {...restriction} />
        </b>{' '}
        {t('fact.open')}
      </span>
      <Link to={paths.profileLimits.to()}>{t('limits')}</Link>
    </p>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRights } from '../api/useLogin';
import { useStaff } from '../api/useStaff';
import { limitsFile } from '../model/limits';
import { DownloadLink } from './DownloadLink';
import { Choice, Field } from '@/components/ui/Field/Field';
import { Panel } from '@/components/ui/Panel/Panel';
import css from './FilterForm.module.css';

/** The changes of limits, breaks and exclusions of a brand's players in a period, as a file for the regulator. */
export function LimitsExport() {
  const { t } = useTranslation('staffPages');
  const { may } = useRights();
  const brands = useStaff('/brands').data?.filter(({ id }) => may('admin', id)) ?? [];
  const [chosen, setBrand] = useState('');
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const brand = chosen || (brands[0]?.id ?? '');
  if (brand === '') return null;
  const reversed = from !== '' && until !== '' && until < from;
  return (
    <Panel dense title={t('limits.export')}>
      <p>{t('limits.exportText')}</p>
      <div className={css.filter}>
        <Choice
          label={t('brand')}
          value={brand}
          options={brands.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setBrand}
        />
        <Field
          label={t('audit.from')}
          type="date"
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
        <Field
          label={t('audit.until')}
          type="date"
          value={until}
          error={reversed ? t('limits.reversed') : undefined}
          onChange={(event) => setUntil(event.target.value)}
        />
        {!reversed && (
          <div className={css.actions}>
            <DownloadLink href={limitsFile({ brand, from, until })}>{t('audit.csv')}</DownloadLink>
          </div>
        )}
      </div>
    </Panel>
  );
}

import { useTranslation } from 'react-i18next';
import { Field } from '@/components/ui/Field/Field';
import { useStaffAction } from '../api/client';
import { useErrorText } from '../hooks/texts';
import { isPicture, pictureAddress } from '../model/studio';
import { FieldBox } from './FieldBox';
import { useFieldName, useStudio } from './useStudio';
import css from './Studio.module.css';

/** A picture of the brand's files, which an uploaded one replaces. */
export function PictureField({ field }: { field: string }) {
  const { t } = useTranslation('staffStudio');
  const label = useFieldName()(field);
  const errorText = useErrorText();
  const { brand, value, set, upload } = useStudio();
  const name = value(field);
  const { run, busy, error } = useStaffAction(async (file: File) =>
    set({ [field]: (await upload(file)).name }),
  );
  return (
    <FieldBox field={field}>
      {isPicture(name) && <img className={css.picture} src={pictureAddress(brand, name)} alt="" />}
      <Field
        label={label}
        hint={busy ? t('picture.sending') : undefined}
        error={error && errorText(error)}
        type="file"
        accept={field.endsWith('.svg') ? 'image/svg+xml' : 'image/png'}
        onChange={({ target }) => target.files?.[0] && void run(target.files[0])}
      />
    </FieldBox>
  );
}

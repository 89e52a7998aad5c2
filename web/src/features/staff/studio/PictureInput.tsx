import { useTranslation } from 'react-i18next';
import { Field } from '@/components/ui/Field/Field';
import { useStaffAction } from '../api/client';
import { useErrorText } from '../hooks/texts';
import { isPicture, pictureAddress } from '../model/studio';
import { useStudio } from './useStudio';
import css from './Studio.module.css';

interface PictureInputProps {
  label: string;
  hint?: string;
  /** The name of the current picture, as in fields. */
  name: unknown;
  accept: string;
  onUpload(name: string): void;
}

/** The preview of a picture, and a control that uploads another one. */
export function PictureInput({ label, hint, name, accept, onUpload }: PictureInputProps) {
  const { t } = useTranslation('staffStudio');
  const errorText = useErrorText();
  const { brand, upload } = useStudio();
  const { run, busy, error } = useStaffAction(async (file: File) =>
    onUpload((await upload(file)).name),
  );
  return (
    <>
      {isPicture(name) && <img className={css.picture} src={pictureAddress(brand, name)} alt="" />}
      <Field
        label={label}
        hint={busy ? t('picture.sending') : hint}
        error={error && errorText(error)}
        type="file"
        accept={accept}
        onChange={({ target }) => target.files?.[0] && void run(target.files[0])}
      />
    </>
  );
}

import { useTranslation } from 'react-i18next';
import { CodeInput } from '@/components/ui/CodeInput/CodeInput';
import css from './Form.module.css';

/** The number of digits of an authenticator's code. */
const codeLength = 6;

export interface CodeFieldProps {
  value: string;
  onChange(value: string): void;
  onComplete(code: string): void;
  invalid?: boolean;
  busy?: boolean;
}

/** The six digits that an authenticator shows. */
export function CodeField(props: CodeFieldProps) {
  const { t } = useTranslation('staff');
  return (
    <div className={css.code}>
      <p>{t('login.codeText')}</p>
      <CodeInput {...props} length={codeLength} label={t('login.code')} initialFocus />
    </div>
  );
}

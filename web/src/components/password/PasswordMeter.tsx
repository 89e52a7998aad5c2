import { IconCheck, IconPoint } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { passwordMinimum } from '@/contracts/constants';
import { isGoodPassword, passwordRules } from './passwordRules';
import css from './PasswordMeter.module.css';

/** How good a password is while it is typed: a bar, and each rule with its tick. */
export function PasswordMeter({ password }: { password: string }) {
  const { t } = useTranslation('auth');
  const held = passwordRules.filter(({ holds }) => holds(password)).length;
  const word = !isGoodPassword(password)
    ? 'weak'
    : held === passwordRules.length
      ? 'strong'
      : 'good';
  return (
    <div className={css.meter} data-strength={password ? word : undefined}>
      <div className={css.head}>
        <div
          className={css.bar}
          role="meter"
          aria-label={t('meter.label')}
          aria-valuemin={0}
          aria-valuemax={passwordRules.length}
          aria-valuenow={password ? held : 0}
          aria-valuetext={password ? t(`meter.${word}`) : t('meter.none')}
        >
          {passwordRules.map(({ key }, index) => (
            <span key={key} data-on={password !== '' && index < held} />
          ))}
        </div>
        <span className={css.word} aria-hidden="true">
          {password && t(`meter.${word}`)}
        </span>
      </div>
      <ul className={css.rules}>
        {passwordRules.map(({ key, required, holds }) => (
          <li key={key} data-held={holds(password)}>
            {holds(password) ? <IconCheck size={16} /> : <IconPoint size={16} />}
            <span>
              {t(`meter.rules.${key}`, { count: passwordMinimum })}
              {!required && ` ${t('meter.helps')}`}
              <span className="visually-hidden">
                {holds(password) ? ` ${t('meter.held')}` : ''}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordInput } from '@mantine/core';
import { IconCheck, IconPoint } from '@tabler/icons-react';
import { passwordMinimum } from '@/contracts/constants';
import { passwordRules, passwordStrength, rulesMet } from './model/passwordRules';
import css from './PasswordField.module.css';

/** A password field with a button that shows the password. */
export function PasswordField(props: ComponentProps<typeof PasswordInput>) {
  const { t } = useTranslation('password');
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': t('show'), tabIndex: 0 }}
      {...props}
    />
  );
}

/** Shows the strength of a password during input, with a bar and a check mark for each met rule. */
export function PasswordMeter({ password }: { password: string }) {
  const { t } = useTranslation('password');
  const met = rulesMet(password);
  const strength = passwordStrength(password);
  return (
    <div className={css.meter} data-strength={password ? strength : undefined}>
      <div className={css.head}>
        <div
          className={css.bar}
          role="meter"
          aria-label={t('meter.label')}
          aria-valuemin={0}
          aria-valuemax={passwordRules.length}
          aria-valuenow={password ? met : 0}
          aria-valuetext={password ? t(`meter.${strength}`) : t('meter.none')}
        >
          {passwordRules.map(({ key }, index) => (
            <span key={key} data-filled={password !== '' && index < met} />
          ))}
        </div>
        <span className={css.strength} aria-hidden="true">
          {password && t(`meter.${strength}`)}
        </span>
      </div>
      <ul className={css.rules}>
        {passwordRules.map(({ key, required, isMet }) => (
          <li key={key} data-met={isMet(password)}>
            {isMet(password) ? <IconCheck size={16} /> : <IconPoint size={16} />}
            <span>
              {t(`meter.rules.${key}`, { count: passwordMinimum }) +
                (required ? '' : ` ${t('meter.recommended')}`)}
              <span className="visually-hidden">{isMet(password) ? ` ${t('meter.met')}` : ''}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

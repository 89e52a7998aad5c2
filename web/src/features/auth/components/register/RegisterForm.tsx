import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useForm, validates } from '@/components/forms';
import { Button } from '@/components/ui';
import { useUserRegister } from '@/contracts/hooks/user';
import { bootstrap } from '@/lib/bootstrap';
import { paths } from '@/lib/paths';
import { toastSuccess } from '@/lib/toast';
import { useShownError } from '../../hooks/useShownError';
import {
  emptyRegistration,
  registerRequest,
  registrationSchema,
  type Registration,
} from '../../model/registration';
import { registeredUsername } from '../../model/registeredUsername';
import { FormError } from '../FormError';
import css from '../Form.module.css';
import { registerSteps } from './registerSteps';
import { Steps } from './Steps';

/** The registration form: one step at a time, sent after the last one. */
export function RegisterForm({ onDone }: { onDone(email: string): void }) {
  const { t } = useTranslation('auth');
  const [stepIndex, setStepIndex] = useState(0);
  const { legal, currency } = bootstrap();
  const [today] = useState(() => new Date());
  const form = useForm<Registration>({
    initialValues: emptyRegistration(currency),
    validate: validates(registrationSchema(t, legal.minimumAge, today)),
    validateInputOnBlur: true,
  });
  const { run, busy, error } = useUserRegister({ suppressToast: true });
  const register = async (fields: Registration) => {
    if (!(await run(registerRequest(fields)))) return;
    toastSuccess(t('register.done'));
    registeredUsername.set(fields.username.trim());
    onDone(fields.email.trim());
  };
  const shownError = useShownError(error);
  const step = registerSteps[stepIndex]!;
  const isLast = stepIndex === registerSteps.length - 1;

  const focusedStep = useRef(stepIndex);
  useEffect(() => {
    // The step has changed: move the focus from the button to the first field.
    if (focusedStep.current !== stepIndex) form.getInputNode(step.fields[0]!)?.focus();
    focusedStep.current = stepIndex;
  }, [stepIndex, step, form]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const results = await Promise.all(step.fields.map((field) => form.validateField(field)));
    const invalidField = step.fields.find((_, index) => results[index]?.hasError);
    if (invalidField) form.getInputNode(invalidField)?.focus();
    else if (isLast) void register(form.values);
    else setStepIndex(stepIndex + 1);
  };

  return (
    <>
      <Steps
        titles={registerSteps.map(({ title }) => t(`register.steps.${title}`))}
        current={stepIndex}
      />
      <form className={css.form} onSubmit={(event) => void submit(event)} noValidate>
        <FormError error={shownError} />
        <step.Fields form={form} />
        <div className={css.actions}>
          {stepIndex > 0 && (
            <Button size="large" onClick={() => setStepIndex(stepIndex - 1)}>
              {t('register.back')}
            </Button>
          )}
          <Button type="submit" variant="primary" size="large" busy={busy}>
            {t(isLast ? 'register.submit' : 'register.next')}
          </Button>
        </div>
        <p className={css.hint}>
          {t('register.known')}{' '}
          <Link className={css.link} to={paths.login.to()}>
            {t('register.login')}
          </Link>
        </p>
      </form>
    </>
  );
}

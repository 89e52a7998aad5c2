import { useEffect, useRef, useState, type FormEvent } from 'react';
import { IconMailCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import { useForm, validates } from '@/components/forms';
import { Button, ButtonLink, EmptyState } from '@/components/ui';
import { useUserRegister } from '@/contracts/hooks/user';
import { bootstrap } from '@/lib/bootstrap';
import { toastSuccess } from '@/lib/toast';
import { AuthCard } from '../components/AuthCard';
import { FormError } from '../components/FormError';
import { registerSteps } from '../components/RegisterSteps';
import {
  emptyRegistration,
  registerRequest,
  registrationSchema,
  type Registration,
} from '../model/registration';
import { Steps } from '../components/Steps';
import { useShownError } from '../hooks/useShownError';
import css from '../components/Form.module.css';

/** `/register` (spec §3, §5): four steps, each validated before the next. */
export function RegisterRoute() {
  const { t } = useTranslation('auth');
  const [email, setEmail] = useState<string>();
  if (email === undefined) {
    return (
      <AuthCard wide title={t('register.title')} text={t('register.text')}>
        <RegisterForm onDone={setEmail} />
      </AuthCard>
    );
  }
  return (
    <AuthCard wide title={t('register.title')}>
      <EmptyState
        icon={<IconMailCheck size={32} />}
        title={t('register.done')}
        text={t('register.doneText', { email })}
      >
        <ButtonLink ref={focusOn} variant="primary" to={paths.login.to()}>
          {t('register.login')}
        </ButtonLink>
      </EmptyState>
    </AuthCard>
  );
}

/** Takes the focus, since the focused form was removed. */
const focusOn = (link: HTMLAnchorElement | null) => link?.focus({ preventScroll: true });

function RegisterForm({ onDone }: { onDone(email: string): void }) {
  const { t } = useTranslation('auth');
  const [at, setAt] = useState(0);
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
    onDone(fields.email.trim());
  };
  const shown = useShownError(error);
  const step = registerSteps[at]!;
  const last = at === registerSteps.length - 1;

  const shownStep = useRef(at);
  useEffect(() => {
    // The step has changed: move the focus from the button to the first field.
    if (shownStep.current !== at) form.getInputNode(step.fields[0]!)?.focus();
    shownStep.current = at;
  }, [at, step, form]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const checked = await Promise.all(step.fields.map((field) => form.validateField(field)));
    const wrong = step.fields.find((_, index) => checked[index]?.hasError);
    if (wrong) form.getInputNode(wrong)?.focus();
    else if (last) void register(form.values);
    else setAt(at + 1);
  };

  return (
    <>
      <Steps titles={registerSteps.map(({ title }) => t(`register.steps.${title}`))} at={at} />
      <form className={css.form} onSubmit={(event) => void submit(event)} noValidate>
        <FormError error={shown} />
        <step.Fields form={form} />
        <div className={css.actions}>
          {at > 0 && (
            <Button size="large" onClick={() => setAt(at - 1)}>
              {t('register.back')}
            </Button>
          )}
          <Button type="submit" variant="primary" size="large" busy={busy}>
            {t(last ? 'register.submit' : 'register.next')}
          </Button>
        </div>
        <p className={css.other}>
          {t('register.known')}{' '}
          <Link className={css.link} to={paths.login.to()}>
            {t('register.login')}
          </Link>
        </p>
      </form>
    </>
  );
}

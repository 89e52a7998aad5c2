import { Select, Textarea, TextInput } from '@mantine/core';
import { useState, useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { IconMailCheck, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useForm } from '@/components/forms/useForm';
import { ButtonLink, Button } from '@/components/ui/Button/Button';
import { EmptyState, ErrorState } from '@/components/ui/State/State';
import { useUserRegister } from '@/contracts/hooks/user';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { localeOf } from '@/lib/format/number';
import { useLanguage } from '@/lib/i18n/language';
import { useClosedPart } from '@/lib/maintenance/flag';
import { paths } from '@/lib/paths/paths';
import { toastSuccess } from '@/lib/toast/store';
import { AuthCard, FormError } from '../components/AuthCard';
import { useShownError } from '../hooks/useShownError';
import { registeredUsername } from '../model/loginNotice';
import {
  emptyRegistration,
  registerRequest,
  validatesRegistration,
  type Registration,
  type RegistrationField,
  type RegistrationForm,
} from '../model/registration';
import {
  AccountFields,
  PersonFields,
  RulesFields,
  useRequiredField,
} from '../components/register/RegisterFields';
import css from '../components/Form.module.css';
import stepsCss from '../components/register/Steps.module.css';

/** `/register`: four steps, each validated before the next. */
export function RegisterRoute() {
  const { t } = useTranslation('auth');
  const [email, setEmail] = useState<string>();
  const closed = useClosedPart('registration');
  if (email === undefined) {
    return (
      <AuthCard wide title={t('register.title')} text={t('register.text')}>
        {closed ? (
          <ErrorState error={{ message: '', closed }} />
        ) : (
          <RegisterForm onDone={setEmail} />
        )}
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
        <ButtonLink ref={focusOnMount} variant="primary" to={paths.login.to()}>
          {t('register.login')}
        </ButtonLink>
      </EmptyState>
    </AuthCard>
  );
}

/** Takes the focus because the focused form was removed. */
const focusOnMount = (link: HTMLAnchorElement | null) => link?.focus({ preventScroll: true });

/** Step 3: contact data and currency. */
function ContactFields({ form }: { form: RegistrationForm }) {
  const { t } = useTranslation('auth');
  const field = useRequiredField(form);
  const { language } = useLanguage();
  const { currency } = bootstrap();
  const currencyName = new Intl.DisplayNames(localeOf(language), { type: 'currency' }).of(currency);
  return (
    <>
      <div className={css.columns}>
        <TextInput
          type="tel"
          dir="ltr"
          placeholder={t('hint.phone')}
          autoComplete="tel"
          {...field('phone', 'phone')}
        />
        <TextInput autoComplete="address-level1" {...field('city', 'city')} />
      </div>
      <Textarea rows={2} autoComplete="street-address" {...field('address', 'address')} />
      <Select
        allowDeselect={false}
        data={[{ value: currency, label: `${currencyName} (${currency})` }]}
        {...field('currency', 'currency')}
      />
    </>
  );
}

/** A step of the form and the field to focus, by default the first field of the step. */
interface Place {
  step: number;
  field?: RegistrationField;
}

/** Returns the place of a field, or the last step for a field without a step. */
function placeOf(field: string | undefined): Place {
  const step = registerSteps.findIndex(({ fields }) => fields.some((item) => item === field));
  return step < 0
    ? { step: registerSteps.length - 1 }
    : { step, field: field as RegistrationField };
}

/**
 * The registration form. It shows one step at a time and sends all values after the last one. A
 * refused field appears on its step, and no input is lost.
 */
function RegisterForm({ onDone }: { onDone(email: string): void }) {
  const { t } = useTranslation('auth');
  const [place, setPlace] = useState<Place>({ step: 0 });
  const { legal, currency } = bootstrap();
  const [today] = useState(() => new Date());
  const form = useForm<Registration>({
    initialValues: emptyRegistration(currency),
    validate: validatesRegistration(t, legal.minimumAge, today),
    validateInputOnBlur: true,
  });
  const { run, busy, error } = useUserRegister({
    suppressToast: true,
    onError: ({ field, message }) => {
      if (form.refuse(field, message || t('failed'))) setPlace(placeOf(field));
    },
  });
  const register = async (fields: Registration) => {
    if (!(await run(registerRequest(fields)))) return;
    toastSuccess(t('register.done'));
    registeredUsername.set(fields.username.trim());
    onDone(fields.email.trim());
  };
  // A field shows the refusal of its value.
  const shownError = useShownError(form.hasField(error?.field) ? undefined : error);
  const step = registerSteps[place.step]!;
  const isLast = place.step === registerSteps.length - 1;

  const focusedPlace = useRef(place);
  useEffect(() => {
    // After a change of the place, moves the focus from the button to the field.
    if (focusedPlace.current !== place) form.getInputNode(place.field ?? step.fields[0]!)?.focus();
    focusedPlace.current = place;
  }, [place, step, form]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    form.clearRefusals();
    const results = await Promise.all(step.fields.map((field) => form.validateField(field)));
    const invalidField = step.fields.find((_, index) => results[index]?.hasError);
    if (invalidField) form.getInputNode(invalidField)?.focus();
    else if (isLast) void register(form.values);
    else setPlace({ step: place.step + 1 });
  };

  return (
    <>
      <Steps
        titles={registerSteps.map(({ title }) => t(`register.steps.${title}`))}
        current={place.step}
      />
      <form className={css.form} onSubmit={(event) => void submit(event)} noValidate>
        <FormError error={shownError} />
        <step.Fields form={form} />
        <div className={css.actions}>
          {place.step > 0 && (
            <Button size="large" onClick={() => setPlace({ step: place.step - 1 })}>
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

/** The progress of a form with several steps. `current` counts from 0. */
function Steps({ titles, current }: { titles: readonly string[]; current: number }) {
  const { t } = useTranslation('auth');
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('register.at', { at: current + 1, count: titles.length, title: titles[current] })}
      </p>
      <ol className={stepsCss.steps} aria-hidden="true">
        {titles.map((title, index) => (
          <li
            key={title}
            data-state={index < current ? 'done' : index === current ? 'current' : 'upcoming'}
          >
            <span className={stepsCss.dot}>
              {index < current ? <IconCheck size={16} /> : index + 1}
            </span>
            <span className={stepsCss.title}>{title}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

interface RegisterStep {
  title: 'account' | 'person' | 'contact' | 'rules';
  /** The fields that must be valid before the next step. */
  fields: readonly RegistrationField[];
  Fields(props: { form: RegistrationForm }): ReactNode;
}

/** The steps of the registration, in order. */
const registerSteps: readonly RegisterStep[] = [
  {
    title: 'account',
    fields: ['username', 'email', 'email_confirm', 'password', 'password_confirm'],
    Fields: AccountFields,
  },
  {
    title: 'person',
    fields: ['firstname', 'lastname', 'birthdate', 'country', 'national_id'],
    Fields: PersonFields,
  },
  { title: 'contact', fields: ['phone', 'city', 'address', 'currency'], Fields: ContactFields },
  {
    title: 'rules',
    fields: ['promo_code', 'reference_no', 'limit_amount', 'limit_period', 'rules_accepted'],
    Fields: RulesFields,
  },
];

import type { ReactNode } from 'react';
import type { RegistrationField, RegistrationForm } from '../../model/registration';
import { AccountFields } from './AccountFields';
import { ContactFields } from './ContactFields';
import { PersonFields } from './PersonFields';
import { RulesFields } from './RulesFields';

export interface RegisterStep {
  title: 'account' | 'person' | 'contact' | 'rules';
  /** The fields that must be valid before the next step. */
  fields: readonly RegistrationField[];
  Fields(props: { form: RegistrationForm }): ReactNode;
}

/** The steps of the registration, in order. */
export const registerSteps: readonly RegisterStep[] = [
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

import type { Form } from '@/components/forms/useForm';
import type { Payment } from './payment';

/** The form that the components of a payment share. */
export type PaymentFormType = Form<Payment>;

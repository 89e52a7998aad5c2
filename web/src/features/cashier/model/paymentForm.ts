import type { Form } from '@/components/forms';
import type { Payment } from './payment';

/** The form that the components of a payment share. */
export type PaymentFormType = Form<Payment>;

import type { UseFormReturnType } from '@mantine/form';
import type { Payment } from './payment';

/** The form that the parts of a payment share. */
export type PaymentFormOf = UseFormReturnType<Payment>;

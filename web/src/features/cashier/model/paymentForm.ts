import type { UseFormReturnType } from '@mantine/form';
import type { Payment } from './payment';

/** The form that the components of a payment share. */
export type PaymentFormType = UseFormReturnType<Payment>;

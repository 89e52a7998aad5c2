// The Mantine components that the site uses. MantineRoot loads the styles of these components only.
export { Checkbox, PasswordInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
export { AmountInput } from './AmountInput';
export { useDraft } from './useDraft';
export { useForm, type Form } from './useForm';
export { validates } from './model/validates';

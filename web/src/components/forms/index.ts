// Mantine's own parts are used as they are; what is listed here is what the site's forms are made of,
// so that their styles are sure to be loaded (MantineRoot) and others are added here on purpose.
export {
  Checkbox,
  NumberInput,
  PasswordInput,
  Select,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
export { useDraft } from './useDraft';
export { useForm } from './useForm';
export { validates } from './model/validates';

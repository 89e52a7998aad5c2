import type { ComponentStates } from '@/components/gallery/states';
import { AmountInput } from './AmountInput';
import { Checkbox, PasswordInput, Select, Switch, Textarea, TextInput } from '@mantine/core';

/** The visibility button of a password field is part of it, and needs a name and a tab stop. */
const visibility = (label: string) => ({ 'aria-label': label, tabIndex: 0 });

export default {
  TextInput: {
    empty: ({ text }) => <TextInput label={text.label} placeholder={text.name} />,
    filled: ({ text }) => <TextInput label={text.label} defaultValue={text.name} />,
    description: ({ text }) => <TextInput label={text.label} description={text.sentence} />,
    error: ({ text }) => <TextInput label={text.label} error={text.error} />,
    disabled: ({ text }) => <TextInput label={text.label} defaultValue={text.name} disabled />,
    long: ({ text }) => <TextInput label={text.long} error={text.longWord} />,
  },
  Textarea: {
    empty: ({ text }) => <Textarea label={text.label} />,
    filled: ({ text }) => <Textarea label={text.label} defaultValue={text.long} />,
    error: ({ text }) => <Textarea label={text.label} error={text.error} />,
    disabled: ({ text }) => <Textarea label={text.label} disabled />,
  },
  AmountInput: {
    filled: ({ text }) => <AmountInput label={text.label} value={1250} />,
    error: ({ text }) => <AmountInput label={text.label} error={text.error} />,
    disabled: ({ text }) => <AmountInput label={text.label} disabled />,
  },
  PasswordInput: {
    empty: ({ text }) => (
      <PasswordInput label={text.label} visibilityToggleButtonProps={visibility(text.open)} />
    ),
    error: ({ text }) => (
      <PasswordInput
        label={text.label}
        error={text.error}
        visibilityToggleButtonProps={visibility(text.open)}
      />
    ),
    disabled: ({ text }) => (
      <PasswordInput
        label={text.label}
        disabled
        visibilityToggleButtonProps={visibility(text.open)}
      />
    ),
  },
  Select: {
    empty: ({ text }) => <Select label={text.label} data={[text.first, text.second]} />,
    selected: ({ text }) => (
      <Select label={text.label} data={[text.first, text.second]} defaultValue={text.second} />
    ),
    error: ({ text }) => <Select label={text.label} data={[]} error={text.error} />,
    disabled: ({ text }) => <Select label={text.label} data={[text.first]} disabled />,
  },
  Checkbox: {
    unchecked: ({ text }) => <Checkbox label={text.sentence} />,
    checked: ({ text }) => <Checkbox label={text.sentence} defaultChecked />,
    error: ({ text }) => <Checkbox label={text.sentence} error={text.error} />,
    disabled: ({ text }) => <Checkbox label={text.sentence} disabled />,
    long: ({ text }) => <Checkbox label={text.long} />,
  },
  Switch: {
    off: ({ text }) => <Switch label={text.sentence} />,
    on: ({ text }) => <Switch label={text.sentence} defaultChecked />,
    disabled: ({ text }) => <Switch label={text.sentence} disabled />,
  },
} satisfies ComponentStates;

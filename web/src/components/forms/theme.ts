import { createTheme } from '@mantine/core';

/** The colour of checked controls, instead of Mantine's blue. */
const checkedColor = 'var(--gradient-from)';

const mediumField = { defaultProps: { size: 'md' } };

/** The Mantine theme with the brand's fonts and radius. mantine.css maps the colours. */
export const mantineTheme = createTheme({
  fontFamily: 'var(--stack-text)',
  headings: { fontFamily: 'var(--stack-display)' },
  defaultRadius: 'var(--radius)',
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Checkbox: { defaultProps: { color: checkedColor, iconColor: 'var(--c-on-accent)' } },
    PasswordInput: mediumField,
    // useForm focuses invalid fields, and an open list would cover the error message.
    Select: { defaultProps: { openOnFocus: false, size: 'md' } },
    Switch: { defaultProps: { color: checkedColor } },
    Textarea: mediumField,
    TextInput: mediumField,
  },
});

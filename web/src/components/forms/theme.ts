import { createTheme } from '@mantine/core';

/** What is switched on: the brand's own colour, where Mantine would take its blue. */
const lit = 'var(--gradient-from)';

/** Mantine by the brand's variables: fonts, radius; colours are mapped in mantine.css. */
export const mantineTheme = createTheme({
  fontFamily: 'var(--stack-text)',
  headings: { fontFamily: 'var(--stack-display)' },
  defaultRadius: 'var(--radius)',
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Checkbox: { defaultProps: { color: lit, iconColor: 'var(--c-on-accent)' } },
    // A field that a wrong form leads to would hide its own message under the list.
    Select: { defaultProps: { openOnFocus: false } },
    Switch: { defaultProps: { color: lit } },
  },
});

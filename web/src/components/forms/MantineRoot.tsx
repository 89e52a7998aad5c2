import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import './mantine.css';
import { useMemo, type ReactNode } from 'react';
import {
  createTheme,
  DirectionContext,
  MantineProvider,
  type DirectionContextValue,
} from '@mantine/core';
import { useLanguage } from '@/lib/i18n/language';
import { useColorMode } from '@/lib/theme/mode';

/** The colour of checked controls, instead of Mantine's blue. */
const checkedColor = 'var(--gradient-from)';

const mediumField = { defaultProps: { size: 'md' } };

/** The Mantine theme with the brand's fonts and radius. mantine.css maps the colours. */
const mantineTheme = createTheme({
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

const nonce = () =>
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/**
 * Provides Mantine to routes with forms. It is not part of the landing page's chunk. The router
 * adds it to routes with the option `forms`.
 */
export function MantineRoot({ children }: { children: ReactNode }) {
  const { direction } = useLanguage();
  const { mode } = useColorMode();
  return (
    <DirectionContext value={useDirectionContext(direction)}>
      <MantineProvider
        theme={mantineTheme}
        forceColorScheme={mode}
        getStyleNonce={nonce}
        cssVariablesSelector=":root"
        deduplicateCssVariables
        withGlobalClasses={false}
      >
        {children}
      </MantineProvider>
    </DirectionContext>
  );
}

const ignore = () => undefined;

/**
 * Returns the direction for Mantine. Mantine's own provider reads only the first direction, so a
 * change would remount the whole form.
 */
const useDirectionContext = (dir: DirectionContextValue['dir']): DirectionContextValue =>
  useMemo(() => ({ dir, setDirection: ignore, toggleDirection: ignore }), [dir]);

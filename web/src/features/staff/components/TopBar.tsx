import { useEffect, useState } from 'react';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CommandPalette } from './CommandPalette';
import { ConnectionState } from './ConnectionState';
import { Mark } from './Mark';
import css from './TopBar.module.css';

/** The line above every page: the search, the connection, and on phones the product's sign. */
export function TopBar() {
  const { t } = useTranslation('staff');
  const [searching, setSearching] = useState(false);
  useSearchKeys(() => setSearching(true));
  return (
    <header className={css.bar}>
      <span className={css.product}>
        <Mark />
      </span>
      <button
        type="button"
        className={css.search}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={() => setSearching(true)}
      >
        <IconSearch size={18} aria-hidden="true" />
        <span className={css.hint}>{t('search.title')}</span>
        <kbd className={css.keys}>{t('search.keys')}</kbd>
      </button>
      <ConnectionState />
      <CommandPalette open={searching} onClose={() => setSearching(false)} />
    </header>
  );
}

/** Opens the search with Ctrl or ⌘ and K, and with "/" outside of fields. */
function useSearchKeys(open: () => void) {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const typing = target.matches('input, textarea, select');
      const wanted =
        event.key === '/'
          ? !typing
          : event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      // A dialog that is open is answered first.
      if (!wanted || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}

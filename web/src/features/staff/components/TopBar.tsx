import { useState } from 'react';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchKey } from '@/lib/page/page';
import { CommandPalette } from './CommandPalette';
import { ConnectionState } from './ConnectionState';
import { Mark } from './Mark';
import css from './TopBar.module.css';

/** The line above every page: the search, the connection, and on phones the product's sign. */
export function TopBar() {
  const { t } = useTranslation('staff');
  const [searching, setSearching] = useState(false);
  useSearchKey(() => setSearching(true));
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

import { IconHistory, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Chip } from '@/components/ui/Chip/Chip';
import { EmptyState } from '@/components/ui/State/State';
import { searchMinimum } from '@/contracts/constants';
import { useStore } from '@/lib/store/useStore';
import { canSuggest } from '../api/useSuggest';
import { recentSearches } from '../model/recentSearches';
import css from './RecentSearches.module.css';

/** Lists the last searches, or explains the search when there are none. */
export function RecentSearches({ onPick }: { onPick(text: string): void }) {
  const { t } = useTranslation('search');
  const searches = useStore(recentSearches);
  if (searches.length === 0) {
    return (
      <EmptyState
        icon={<IconSearch size={32} />}
        title={t('start.title')}
        text={canSuggest() ? t('start.any') : t('start.text', { minimum: searchMinimum })}
      />
    );
  }
  return (
    <section aria-label={t('recent.title')}>
      <div className={css.head}>
        <h3 className={css.title}>{t('recent.title')}</h3>
        <Button variant="subtle" size="small" onClick={recentSearches.clear}>
          {t('recent.clear')}
        </Button>
      </div>
      <div className={css.searches}>
        {searches.map((search) => (
          <Chip key={search} onClick={() => onPick(search)} aria-pressed={undefined}>
            <IconHistory size={16} aria-hidden="true" />
            {search}
          </Chip>
        ))}
      </div>
    </section>
  );
}

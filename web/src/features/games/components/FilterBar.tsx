import {
  IconBolt,
  IconBroadcast,
  IconCards,
  IconChartDonut,
  IconCherry,
  IconChevronLeft,
  IconChevronRight,
  IconConfetti,
  IconCrown,
  IconDeviceGamepad2,
  IconDiamond,
  IconDice5,
  IconFlame,
  IconLayoutGrid,
  IconPlayCard,
  IconRotateClockwise,
  IconSparkles,
  IconSwords,
  IconTrophy,
  type Icon,
  IconSearch,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useEffect, useRef, type RefObject, useEffectEvent, useState } from 'react';
import { ChipLink, Chips } from '@/components/ui/Chip/Chip';
import { useRail } from '@/components/ui/Rail/useRail';
import { Select } from '@/components/ui/Select/Select';
import { searchMinimum } from '@/contracts/constants';
import type { Provider, RecordID } from '@/contracts/types';
import { parseRecordId } from '@/lib/recordId';
import type { GameFilterState } from '../hooks/useGameFilter';
import { searchText } from '../model/gameFilter';
import css from './FilterBar.module.css';

/** The common fields of slot and table categories. */
interface FilterCategory {
  CategoryID: RecordID;
  name: string;
  icon: string;
}

interface FilterOption<Value extends string = string> {
  value: Value;
  label: string;
}

export interface FilterBarProps<Sort extends string> {
  filterState: GameFilterState<Sort>;
  categories: readonly FilterCategory[] | undefined;
  providers: readonly Provider[] | undefined;
  types: readonly FilterOption[];
  sorts: readonly FilterOption<Sort>[];
}

const chipRow = { selector: '[role=group]', share: 0.8 };

/** The filters of a list of games: categories as chips, the others and the order as selects. */
export function FilterBar<Sort extends string>(props: FilterBarProps<Sort>) {
  const { filterState, categories, providers, types, sorts } = props;
  const { t } = useTranslation('lobby');
  const { filter, sort, addressWith, setFilter, setSort } = filterState;
  const bar = useScrollToCurrentChip(categories !== undefined, filter.categoryID);
  const { atStart, atEnd, scroll } = useRail(bar, categories, chipRow);
  const providerOptions = (providers ?? []).map(({ providerID, providerName }) => ({
    value: String(providerID),
    label: providerName,
  }));

  return (
    <div ref={bar} className={css.bar}>
      <div
        className={css.categories}
        data-start={atStart || undefined}
        data-end={atEnd || undefined}
      >
        <Chips label={t('filter.category')}>
          <ChipLink
            to={addressWith({ categoryID: undefined })}
            current={filter.categoryID === undefined}
          >
            {t('filter.all')}
          </ChipLink>
          {categories?.map(({ CategoryID, name, icon }) => (
            <ChipLink
              key={CategoryID}
              to={addressWith({ categoryID: CategoryID })}
              current={filter.categoryID === CategoryID}
            >
              <CategoryIcon name={icon} />
              {name}
            </ChipLink>
          ))}
        </Chips>
        {/* For the mouse, because keyboard and touch scroll the chips themselves. */}
        <ScrollButton forward={false} hidden={atStart} onClick={() => scroll(-1)} />
        <ScrollButton forward hidden={atEnd} onClick={() => scroll(1)} />
      </div>
      <div className={css.selects}>
        <ListSearch text={filter.searchGameName} onSearch={filterState.setSearch} />
        <Select
          label={t('filter.provider')}
          value={String(filter.providerID ?? '')}
          options={[{ value: '', label: t('filter.allProviders') }, ...providerOptions]}
          onChange={(value) => setFilter({ providerID: parseRecordId(value) })}
        />
        <Select
          label={t('filter.type')}
          value={filter.type ?? ''}
          options={[{ value: '', label: t('filter.allTypes') }, ...types]}
          onChange={(value) => setFilter({ type: value || undefined })}
        />
        <Select
          label={t('filter.sort')}
          value={sort}
          options={sorts}
          onChange={(value) => setSort(value as Sort)}
        />
      </div>
    </div>
  );
}

function ScrollButton({
  forward,
  hidden,
  onClick,
}: {
  forward: boolean;
  hidden: boolean;
  onClick(): void;
}) {
  const { t } = useTranslation('common');
  const Chevron = forward ? IconChevronRight : IconChevronLeft;
  return (
    <button
      type="button"
      className={css.scroll}
      data-forward={forward || undefined}
      aria-label={t(forward ? 'rail.next' : 'rail.previous')}
      hidden={hidden}
      tabIndex={-1}
      onClick={onClick}
    >
      <Chevron size={20} className="rtl-flip" />
    </button>
  );
}

/**
 * Centres the current chip in its row, after loading and when `current` changes. The page does not
 * scroll.
 */
function useScrollToCurrentChip(
  loaded: boolean,
  current: RecordID | undefined,
): RefObject<HTMLDivElement | null> {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chip = container.current?.querySelector<HTMLElement>('[aria-current]');
    const row = chip?.parentElement;
    if (!chip || !row) return;
    const rowBox = row.getBoundingClientRect();
    const chipBox = chip.getBoundingClientRect();
    row.scrollLeft += chipBox.left + chipBox.width / 2 - (rowBox.left + rowBox.width / 2);
  }, [loaded, current]);
  return container;
}

/** The icons by the platform's icon name. */
export const icons: Record<string, Icon> = {
  baccarat: IconDiamond,
  blackjack: IconCards,
  board: IconLayoutGrid,
  dice: IconDice5,
  dragontiger: IconSwords,
  drops: IconTrophy,
  freespins: IconRotateClockwise,
  gameshow: IconConfetti,
  intense: IconBolt,
  jackpot: IconCrown,
  live: IconBroadcast,
  new: IconSparkles,
  poker: IconPlayCard,
  popular: IconFlame,
  roulette: IconChartDonut,
  slots: IconCherry,
};

/** The icon of a category by the platform's icon name, or a gamepad for unknown names. */
export function CategoryIcon({ name }: { name: string }) {
  const NamedIcon = icons[name] ?? IconDeviceGamepad2;
  return <NamedIcon size={18} aria-hidden="true" />;
}

/** The delay of the search in milliseconds, and the maximum length of its text. */
const debounceMs = 350;
const maximum = 64;

interface ListSearchProps {
  /** The current search text of the list. */
  text: string | undefined;
  onSearch(text: string | undefined): void;
}

/** Searches a list by game names, from 3 characters on. */
function ListSearch({ text, onSearch }: ListSearchProps) {
  const { t } = useTranslation('games');
  const [value, setValue] = useState(text ?? '');
  const sent = useRef(text);
  useEffect(() => {
    // A link to the whole list or a back navigation ended the search.
    if (text === sent.current) return;
    sent.current = text;
    setValue(text ?? '');
  }, [text]);
  const search = useEffectEvent((next: string | undefined) => {
    sent.current = next;
    onSearch(next);
  });
  useEffect(() => {
    const next = searchText(value);
    if (next === sent.current) return;
    const id = setTimeout(() => search(next), debounceMs);
    return () => clearTimeout(id);
  }, [value]);
  const tooShort = value.trim() !== '' && searchText(value) === undefined;
  return (
    <>
      <label className={css.search}>
        <span className="visually-hidden">{t('search.label')}</span>
        <IconSearch size={18} aria-hidden="true" />
        <input
          type="search"
          placeholder={t('search.label')}
          maxLength={maximum}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </label>
      <p className={css.hint} role="status">
        {tooShort ? t('search.minimum', { minimum: searchMinimum }) : ''}
      </p>
    </>
  );
}

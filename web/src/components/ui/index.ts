export { Avatar } from './Avatar/Avatar';
export { Button, ButtonLink, IconButton } from './Button/Button';
export { Badge, Chip, ChipLink, Chips, CountBadge } from './Chip/Chip';
export type { Tone } from './Chip/Chip';
export { classes } from './classes';
export { CodeInput, type CodeInputProps } from './CodeInput/CodeInput';
export { Countdown } from './Countdown/Countdown';
export { DataList } from './DataList/DataList';
export type { Column } from './DataList/DataList';
export { Dialog, Drawer } from './Dialog/Dialog';
export { Cover } from './Image/Cover';
export { Rank } from './Rank/Rank';
export { LazyMount } from './LazyMount/LazyMount';
export { LoadingBar } from './LoadingBar/LoadingBar';
export { Menu } from './Menu/Menu';
export type { MenuTrigger } from './Menu/Menu';
export { Money } from './Money/Money';
export { LoadMore, Pagination } from './More/More';
export { Odometer } from './Odometer/Odometer';
export { Rail } from './Rail/Rail';
export type { RailItems } from './Rail/Rail';
export { Select } from './Select/Select';
export { SectionErrors, SectionFailed } from './SectionErrors/SectionErrors';
export type { SectionErrorsProps, SectionFailedProps } from './SectionErrors/SectionErrors';
export { PageTitle, Section, SectionTitle } from './SectionTitle/SectionTitle';
export {
  GridSkeleton,
  ListSkeleton,
  RailSkeleton,
  Skeleton,
  TextSkeleton,
  TileSkeleton,
} from './Skeleton/Skeleton';
export { Spinner, PageSpinner } from './Spinner/Spinner';
export { EmptyState, ErrorState, RequestId } from './State/State';
export type { ShownError } from './State/State';
export { Tabs } from './Tabs/Tabs';
export { TableTile, Tile } from './Tile/Tile';
export type { TileFavorite, TileBadge } from './Tile/Tile';
export { TileGrid, type TileGridProps } from './Tile/TileGrid';
export { Toaster } from './Toaster/Toaster';

import {
  IconArrowLeft,
  IconClock,
  IconHeart,
  IconHeartFilled,
  IconHourglass,
  IconMaximize,
  IconMinimize,
  IconPlus,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Badge, Button, IconButton, Money, type TileFavorite } from '@/components/ui';
import { useNow } from '@/lib/clock/useNow';
import { canDeposit, openDeposit } from '@/lib/deposit';
import { useFormat } from '@/lib/format';
import { useBalance, useShowBalance } from '@/lib/player';
import { formatTimeSpan } from '../model/formatTimeSpan';
import type { Fullscreen } from '../hooks/useFullscreen';
import css from './PlayBar.module.css';

export interface PlayBarProps {
  name: string;
  provider: string | undefined;
  demo: boolean;
  favorite: TileFavorite | undefined;
  fullscreen: Fullscreen;
  /** The start time in milliseconds startedAt 1970. */
  startedAt: number;
  onBack(): void;
}

/** The bar above a running game: back button, name, balance, time. */
export function PlayBar(props: PlayBarProps) {
  const { name, provider, demo, favorite, fullscreen, startedAt, onBack } = props;
  const { t } = useTranslation('play');
  return (
    <header className={css.bar}>
      <IconButton
        label={t('back')}
        icon={<IconArrowLeft className="rtl-flip" />}
        onClick={onBack}
      />
      <div className={css.name}>
        <h1 className={css.title}>{name}</h1>
        {provider && <p className={css.provider}>{provider}</p>}
      </div>
      {favorite && (
        <IconButton
          className={favorite.active ? css.favorite : undefined}
          label={t(favorite.active ? 'unmark' : 'mark')}
          aria-pressed={favorite.active}
          icon={favorite.active ? <IconHeartFilled size={22} /> : <IconHeart size={22} />}
          onClick={favorite.onToggle}
        />
      )}
      <span className={css.spacer} />
      <Times startedAt={startedAt} />
      {demo ? <Badge tone="warning">{t('demo')}</Badge> : <Wallet />}
      {fullscreen.supported && (
        <IconButton
          className={css.fullscreen}
          label={t(fullscreen.active ? 'shrink' : 'enlarge')}
          icon={fullscreen.active ? <IconMinimize size={22} /> : <IconMaximize size={22} />}
          onClick={fullscreen.toggle}
        />
      )}
    </header>
  );
}

function Times({ startedAt }: { startedAt: number }) {
  const { t } = useTranslation('play');
  const format = useFormat();
  const now = useNow(1000);
  return (
    <div className={css.times}>
      <span className={css.time} title={t('clock')}>
        <IconClock size={16} aria-hidden="true" />
        <span className="visually-hidden">{t('clock')}: </span>
        {format.date(new Date(now), 'time')}
      </span>
      <span className={css.time} title={t('session')}>
        <IconHourglass size={16} aria-hidden="true" />
        <span className="visually-hidden">{t('session')}: </span>
        {formatTimeSpan(now - startedAt)}
      </span>
    </div>
  );
}

function Wallet() {
  const { t } = useTranslation('play');
  const { balance } = useBalance();
  const { shown } = useShowBalance();
  return (
    <>
      <span className={css.balance} role="group" aria-label={t('balance')} data-testid="balance">
        {shown ? <Money amount={balance} animated /> : '••••'}
      </span>
      {canDeposit() && (
        <Button
          variant="primary"
          size="small"
          className={css.deposit}
          onClick={() => openDeposit()}
          aria-label={t('deposit')}
        >
          <IconPlus size={18} aria-hidden="true" />
          <span className={css.depositText}>{t('deposit')}</span>
        </Button>
      )}
    </>
  );
}

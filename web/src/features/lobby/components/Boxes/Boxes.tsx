import type { ReactNode } from 'react';
import { IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { BingoArt } from '@/components/games/BingoArt';
import { Picture } from '@/components/ui/Image/Picture';
import { hasFeature } from '@/lib/bootstrap/bootstrap';
import { paths } from '@/lib/paths/paths';
import { shown3d, type3d, use3dSlots, useLiveTables } from '../../api/lobby';
import css from './Boxes.module.css';

/** The three boxes of the home page: 3D slots (only new ones if any), live casino and bingo. */
export default function Boxes() {
  const { t } = useTranslation('lobby');
  return (
    <nav className={css.boxes} aria-label={t('boxes.label')}>
      {hasFeature('slots') && <SlotsBox />}
      {hasFeature('live') && <LiveBox />}
      {hasFeature('bingo') && (
        <Box name="bingo" to={paths.bingo.to()}>
          <BingoArt className={css.balls} />
        </Box>
      )}
    </nav>
  );
}

function SlotsBox() {
  const { data } = use3dSlots();
  if (data?.length === 0) return null;
  const { areNew, slots } = shown3d(data ?? []);
  const all = paths.slotType.to({ type: type3d });
  return (
    <Box name="slots" title={areNew ? 'titleNew' : 'title'} to={areNew ? `${all}?sort=new` : all}>
      <span className={css.fan}>
        {slots.map((slot) => (
          <span key={slot.gameID} className={css.cover}>
            <Picture of={slot} width={150} height={200} sizes="150px" />
          </span>
        ))}
      </span>
    </Box>
  );
}

function LiveBox() {
  const { data } = useLiveTables();
  if (data?.length === 0) return null;
  return (
    <Box name="live" to={paths.live.to()}>
      <span className={css.table}>
        <Picture of={data?.[0] ?? {}} width={480} height={300} sizes="300px" />
      </span>
    </Box>
  );
}

function Box({
  name,
  title = 'title',
  to,
  children,
}: {
  name: 'slots' | 'live' | 'bingo';
  title?: 'title' | 'titleNew';
  to: string;
  children: ReactNode;
}) {
  const { t } = useTranslation('lobby');
  return (
    <Link className={css.box} data-box={name} to={to}>
      <span className={css.art} aria-hidden="true">
        {children}
      </span>
      <span className={css.text}>
        <span className={css.title}>
          {t(name === 'slots' ? `boxes.slots.${title}` : `boxes.${name}.title`)}
          <IconArrowRight size={18} className="rtl-flip" aria-hidden="true" />
        </span>
        <span className={css.detail}>{t(`boxes.${name}.text`)}</span>
      </span>
    </Link>
  );
}

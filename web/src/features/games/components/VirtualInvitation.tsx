import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths/paths';
import { BingoArt } from '@/components/games/BingoArt';
import { PitchArt, TrackArt } from './VirtualArt';
import { VirtualIcon } from '@/components/games/VirtualIcon';
import { ButtonLink } from '@/components/ui/Button/Button';
import type { VirtualGameType } from '@/contracts/types';
import { supports } from '@/lib/bootstrap/bootstrap';
import { useSaveReturnUrl } from '@/lib/session/useSession';
import { GamePreview } from './GamePreview';
import type { VirtualPage } from '../model/virtualGames';
import css from './VirtualInvitation.module.css';

const pictures: Record<VirtualPage['page'], ComponentType<{ className?: string }>> = {
  sport: PitchArt,
  liveSport: PitchArt,
  bingo: BingoArt,
  virtual: TrackArt,
};

/** The number of events of a page with one game, and of each game on a page with several. */
const eventCount = { only: 9, each: 2 };

/** Invites visitors to log in or register, and shows the next events of the games. */
export function VirtualInvitation({ page, games }: VirtualPage) {
  const { t } = useTranslation('games');
  // The login returns to this page.
  const saveReturnUrl = useSaveReturnUrl();
  const Picture = pictures[page];
  const hasPreview = supports('virtualgames/preview');
  /** Records for each loaded preview whether it has events. */
  const [loaded, setLoaded] = useState<Partial<Record<VirtualGameType, boolean>>>({});
  const onLoaded = (type: VirtualGameType, hasEvents: boolean) =>
    setLoaded((before) => ({ ...before, [type]: hasEvents }));
  const nothingToShow = !hasPreview || games.every((type) => loaded[type] === false);
  const [only] = games;
  return (
    <>
      <div className={css.hero} data-page={page}>
        <Picture className={css.picture} />
        <div className={css.invitation}>
          <p className={css.text}>{t(`virtual.pages.${page}.text`)}</p>
          {nothingToShow && <p className={css.note}>{t('virtual.preview.none')}</p>}
          <div className={css.actions}>
            <ButtonLink
              variant="primary"
              size="large"
              to={paths.login.to()}
              onClick={saveReturnUrl}
            >
              {t('virtual.login')}
            </ButtonLink>
            <ButtonLink size="large" to={paths.register.to()} onClick={saveReturnUrl}>
              {t('virtual.register')}
            </ButtonLink>
          </div>
        </div>
      </div>
      {only && (page === 'sport' || page === 'liveSport') ? (
        hasPreview && (
          <GamePreview
            type={only}
            limit={eventCount.only}
            onLoaded={onLoaded}
            title={t(`virtual.preview.${page === 'liveSport' ? 'now' : 'next'}`)}
          />
        )
      ) : (
        <ul className={css.games}>
          {games.map((type) => (
            <li key={type} className={css.game}>
              <div className={css.head}>
                <span className={css.icon}>
                  <VirtualIcon type={type} size={28} />
                </span>
                <div>
                  <h2 className={css.name}>{t(`virtual.games.${type}.name`)}</h2>
                  <p className={css.description}>{t(`virtual.games.${type}.text`)}</p>
                </div>
              </div>
              {hasPreview && (
                <GamePreview type={type} limit={eventCount.each} onLoaded={onLoaded} />
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

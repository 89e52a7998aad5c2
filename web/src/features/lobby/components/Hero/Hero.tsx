import type { KeyboardEvent } from 'react';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@/components/ui/Button/Button';
import { Skeleton } from '@/components/ui/Skeleton/Skeleton';
import { ErrorState } from '@/components/ui/State/State';
import type { Slider } from '@/contracts/types';
import { bootstrap, supports } from '@/lib/bootstrap/bootstrap';
import { useLanguage } from '@/lib/i18n/language';
import { desktopQuery, useMedia } from '@/lib/media';
import { useSliders } from '../../api/lobby';
import { HeroSlide } from './HeroSlide';
import { useCarousel } from '../../hooks/useCarousel';
import css from './Hero.module.css';

/** The number of small slides next to the wide slide on wide screens. */
const columnCount = 2;

/** The hero of the lobby: a carousel and two small slides, or only a carousel on phones. */
export function Hero() {
  const { slides, error, reload } = useSliders();
  const isDesktop = useMedia(desktopQuery);
  if (!supports(bootstrap().homeSlider)) return null;
  if (!slides && error?.reason === 'no-records') return null;
  if (!slides && error) return <ErrorState error={error} onRetry={reload} />;
  if (!slides) return <Skeleton className={css.skeleton} />;
  if (slides.length === 0) return null;
  const left = slides.filter((slide) => slide.sliderPlace !== 'sag');
  const right = slides.filter((slide) => slide.sliderPlace === 'sag');
  const column =
    isDesktop && left.length > 0 && right.length >= columnCount ? right.slice(0, columnCount) : [];
  // The server paints the slides in this order, without knowing the width of the window.
  const carousel = [...left, ...right.slice(column.length)];
  return (
    <div className={css.hero} data-column={column.length > 0 || undefined}>
      <Carousel slides={carousel} />
      {column.length > 0 && (
        <div className={css.column}>
          {column.map((slide) => (
            <HeroSlide key={slide.id} slide={slide} small />
          ))}
        </div>
      )}
    </div>
  );
}

export function Carousel({ slides }: { slides: Slider[] }) {
  const { t } = useTranslation('lobby');
  const { direction } = useLanguage();
  const { track, current, goTo, playing, canPlay, setPlaying } = useCarousel(slides.length);

  const handleKeyDown = (event: KeyboardEvent) => {
    const forwardKey = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    goTo(current + (event.key === forwardKey ? 1 : -1));
  };

  return (
    <section
      className={css.carousel}
      aria-roledescription={t('hero.role')}
      aria-label={t('hero.label')}
    >
      <div ref={track} className={css.track}>
        {slides.map((slide, index) => (
          <div
            key={slide.id}
            className={css.slide}
            role="group"
            aria-roledescription={t('hero.slide')}
            aria-label={t('hero.at', { at: index + 1, count: slides.length })}
            inert={index !== current}
          >
            <HeroSlide slide={slide} priority={index === 0} />
          </div>
        ))}
      </div>
      {slides.length > 1 && (
        <div className={css.dots}>
          {canPlay && (
            <IconButton
              size="small"
              className={css.pause}
              label={t(playing ? 'hero.pause' : 'hero.play')}
              icon={
                playing ? <IconPlayerPauseFilled size={14} /> : <IconPlayerPlayFilled size={14} />
              }
              onClick={() => setPlaying(!playing)}
            />
          )}
          {slides.map((slide, index) => (
            <button
              key={slide.id}
              type="button"
              className={css.dot}
              aria-label={t('hero.go', { at: index + 1 })}
              aria-current={index === current}
              onClick={() => goTo(index)}
              onKeyDown={handleKeyDown}
            />
          ))}
        </div>
      )}
    </section>
  );
}

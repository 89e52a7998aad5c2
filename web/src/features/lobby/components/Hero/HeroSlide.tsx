import { IconArrowRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { classes } from '@/components/ui/classes';
import buttons from '@/components/ui/Button/Button.module.css';
import { Picture, heroSizes } from '@/components/ui/Image/Picture';
import type { Slider } from '@/contracts/types';
import { contentLink, linkProps } from '@/lib/link/link';
import css from './HeroSlide.module.css';

interface HeroSlideProps {
  slide: Slider;
  /** Renders one of the two small slides. */
  small?: boolean;
  /** Marks the first slide. Its image is the largest of the page and loads with high priority. */
  priority?: boolean;
}

/** A slide with image, text and one link. The whole slide is clickable. */
export function HeroSlide({ slide, small, priority }: HeroSlideProps) {
  const { title, text, link, button } = slide;
  const target = contentLink(link);
  const linkClass = classes(
    css.link,
    !small && `${buttons.button} ${buttons.primary} ${css.button}`,
  );
  const content = (
    <>
      <span className={small ? undefined : css.label}>{button || title}</span>
      {!small && <IconArrowRight size={18} className="rtl-flip" aria-hidden="true" />}
    </>
  );
  return (
    <article className={classes(css.slide, small && css.small)}>
      <div className={css.image}>
        <Picture
          of={slide}
          width={1680}
          height={720}
          sizes={small ? '33vw' : heroSizes}
          eager={priority}
          fetchPriority={priority ? 'high' : undefined}
        />
      </div>
      <div className={css.content}>
        <h2 className={css.title}>{title}</h2>
        {text && <p className={css.text}>{text}</p>}
        {target && (
          <Link className={linkClass} {...linkProps(target)}>
            {content}
          </Link>
        )}
      </div>
    </article>
  );
}

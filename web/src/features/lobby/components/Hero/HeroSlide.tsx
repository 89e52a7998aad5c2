import { IconArrowRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { classes } from '@/components/ui/classes';
import buttons from '@/components/ui/Button/Button.module.css';
import type { Slider } from '@/contracts/types';
import css from './HeroSlide.module.css';

export interface HeroSlideProps {
  slide: Slider;
  /** One of the two small slides beside the wide one. */
  small?: boolean;
  /** The first slide: its image is the largest of the page and loads with high priority. */
  first?: boolean;
}

/** A slide with image, text and one link; the whole slide is clickable. */
export function HeroSlide({ slide, small, first }: HeroSlideProps) {
  const { title, text, image, link, button } = slide;
  const outside = /^https?:/.test(link);
  const label = button || title;
  const look = classes(css.link, !small && `${buttons.button} ${buttons.primary} ${css.button}`);
  const content = (
    <>
      {small ? label : <span className={css.label}>{label}</span>}
      {!small && <IconArrowRight size={18} className="flips" aria-hidden="true" />}
    </>
  );
  return (
    <article className={classes(css.slide, small && css.small)}>
      <div className={css.picture}>
        {image && (
          <img
            src={image}
            alt=""
            width={1680}
            height={720}
            fetchPriority={first ? 'high' : 'auto'}
            loading={first ? 'eager' : 'lazy'}
            decoding={first ? 'sync' : 'async'}
            draggable={false}
          />
        )}
      </div>
      <div className={css.words}>
        <h2 className={css.title}>{title}</h2>
        {text && <p className={css.text}>{text}</p>}
        {link &&
          (outside ? (
            <a className={look} href={link} rel="noopener noreferrer" target="_blank">
              {content}
            </a>
          ) : (
            <Link className={look} to={link}>
              {content}
            </Link>
          ))}
      </div>
    </article>
  );
}

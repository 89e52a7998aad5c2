import { useState } from 'react';
import { Button } from '@/components/ui/Button/Button';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { changeLanguage } from '@/lib/i18n/i18n';
import { useLanguage } from '@/lib/i18n/language';
import { setColorMode, useColorMode } from '@/lib/theme/mode';
import { allStates, type GalleryComponent, type GalleryState } from './allStates';
import { galleryLanguages, samples } from './samples';
import css from './GalleryRoute.module.css';

const title = 'Components';
const languageNames = { tr: 'Türkçe', ar: 'العربية' };
const modes = ['light', 'dark'] as const;
const rooms = [...new Set(allStates.map(({ room }) => room))];

/** The page /__ui of development builds, with every shared component in every state. */
export function GalleryRoute() {
  return (
    <main id="main" className={css.gallery} tabIndex={-1}>
      <header className={css.header}>
        <h1>{title}</h1>
        <GallerySwitches />
      </header>
      {rooms.map((room) => (
        <section key={room} aria-label={room}>
          <h2 className={css.room}>{room}</h2>
          {allStates
            .filter((component) => component.room === room)
            .map((component) => (
              <ComponentSection key={component.name} {...component} />
            ))}
        </section>
      ))}
    </main>
  );
}

function GallerySwitches() {
  const { language } = useLanguage();
  const { mode } = useColorMode();
  return (
    <div className={css.switches}>
      {modes.map((item) => (
        <Button
          key={item}
          size="small"
          aria-pressed={item === mode}
          onClick={() => setColorMode(item)}
        >
          {item}
        </Button>
      ))}
      {galleryLanguages.map((item) => (
        <Button
          key={item}
          size="small"
          lang={item}
          aria-pressed={item === language}
          onClick={() => void changeLanguage(item)}
        >
          {languageNames[item]}
        </Button>
      ))}
    </div>
  );
}

function ComponentSection({ room, name, states }: GalleryComponent) {
  return (
    <section aria-label={name} className={css.component}>
      <h3 className={css.name} lang="en" dir="ltr">
        {name}
      </h3>
      <div className={css.states}>
        {states.map((state) => (
          <figure
            key={state.name}
            className={css.state}
            data-state={`${room}/${name}/${state.name}`}
          >
            <figcaption className={css.caption} lang="en" dir="ltr">
              {state.name}
            </figcaption>
            {state.overlay ? <OverlayFrame {...state} /> : <StateFrame {...state} />}
          </figure>
        ))}
      </div>
    </section>
  );
}

const ignore = () => undefined;

function StateFrame({ render: Render, onClose = ignore }: GalleryState & { onClose?(): void }) {
  const { language } = useLanguage();
  return (
    <div className={css.frame}>
      <Render
        text={samples[language === 'ar' ? 'ar' : 'tr']}
        image={bootstrap().brand.logo.mark}
        onClose={onClose}
      />
    </div>
  );
}

function OverlayFrame(state: GalleryState) {
  const { language } = useLanguage();
  const [open, setOpen] = useState(false);
  const text = samples[language === 'ar' ? 'ar' : 'tr'];
  return (
    <>
      <Button size="small" data-overlay aria-expanded={open} onClick={() => setOpen(!open)}>
        {text.open}
        <span className="visually-hidden">{state.name}</span>
      </Button>
      {open && <StateFrame {...state} onClose={() => setOpen(false)} />}
    </>
  );
}

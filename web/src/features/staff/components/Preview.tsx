import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/ui/Panel/Panel';
import type { Bootstrap } from '@/contracts/types';
import { previewDraft, previewReady, type PreviewDraft } from '@/lib/maintenance/preview';
import { paths } from '@/lib/paths/paths';
import { useStaff } from '../api/client';
import { siteParts, type Brand } from '../model/maintenance';
import { Segments } from './Fields';
import { Failed } from './Page';
import css from './Preview.module.css';

interface PreviewProps {
  brands: readonly Brand[];
  language: string;
  onLanguage(language: string): void;
  message: string;
  /** The expected end in milliseconds since 1970. */
  until: number | undefined;
  /** Closes only these parts, and players continue to use the site. */
  parts: readonly string[];
}

/** The maximum height of the preview. */
const maxHeight = 620;
const sizes = {
  phone: { width: 390, height: 760 },
  desktop: { width: 1280, height: 800 },
} as const;
type Size = keyof typeof sizes;

/** The maintenance page in a frame, as players see it in the brand's theme. */
export function Preview(props: PreviewProps) {
  const { brands, language, onLanguage, message, until, parts } = props;
  const { t } = useTranslation('staff');
  const [id, setId] = useState(brands[0]?.id ?? '');
  const [size, setSize] = useState<Size>('phone');
  const [chosenMode, setMode] = useState<'dark' | 'light'>();
  const brand = brands.find((item) => item.id === id) ?? brands[0];
  const shown = brand?.languages.includes(language) ? language : (brand?.languages[0] ?? 'tr');
  const page = useStaff(
    '/brands/{brand}/bootstrap',
    brand ? { path: { brand: brand.id }, query: { lang: shown } } : null,
    { keepPreviousData: true },
  );
  // The OpenAPI document leaves this type to the contract of the player site.
  const bootstrap = page.data as unknown as Bootstrap | undefined;
  const mode = chosenMode ?? bootstrap?.theme.defaultMode ?? 'dark';
  return (
    <Panel dense title={t('preview.title')}>
      <div className={css.controls}>
        {brands.length > 1 && (
          <Segments
            label={t('preview.brand')}
            value={brand?.id ?? ''}
            options={brands.map((item) => ({ value: item.id, label: item.name }))}
            onChange={setId}
          />
        )}
        <Segments
          label={t('settings.language')}
          value={shown}
          options={(brand?.languages ?? []).map((value) => ({ value, label: value.toUpperCase() }))}
          onChange={onLanguage}
        />
        <SizeChoice value={size} onChange={setSize} />
        <Segments
          label={t('settings.look')}
          value={mode}
          options={(['dark', 'light'] as const).map((value) => ({
            value,
            label: t(`settings.looks.${value}`),
          }))}
          onChange={(next) => setMode(next)}
        />
      </div>
      {page.error ? (
        <Failed error={page.error} onRetry={page.reload} />
      ) : (
        <Frame
          size={size}
          title={t('preview.frame', { brand: brand?.name })}
          draft={
            bootstrap && {
              bootstrap,
              language: shown,
              mode,
              message,
              until,
              parts: siteParts.filter((part) => parts.includes(part)),
            }
          }
        />
      )}
    </Panel>
  );
}

/** A choice of the size of a frame. */
export function SizeChoice({ value, onChange }: { value: Size; onChange(size: Size): void }) {
  const { t } = useTranslation('staff');
  const options = (['phone', 'desktop'] as const).map((size) => ({
    value: size,
    label: t(`preview.sizes.${size}`),
  }));
  return <Segments label={t('preview.size')} value={value} options={options} onChange={onChange} />;
}

const maintenancePage = `${paths.maintenanceDemo.to()}?framed`;

interface FrameProps {
  size: Size;
  title: string;
  /** The content of the maintenance page. */
  draft?: PreviewDraft;
  /** Another page, which people can use. */
  src?: string;
}

/** The page in a frame of the given size, scaled to the available space. */
export function Frame({ size, title, draft, src = maintenancePage }: FrameProps) {
  const holder = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState(false);
  const [room, setRoom] = useState(0);
  const { width, height } = sizes[size];
  const scale = Math.min(1, room / width || 1, maxHeight / height);

  useEffect(() => {
    const element = holder.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const onMessage = ({ source, origin, data }: MessageEvent) => {
      const known = source === frame.current?.contentWindow && origin === location.origin;
      if (known && data === previewReady) setReady(true);
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, []);
  const text = JSON.stringify(draft);
  useEffect(() => {
    if (!ready || !text) return;
    frame.current?.contentWindow?.postMessage(
      { type: previewDraft, draft: JSON.parse(text) as unknown },
      location.origin,
    );
  }, [ready, text]);

  return (
    <div ref={holder} className={css.holder} style={{ height: height * scale }}>
      <iframe
        ref={frame}
        className={css.frame}
        src={src}
        title={title}
        tabIndex={src === maintenancePage ? -1 : undefined}
        style={{ width, height, transform: `scale(${scale})` }}
      />
    </div>
  );
}

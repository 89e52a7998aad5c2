import { useEffect, useState } from 'react';
import { Skeleton } from '@/components/ui';
import css from './QrCode.module.css';

interface Drawn {
  text: string;
  /** Modules a side. */
  size: number;
  path: string;
}

/** A text as a QR code; the code's library is fetched when one is first shown. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawn, setDrawn] = useState<Drawn>();
  useEffect(() => {
    let current = true;
    void draw(text).then((found) => current && setDrawn(found));
    return () => {
      current = false;
    };
  }, [text]);

  if (drawn?.text !== text) return <Skeleton width={184} height={184} />;
  return (
    <svg
      className={css.code}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${drawn.size} ${drawn.size}`}
      shapeRendering="crispEdges"
    >
      <path d={drawn.path} fill="#000" />
    </svg>
  );
}

async function draw(text: string): Promise<Drawn> {
  const { create } = await import('qrcode');
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  let path = '';
  data.forEach((dark, at) => {
    if (dark) path += `M${at % size} ${Math.floor(at / size)}h1v1h-1z`;
  });
  return { text, size, path };
}

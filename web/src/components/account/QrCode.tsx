import { useEffect, useState } from 'react';
import { Skeleton } from '@/components/ui/Skeleton/Skeleton';
import css from './QrCode.module.css';

interface QrPath {
  text: string;
  /** The number of modules on each side. */
  size: number;
  path: string;
}

/** A QR code of a text. The first code loads the library. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawn, setDrawn] = useState<QrPath>();
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

async function draw(text: string): Promise<QrPath> {
  const { create } = await import('qrcode');
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  let path = '';
  data.forEach((dark, at) => {
    if (dark) path += `M${at % size} ${Math.floor(at / size)}h1v1h-1z`;
  });
  return { text, size, path };
}

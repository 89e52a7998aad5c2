import { useState } from 'react';

export interface CoverProps {
  src: string;
  /** The intrinsic size, which avoids layout shift. */
  width: number;
  height: number;
  /** Loads at once instead of near the viewport, for the first screen. */
  eager?: boolean;
  /** Alternative text, which is empty for a decorative image. */
  alt?: string;
}

/** An image that fills its container. Renders nothing if the image cannot be loaded. */
export function Cover({ src, width, height, eager = false, alt = '' }: CoverProps) {
  const [broken, setBroken] = useState(false);
  if (broken || src === '') return null;
  return (
    <img
      src={src}
      alt={alt}
      width={width}
      height={height}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      onError={() => setBroken(true)}
    />
  );
}

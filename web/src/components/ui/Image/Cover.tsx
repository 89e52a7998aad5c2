import { useState } from 'react';

export interface CoverProps {
  src: string;
  /** Natural proportions, so that nothing moves when the picture comes. */
  width: number;
  height: number;
  /** Of the first screen: fetched at once instead of when it comes near. */
  eager?: boolean;
  /** What is seen, where the words beside do not say it. */
  alt?: string;
}

/** A picture that fills its place; one that cannot be had leaves the surface behind it. */
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

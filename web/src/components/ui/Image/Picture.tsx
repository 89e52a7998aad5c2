import { useState, type ReactNode } from 'react';

/** A picture of a response. Croupier adds the optional fields (`images` of the brand). */
export interface PictureSource {
  image?: string;
  /** Smaller versions. */
  srcset?: string;
  /** The colour that shows until the picture is loaded. */
  color?: string;
}

/** The attribute `sizes` of pictures on the first screen. */
export const heroSizes = '(min-width:1100px) 68vw';
export const tileSizes = '(min-width:640px) 16vw,38vw';
export const tableSizes = '(min-width:640px) 28vw,60vw';

export interface PictureProps {
  of: PictureSource;
  /** The intrinsic size, which avoids layout shift. */
  width: number;
  height: number;
  /** The width in its place, as in HTML. Browsers choose a version by it. */
  sizes: string;
  /** Loads at once instead of near the viewport, for the first screen. */
  eager?: boolean;
  /** Set it for the largest picture of a page only. */
  fetchPriority?: 'high';
  /** Alternative text. A picture without it is decorative. */
  alt?: string;
  className?: string;
  /** Replaces a picture that is missing or cannot be loaded. */
  fallback?: ReactNode;
}

/** A picture in the best of its versions. If a version cannot be loaded, the original replaces it. */
export function Picture({ of, eager, fallback, ...rest }: PictureProps) {
  const [failures, setFailures] = useState(0);
  const { image, srcset, color } = of;
  if (!image || failures > (srcset ? 1 : 0)) return fallback;
  return (
    <img
      alt=""
      {...rest}
      src={image}
      srcSet={failures ? undefined : srcset}
      style={{ background: color }}
      loading={eager ? 'eager' : 'lazy'}
      decoding={rest.fetchPriority ? 'sync' : 'async'}
      draggable={false}
      onError={() => setFailures(failures + 1)}
    />
  );
}

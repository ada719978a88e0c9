import { useState } from 'react';
import { BlankCover } from './blank-cover.tsx';
import { COVER_PLACEHOLDER } from './cover-placeholder.ts';

/** A picture in its sizes; the shape that the API sends. */
export interface CoverPicture {
  readonly src: string;
  readonly srcset: string;
  readonly width: number;
  readonly height: number;
}

interface CoverProps {
  readonly picture: CoverPicture | null;
  readonly alt: string;
  /** `sizes` of the picture at this place. */
  readonly sizes: string;
  /** Chooses the palette of the empty pocket when there is no picture. */
  readonly seed: string;
  /** Title on the empty pocket. */
  readonly title?: string;
  readonly eager?: boolean;
  readonly className?: string;
}

/** A book's cover: 2:3 reserved, two rounded pixels, its own shadow. A failed load shows the placeholder. */
export function Cover({ picture, alt, sizes, seed, title, eager = false, className }: CoverProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const broken = picture !== null && failed === picture.src;
  return (
    <span className={`block aspect-2/3 w-full overflow-hidden rounded-1 bg-sunken shadow-cover ${className ?? ''}`}>
      {picture === null ? (
        <BlankCover seed={seed} label={alt} title={title} />
      ) : (
        <img
          src={broken ? COVER_PLACEHOLDER : picture.src}
          {...(broken || !picture.srcset ? {} : { srcSet: picture.srcset, sizes })}
          alt={alt}
          width={picture.width}
          height={picture.height}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
          draggable={false}
          onError={() => setFailed(picture.src)}
          className="block size-full object-cover"
        />
      )}
    </span>
  );
}

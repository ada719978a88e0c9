import { useState } from 'react';
import { COVER_PLACEHOLDER } from './cover-placeholder.ts';

/** Palettes of empty covers: background, pocket, seam and title. */
const palettes = [
  ['#24379b', '#f3b287', '#24379b', '#fffdf8'],
  ['#e6ae35', '#26242b', '#e6ae35', '#1c1b21'],
  ['#b9d3c2', '#1f5041', '#e9a33c', '#1c1b21'],
  ['#5f1a33', '#eaa9a0', '#5f1a33', '#fffdf8'],
  ['#efe2c8', '#bd3b27', '#efe2c8', '#1c1b21'],
] as const;

/**
 * Font sizes of a title, px, from large to small, with the letters in a line and the lines above the pocket that fit.
 */
const settings = [
  [46, 14, 3],
  [38, 17, 4],
  [31, 21, 6],
] as const;

/** Breaks a title into lines at the largest size at which all of it fits; a title that is too long ends in dots. */
function setTitle(title: string): { readonly size: number; readonly lines: readonly string[] } {
  let set: { size: number; lines: string[] } = { size: 0, lines: [] };
  for (const [size, letters, most] of settings) {
    const lines = title.trim().match(new RegExp(`\\S{${letters + 1},}|\\S.{0,${letters - 1}}(?=\\s|$)`, 'g')) ?? [];
    set = { size, lines };
    if (lines.length <= most && lines.every((line) => line.length <= letters)) return set;
  }
  const [size, letters, most] = settings[2];
  const lines = set.lines
    .slice(0, most)
    .map((line) => (line.length > letters ? `${line.slice(0, letters - 1)}…` : line));
  return { size, lines: set.lines.length > most ? [...lines.slice(0, -1), `${lines.at(-1)}…`] : lines };
}

interface BlankCoverProps {
  readonly seed: string;
  readonly label: string;
  readonly title?: string | undefined;
}

/** Cover of a book that has none yet: an empty pocket in a palette chosen by its id. */
export function BlankCover({ seed, label, title }: BlankCoverProps) {
  const sum = Array.from(seed).reduce((total, letter) => total + letter.charCodeAt(0), 0);
  const [ground, pocket, seam, ink] = palettes[sum % palettes.length] ?? palettes[0];
  const { size, lines } = setTitle(title ?? '');
  return (
    <svg
      viewBox="0 0 400 600"
      className="block size-full"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d="M0 0H400V600H0Z" fill={ground} />
      <path d="M0 0H9V600H0Z" fill={pocket} opacity=".18" />
      <text className="font-serif" fontSize={size} fontWeight="580" letterSpacing="-.5" fill={ink}>
        {lines.map((line, index) => {
          const y = 92 + index * size * 1.08;
          return (
            <tspan key={y} x="34" y={y}>
              {`${line} `}
            </tspan>
          );
        })}
      </text>
      <path d="M80 360H320V500L200 556L80 500Z" fill={pocket} />
      <path
        d="M80 380H320M95 398V490L200 539L305 490V398"
        fill="none"
        stroke={seam}
        strokeWidth="3"
        strokeDasharray="12 8"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** A picture in its sizes; the shape that the API sends. */
export interface CoverPicture {
  readonly src: string;
  readonly srcset: string;
  /** The same sizes in AVIF; absent without that format. */
  readonly avif?: string | undefined;
  readonly width: number;
  readonly height: number;
}

interface CoverProps {
  readonly picture: CoverPicture | null;
  readonly alt: string;
  /** `sizes` of the picture at this place. */
  readonly sizes: string;
  /** Seed that chooses the palette of the empty cover when there is no picture. */
  readonly seed: string;
  /** Title on the empty cover. */
  readonly title?: string;
  readonly eager?: boolean;
  readonly className?: string;
}

/**
 * A book's cover in a reserved box of 2:3, with corners of two pixels and a shadow. Shows the placeholder when the
 * picture fails to load.
 */
export function Cover({ picture, alt, sizes, seed, title, eager = false, className }: CoverProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const broken = picture !== null && failed === picture.src;
  return (
    <span className={`block aspect-2/3 w-full overflow-hidden rounded-1 bg-sunken shadow-cover ${className ?? ''}`}>
      {picture === null ? (
        <BlankCover seed={seed} label={alt} title={title} />
      ) : (
        <picture className="contents">
          {!broken && picture.avif && <source type="image/avif" srcSet={picture.avif} sizes={sizes} />}
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
            className="block size-full object-cover text-2xs leading-4 text-ink-3"
          />
        </picture>
      )}
    </span>
  );
}

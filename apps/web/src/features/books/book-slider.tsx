import type { ReactNode } from 'react';
import { Cover } from '../../ui/pictures/cover.tsx';
import { Slider } from '../../ui/pictures/slider.tsx';
import { bookSlides, type SlidesBook } from './book-slides.ts';
import { bookTexts as t } from './texts.ts';

interface BookSliderProps {
  readonly book: SlidesBook;
  /** `sizes` of the slider's pictures. */
  readonly sizes: string;
  readonly look?: 'full' | 'quiet';
  readonly eager?: boolean;
  readonly children?: ReactNode;
}

/** Cover, back cover and quotes of a book; a press enlarges a slide. */
export function BookSlider({ book, sizes, look = 'full', eager = false, children }: BookSliderProps) {
  const slides = bookSlides(book).map((slide, index) => ({
    key: `${index}`,
    label: slide.label,
    content:
      slide.quote === undefined ? (
        <Cover
          picture={slide.picture ?? null}
          alt={slide.label}
          sizes={sizes}
          seed={book.id}
          title={book.name}
          eager={eager && index === 0}
        />
      ) : (
        <QuoteCard text={slide.quote} />
      ),
  }));
  return (
    <Slider label={t.slider(book.name)} caption={book.name} look={look} slides={slides}>
      {children}
    </Slider>
  );
}

/** Steps of the quote's size by its length. */
function sizeFor(length: number): string {
  if (length <= 90) return 'text-[7.4cqw]';
  return length <= 200 ? 'text-[6cqw]' : 'text-[4.9cqw]';
}

/** A passage as a slide: paper, seam at the left, «quote». Its letters grow with the card. */
function QuoteCard({ text }: { readonly text: string }) {
  return (
    <span className="@container block aspect-2/3 w-full overflow-hidden rounded-1 border border-line bg-sheet shadow-cover">
      <span className="flex h-full items-center gap-[5cqw] p-[8cqw] @min-[220px]:px-[16cqw]">
        <span aria-hidden="true" className="seam-y h-3/5 shrink-0 [--seam:var(--cb-accent)]" />
        <span className={`quote leading-[1.35] text-ink ${sizeFor(text.length)}`}>{text}</span>
      </span>
    </span>
  );
}

import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Cover } from '../../../ui/cover.tsx';
import { QuoteCard } from '../../../ui/quote-card.tsx';
import { Slider } from '../../../ui/slider.tsx';
import { type BookSlide, bookSlides, type SlidesOf } from '../book-slides.ts';
import { catalogTexts as t } from '../texts.ts';

const EnlargedSlide = lazy(async () => ({ default: (await import('./enlarged-slide.tsx')).EnlargedSlide }));

interface BookSliderProps {
  readonly book: SlidesOf;
  /** `sizes` of the pictures here. */
  readonly sizes: string;
  readonly look?: 'full' | 'quiet';
  readonly eager?: boolean;
  readonly children?: ReactNode;
}

export function BookSlider({ book, sizes, look = 'full', eager = false, children }: BookSliderProps) {
  const [enlarged, setEnlarged] = useState<BookSlide | null>(null);
  const [open, setOpen] = useState(false);
  const slides = bookSlides(book);
  return (
    <>
      <Slider
        label={t.slider(book.name)}
        look={look}
        onEnlarge={(index) => {
          setEnlarged(slides[index] ?? null);
          setOpen(true);
        }}
        slides={slides.map((slide, index) => ({
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
        }))}
      >
        {children}
      </Slider>
      {enlarged && (
        <Suspense>
          <EnlargedSlide slide={enlarged} open={open} seed={book.id} title={book.name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

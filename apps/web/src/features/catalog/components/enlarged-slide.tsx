import { Cover } from '../../../ui/cover.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { BookSlide } from '../book-slides.ts';

interface EnlargedSlideProps {
  readonly slide: BookSlide;
  readonly open: boolean;
  readonly seed: string;
  readonly title: string;
  readonly onClose: () => void;
}

/** The image or the text of a slide, large. */
export function EnlargedSlide({ slide, open, seed, title, onClose }: EnlargedSlideProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      label={slide.label}
      caption={title}
      width={slide.quote ? 'reading' : 'picture'}
    >
      {slide.quote ? (
        <p className="quote text-xl leading-[1.45]">{slide.quote}</p>
      ) : (
        <div className="mx-auto w-[min(100%,calc((100dvh-190px)*2/3))]">
          <Cover
            picture={slide.picture ?? null}
            alt={slide.label}
            sizes="(width >= 768px) 500px, 90vw"
            seed={seed}
            title={title}
          />
        </div>
      )}
    </Dialog>
  );
}

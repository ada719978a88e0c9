import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Cover } from '../../ui/pictures/cover.tsx';
import type { BookSlide } from './book-slides.ts';
import { bookTexts as t } from './texts.ts';

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

interface FragmentDialogProps {
  readonly name: string;
  readonly fragment: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The featured excerpt, quoted. */
export function FragmentDialog({ name, fragment, open, onClose }: FragmentDialogProps) {
  const paragraphs = t.quote(fragment).split(/\n+/);
  return (
    <Dialog open={open} onClose={onClose} label={t.seeFragmentOf(name)} caption={name} width="reading">
      <blockquote className="quote grid gap-3 text-xl leading-normal">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </blockquote>
    </Dialog>
  );
}

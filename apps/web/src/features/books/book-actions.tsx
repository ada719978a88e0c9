import { Eye, Share2 } from 'lucide-react';
import { Button, IconButton } from '../../ui/button.tsx';
import { invoker } from '../../ui/overlays/invoker.ts';
import { PageDialog } from '../../ui/overlays/page-dialog.tsx';
import { shareMark } from './sharing/share-book.ts';
import { bookTexts as t } from './texts.ts';

interface FragmentButtonProps {
  readonly book: { readonly id: string; readonly name: string; readonly fragment: string | null };
  /** `icon` on shelf cards, `quiet` beside a filled button, `full` on the book's page. */
  readonly look: 'icon' | 'quiet' | 'full';
}

/** Opens the featured excerpt, which is in the page; absent when the book has none. */
export function FragmentButton({ book: { id, name, fragment }, look }: FragmentButtonProps) {
  if (!fragment) return null;
  const dialogId = `fragment-${id}`;
  const open = invoker('show-modal', dialogId);
  return (
    <>
      {look === 'icon' && <IconButton label={t.seeFragmentOf(name)} icon={<Eye aria-hidden="true" />} {...open} />}
      {look === 'quiet' && (
        <Button
          variant="quiet"
          size="large"
          icon={<Eye aria-hidden="true" />}
          aria-label={t.seeFragmentOf(name)}
          className="max-md:px-2.5"
          {...open}
        >
          {t.seeFragment}
        </Button>
      )}
      {look === 'full' && (
        <Button icon={<Eye aria-hidden="true" />} className="text-start" {...open}>
          {t.seeFragmentLong}
        </Button>
      )}
      <PageDialog id={dialogId} label={t.seeFragmentOf(name)} caption={name} width="reading">
        <blockquote className="quote grid gap-3 text-xl leading-normal">
          {t
            .quote(fragment)
            .split(/\n+/)
            .map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
        </blockquote>
      </PageDialog>
    </>
  );
}

interface ShareButtonProps {
  readonly book: { readonly id: string; readonly name: string };
  readonly look?: 'bare' | 'lined' | 'sheet';
}

/** Opens the phone's own sheet, or copies the link (share-book.ts). */
export function ShareButton({ book, look = 'bare' }: ShareButtonProps) {
  return (
    <IconButton label={t.shareOf(book.name)} look={look} icon={<Share2 aria-hidden="true" />} {...shareMark(book)} />
  );
}

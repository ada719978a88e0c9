import { Eye, Share2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { bookTexts as t } from './texts.ts';

const FragmentDialog = lazy(async () => ({ default: (await import('./book-dialogs.tsx')).FragmentDialog }));

interface FragmentButtonProps {
  readonly name: string;
  readonly fragment: string | null;
  /** `icon` on shelf cards, `quiet` beside a filled button, `full` on the book's page. */
  readonly look: 'icon' | 'quiet' | 'full';
}

/** Opens the featured excerpt; not there when the book has none. */
export function FragmentButton({ name, fragment, look }: FragmentButtonProps) {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  if (!fragment) return null;
  const open = () => setState('open');
  return (
    <>
      {look === 'icon' && <IconButton label={t.seeFragmentOf(name)} icon={<Eye aria-hidden="true" />} onClick={open} />}
      {look === 'quiet' && (
        <Button
          variant="quiet"
          size="large"
          icon={<Eye aria-hidden="true" />}
          onClick={open}
          aria-label={t.seeFragmentOf(name)}
          className="max-md:px-2.5"
        >
          {t.seeFragment}
        </Button>
      )}
      {look === 'full' && (
        <Button icon={<Eye aria-hidden="true" />} onClick={open} className="text-start">
          {t.seeFragmentLong}
        </Button>
      )}
      {state !== 'never' && (
        <Suspense>
          <FragmentDialog name={name} fragment={fragment} open={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  );
}

interface ShareButtonProps {
  readonly book: { readonly id: string; readonly name: string };
  readonly look?: 'bare' | 'lined' | 'sheet';
}

export function ShareButton({ book, look = 'bare' }: ShareButtonProps) {
  return (
    <IconButton
      label={t.shareOf(book.name)}
      look={look}
      icon={<Share2 aria-hidden="true" />}
      onClick={() => void share(book)}
    />
  );
}

async function share(book: ShareButtonProps['book']): Promise<void> {
  const { shareBook } = await import('./share-book.ts');
  await shareBook(book);
}

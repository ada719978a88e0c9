import { Share2 } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { catalogTexts as t } from '../texts.ts';

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
  const { shareBook } = await import('../share-book.ts');
  await shareBook(book);
}

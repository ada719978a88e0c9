import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { Download, Link as LinkIcon, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStoreName } from '../../../lib/page-data.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { copyText } from '../../highlights/copy-notes.ts';
import { highlightTexts } from '../../highlights/texts.ts';
import { drawQuoteCard, type Shape, shapes } from './draw-quote-card.ts';
import { type Passage, quoteLink } from './quote-link.ts';
import { quoteTexts as t } from './texts.ts';

interface QuoteDialogProps {
  readonly passage: Passage;
  readonly author: string;
  /** Longest passage that the shop allows to share, letters. */
  readonly max: number;
  readonly onClose: () => void;
}

/** 'Compartir cita': the picture of a passage, to share or save, or its link. */
export function QuoteDialog({ passage, author, max, onClose }: QuoteDialogProps) {
  const length = graphemeCount(passage.quote.trim());
  return (
    <Dialog open onClose={onClose} label={highlightTexts.share} caption={highlightTexts.share} sheet>
      {length > max ? <p>{t.tooLong(length, max)}</p> : <QuoteSheet passage={passage} author={author} />}
    </Dialog>
  );
}

type QuoteSheetProps = Pick<QuoteDialogProps, 'passage' | 'author'>;

/** Shape, picture and buttons to share it. */
function QuoteSheet({ passage, author }: QuoteSheetProps) {
  const [shape, setShape] = useState<Shape>('portrait');
  const picture = usePicture(passage, author, shape);
  const link = quoteLink(passage, location.origin);
  return (
    <div className="grid gap-4">
      <fieldset aria-label={t.shape} className="flex min-w-0 overflow-hidden rounded-2 border border-line-strong">
        {(Object.keys(shapes) as Shape[]).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === shape}
            onClick={() => setShape(each)}
            className="min-h-11 flex-1 border-line px-3 text-sm font-medium text-ink-2 not-first:border-s aria-pressed:bg-ink aria-pressed:font-semibold aria-pressed:text-paper"
          >
            {t.shapes[each]}
          </button>
        ))}
      </fieldset>
      <div className="grid h-[min(24rem,45dvh)] place-items-center bg-sunken p-3">
        {picture?.url && (
          <img
            src={picture.url}
            alt={t.alt(passage.part.book_name)}
            className="max-h-full min-h-0 max-w-full shadow-sheet"
          />
        )}
        {picture?.url === null && <p className="text-sm text-ink-2">{t.failed}</p>}
      </div>
      <WaysToSend blob={picture?.blob ?? null} link={link} />
      <p className="text-[0.8125rem] leading-[1.125rem] text-ink-3">{link === null ? t.noLink : t.linkText}</p>
    </div>
  );
}

interface WaysToSendProps {
  /** Null until it is drawn. */
  readonly blob: Blob | null;
  readonly link: string | null;
}

/** The device's own sheet where it accepts pictures; the file, and the link. */
function WaysToSend({ blob, link }: WaysToSendProps) {
  const file = blob && new File([blob], t.fileName, { type: 'image/png' });
  const canShare = file !== null && typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] });
  const share = async () => {
    if (!file) return;
    // Closing the sheet rejects; that is the reader's choice, not a failure.
    await navigator.share({ files: [file], ...(link === null ? {} : { text: link }) }).catch(() => {});
  };
  return (
    <div className="flex flex-wrap gap-2">
      {canShare && (
        <Button variant="primary" icon={<Share2 aria-hidden="true" />} onClick={() => void share()}>
          {t.share}
        </Button>
      )}
      <Button
        variant={canShare ? 'secondary' : 'primary'}
        icon={<Download aria-hidden="true" />}
        disabled={!file}
        onClick={() => file && saveFile(file, t.fileName)}
      >
        {t.save}
      </Button>
      {link !== null && (
        <Button icon={<LinkIcon aria-hidden="true" />} onClick={() => void copyText(link, t.linkCopied)}>
          {t.copyLink}
        </Button>
      )}
    </div>
  );
}

interface Picture {
  readonly blob: Blob | null;
  /** Null when it could not be drawn. */
  readonly url: string | null;
}

/** The picture of a passage, drawn again for each shape; null until it is drawn. */
function usePicture(passage: Passage, author: string, shape: Shape): Picture | null {
  const shop = useStoreName();
  const [picture, setPicture] = useState<Picture | null>(null);
  useEffect(() => {
    let url: string | null = null;
    let isWanted = true;
    const { quote, part } = passage;
    const card = { quote, title: part.book_name, author, shop, cover: part.image?.src ?? null };
    drawQuoteCard(card, shape).then(
      (blob) => {
        if (!isWanted) return;
        url = URL.createObjectURL(blob);
        setPicture({ blob, url });
      },
      () => isWanted && setPicture({ blob: null, url: null }),
    );
    return () => {
      isWanted = false;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [passage, author, shop, shape]);
  return picture;
}

import type { Footnote, NoteBlock, NoteRun } from '@cuentos/epub/render/tools/footnote';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useLast } from '../../../ui/overlays/use-last.ts';
import { noteTexts } from './texts.ts';

interface FootnoteCardProps {
  /** Null closes the card. */
  readonly note: Footnote | null;
  readonly onClose: () => void;
  /** Follows a link of the note, or opens the note itself. */
  readonly onGo: (href: string) => void;
}

/** A note beside its page: a sheet at the foot of a phone, in the book's font and theme. */
export function FootnoteCard({ note, onClose, onGo }: FootnoteCardProps) {
  const shownNote = useLast(note);
  const title = noteTexts.title(shownNote?.label ?? '');
  return (
    <Dialog open={note !== null} onClose={onClose} label={title} caption={title} width="reading" sheet>
      <div className="grid gap-3 font-serif text-[1.0625rem] leading-[1.55]">
        {shownNote?.blocks.map((block, index) => (
          // oxlint-disable-next-line no-array-index-key -- the note never changes while it is shown
          <Block key={index} block={block} onGo={onGo} />
        ))}
      </div>
      <div className="mt-6 flex justify-end">
        <Button onClick={() => shownNote && onGo(shownNote.href)}>{noteTexts.go}</Button>
      </div>
    </Dialog>
  );
}

const looks: Readonly<Record<NoteBlock['kind'], string>> = {
  paragraph: '',
  item: '',
  quote: 'border-l-2 border-(--rd-muted) pl-4 italic',
  heading: 'font-semibold',
};

interface BlockProps {
  readonly block: NoteBlock;
  readonly onGo: (href: string) => void;
}

function Block({ block, onGo }: BlockProps) {
  return (
    <p className={looks[block.kind]}>
      {block.runs.map((run, index) => (
        // oxlint-disable-next-line no-array-index-key -- the note never changes while it is shown
        <Run key={index} run={run} onGo={onGo} />
      ))}
    </p>
  );
}

function Run({ run, onGo }: { readonly run: NoteRun; readonly onGo: (href: string) => void }) {
  const { text, emphasis, strong, href } = run;
  const look = `${emphasis ? 'italic' : ''} ${strong ? 'font-semibold' : ''}`;
  if (href === null) return <span className={look}>{text}</span>;
  return (
    <button type="button" className={`${look} text-start underline underline-offset-3`} onClick={() => onGo(href)}>
      {text}
    </button>
  );
}

import { limits } from '@cuentos/contract/limits';
import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { useEffect, useRef, useState } from 'react';
import { session } from '../../lib/api/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextAreaField } from '../../ui/forms/text-area-field.tsx';
import { dropDraft, readDrafts, saveDraft } from '../highlights/note-drafts.ts';
import { Swatch } from '../highlights/swatch.tsx';
import { highlightTexts, offeredColours } from '../highlights/texts.ts';
import type { NotebookEntry } from './entries.ts';
import { Ribbon } from './entry-row.tsx';
import { notebookTexts as t } from './texts.ts';

interface EntryEditorProps {
  readonly entry: NotebookEntry;
  readonly onSave: (change: { readonly color: string; readonly note: string }) => void;
  readonly onCancel: () => void;
  readonly onRemove: () => void;
}

/** Editor for colour and note of a highlight, in its row. Its text survives a reload, as in the reader. */
export function EntryEditor({ entry, onSave, onCancel, onRemove }: EntryEditorProps) {
  const [color, setColor] = useState(entry.color ?? 'yellow');
  const { note, write, drop } = useNoteDraft(entry);
  const isTooLong = graphemeCount(note) > limits.noteMax;
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const end = (then: () => void) => {
    drop();
    then();
  };
  return (
    <div className="-mt-px grid grid-cols-[10px_minmax(0,1fr)] gap-x-4 rounded-b-[14px] border border-line-strong bg-sheet px-4 pt-4.5 pb-4 [&>span]:mb-0">
      <Ribbon color={color} />
      <div className="grid min-w-0 gap-3">
        <blockquote className="font-serif text-[1.0625rem] leading-[1.6] [overflow-wrap:anywhere] whitespace-pre-line">
          {entry.quote === '' ? t.wordless : entry.quote}
        </blockquote>
        <ColourButtons chosen={[color]} onChoose={setColor} />
        <TextAreaField
          ref={field}
          label={t.note}
          placeholder={t.noteHint}
          value={note}
          error={isTooLong ? highlightTexts.tooLong(limits.noteMax) : undefined}
          onChange={({ target }) => write(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') end(onCancel);
          }}
        />
        <div className="flex flex-wrap items-center gap-2">
          <Button
            variant="primary"
            disabled={isTooLong}
            onClick={() => end(() => onSave({ color, note: note.trim() }))}
          >
            {t.save}
          </Button>
          <Button onClick={() => end(onCancel)}>{t.cancel}</Button>
          <Button variant="quiet" className="ms-auto text-danger!" onClick={() => end(onRemove)}>
            {t.toTrash}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** The unfinished draft of the note, or else the note. */
function useNoteDraft({ id, part: { part_id }, note: saved, ...entry }: NotebookEntry) {
  const [note, setNote] = useState(saved);
  const uid = session.claims()?.uid ?? '';
  useEffect(() => {
    void readDrafts(uid, part_id).then(
      (drafts) => {
        const draft = drafts.find((each) => each.highlight_id === id);
        if (draft) setNote(draft.text);
      },
      () => {},
    );
  }, [uid, part_id, id]);
  return {
    note,
    write(text: string) {
      setNote(text);
      const { cfi, editionId: edition_id, quote, prefix, suffix } = entry;
      const color = entry.color ?? 'yellow';
      saveDraft({ uid, part_id, highlight_id: id, cfi, edition_id, color, text, quote, prefix, suffix });
    },
    drop() {
      void dropDraft(uid, part_id, { highlight_id: id, cfi: entry.cfi });
    },
  };
}

interface ColourButtonsProps {
  readonly chosen: readonly string[];
  readonly onChoose: (color: string) => void;
}

/** The colours as small pockets. */
export function ColourButtons({ chosen, onChoose }: ColourButtonsProps) {
  return (
    <fieldset aria-label={t.color} className="-ms-2 flex min-w-0 flex-wrap">
      {offeredColours.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={chosen.includes(id)}
          onClick={() => onChoose(id)}
          className="group grid size-11 place-items-center rounded-2"
        >
          <span className="rounded-b-[11px] p-0.5 outline-offset-0 group-aria-pressed:outline-[2.5px] group-aria-pressed:outline-ink">
            <Swatch colour={id} />
          </span>
        </button>
      ))}
    </fieldset>
  );
}

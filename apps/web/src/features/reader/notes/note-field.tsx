import { limits } from '@cuentos/contract/limits';
import { useEffect, useId, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { OpenToolbar } from './desk-state.ts';
import { isSavable, shownLength } from './note-length.ts';
import type { NotesDesk } from './notes-desk.ts';
import { notesTexts as t } from './notes-texts.ts';

interface NoteFieldProps {
  readonly desk: NotesDesk;
  readonly open: OpenToolbar;
  readonly note: string;
}

/** The note's field with what it has to say, and 'Guardar'. */
export function NoteField({ desk, open, note }: NoteFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const hint = useId();
  // A note that was asked for is to be written; one that is only shown must not bring up a keyboard.
  const asked = open.saved === '' && note === '';
  useEffect(() => {
    if (asked) field.current?.focus({ preventScroll: true });
  }, [asked]);
  const length = shownLength(note);
  const fits = isSavable(note);
  return (
    <form
      className="mt-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        desk.saveNote();
      }}
    >
      <textarea
        ref={field}
        aria-label={t.note}
        aria-describedby={hint}
        aria-invalid={!fits || undefined}
        placeholder={t.placeholder}
        value={note}
        onChange={(event) => desk.writeNote(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) desk.saveNote();
        }}
        className="block field-sizing-content max-h-[30dvh] min-h-21 w-full resize-none rounded-2 border border-(--rd-muted) bg-(--rd-bg) px-3 py-2.5 text-base leading-6 text-(--rd-text) placeholder:text-(--rd-muted) aria-invalid:border-2 aria-invalid:border-(--rd-text)"
      />
      <div className="mt-2 flex items-center justify-between gap-3">
        <span id={hint} className="figures text-[0.8125rem] leading-[1.125rem] text-(--rd-muted)">
          <output>{fits ? '' : t.tooLong(limits.noteMax)}</output>
          {fits && length === null && t.offlineToo}
          {length !== null && <span className="block">{t.count(length, limits.noteMax)}</span>}
        </span>
        <Button type="submit" variant="primary" disabled={!fits}>
          {t.save}
        </Button>
      </div>
    </form>
  );
}

import { ChevronLeft, ChevronRight, Copy, Minus, Plus, StickyNote, Trash2, X } from 'lucide-react';
import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useStore } from '../store.ts';
import { useLast } from '../use-last.ts';
import type { OpenToolbar } from './desk-state.ts';
import { NoteField } from './note-field.tsx';
import type { NotesDesk } from './notes-desk.ts';
import { notesTexts as t, offeredColours } from './notes-texts.ts';
import { Swatch } from './swatch.tsx';
import { toolbarPlace } from './toolbar-place.ts';
import { useKeyboardGap } from './use-keyboard-gap.ts';

/** Colours, note, deletion : by the selection, on a phone at the foot. */
export function HighlightToolbar({ desk }: { readonly desk: NotesDesk }) {
  const { open } = useStore(desk);
  const shown = useLast(open);
  const card = useRef<HTMLDialogElement>(null);
  const style = usePlace(card, open);
  const asked = open?.byKeyboard === true;
  useEffect(() => {
    if (asked) card.current?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
  }, [asked]);
  return (
    <dialog
      ref={card}
      data-highlight-toolbar=""
      open={open !== null}
      aria-label={shown && shown.id !== null ? t.edit : t.create}
      style={style}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        desk.close();
      }}
      className="dialog-motion pointer-events-none fixed inset-x-[10px] top-auto bottom-(--dock) z-40 mx-auto w-auto max-w-[400px] rounded-2 border border-(--rd-line) bg-(--rd-chrome) px-2 pt-1.5 pb-2 text-(--rd-text) shadow-modal open:pointer-events-auto md:inset-x-auto md:top-(--top) md:bottom-auto md:left-(--left) md:m-0 md:w-[400px]"
    >
      {shown && <Content desk={desk} open={shown} />}
    </dialog>
  );
}

function Content({ desk, open }: { readonly desk: NotesDesk; readonly open: OpenToolbar }) {
  return (
    <>
      <div className="flex items-center justify-between">
        <fieldset aria-label={t.colours} className="flex min-w-0 gap-1">
          {offeredColours.map(({ id, label }) => (
            <button
              key={id}
              type="button"
              aria-label={label}
              title={label}
              aria-pressed={open.color === id && (open.id !== null || open.note !== null)}
              onClick={() => desk.pickColour(id)}
              className="group grid size-11 place-items-center rounded-2 hover:bg-sunken"
            >
              <span className="block rounded-b-[12px] p-[3px] group-aria-pressed:outline-[2.5px] group-aria-pressed:outline-(--rd-text) group-aria-pressed:outline-solid">
                <Swatch colour={id} />
              </span>
            </button>
          ))}
        </fieldset>
        <span className="flex gap-1">
          {open.id !== null && (
            <IconButton
              label={t.remove}
              icon={<Trash2 />}
              onClick={() => open.id !== null && desk.askRemoval(open.id)}
            />
          )}
          <IconButton label={t.close} icon={<X />} onClick={desk.close} />
        </span>
      </div>
      {open.choosing && open.note === null && <ChooseText desk={desk} />}
      {open.note === null ? (
        <div className="mt-1 flex flex-wrap gap-1 border-t border-(--rd-line) pt-1.5">
          <Button variant="quiet" icon={<StickyNote />} onClick={() => desk.openNote()}>
            {t.addNote}
          </Button>
          <Button variant="quiet" icon={<Copy />} onClick={() => void desk.copyOpenText()}>
            {t.copyText}
          </Button>
        </div>
      ) : (
        <NoteField desk={desk} open={open} note={open.note} />
      )}
    </>
  );
}

/** Another sentence, a word more or less: what a pointer would do by dragging. */
function ChooseText({ desk }: { readonly desk: NotesDesk }) {
  return (
    <div className="mt-1 flex items-center justify-between gap-2 border-t border-(--rd-line) pt-1 text-[0.8125rem] text-(--rd-muted)">
      <span className="flex items-center">
        <IconButton label={t.previousSentence} icon={<ChevronLeft />} onClick={() => void desk.pickSentence(-1)} />
        <span aria-hidden="true">{t.sentence}</span>
        <IconButton label={t.nextSentence} icon={<ChevronRight />} onClick={() => void desk.pickSentence(1)} />
      </span>
      <span className="flex items-center">
        <IconButton label={t.oneWordLess} icon={<Minus />} onClick={() => desk.stretch('backward')} />
        <span aria-hidden="true">{t.word}</span>
        <IconButton label={t.oneWordMore} icon={<Plus />} onClick={() => desk.stretch('forward')} />
      </span>
    </div>
  );
}

/** Above a virtual keyboard on a phone, by the selection elsewhere; measured anew whenever it grows or the page changes. */
function usePlace(card: RefObject<HTMLDialogElement | null>, open: OpenToolbar | null): CSSProperties {
  const gap = useKeyboardGap();
  const [place, setPlace] = useState({ left: 0, top: 0 });
  const rect = open?.rect ?? null;
  const isOpen = open !== null;
  useLayoutEffect(() => {
    const element = card.current;
    const host = document.querySelector('[data-book-host]');
    if (!element || !host || !isOpen) return undefined;
    const measure = () => {
      const own = { width: element.offsetWidth, height: element.offsetHeight };
      const screen = { width: innerWidth, height: innerHeight - gap };
      const next = toolbarPlace(rect, host.getBoundingClientRect(), own, screen);
      setPlace((before) => (before.left === next.left && before.top === next.top ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.documentElement);
    return () => observer.disconnect();
  }, [card, gap, isOpen, rect]);
  return { '--left': `${place.left}px`, '--top': `${place.top}px`, '--dock': `${gap + 12}px` } as CSSProperties;
}

import { limits } from '@cuentos/contract/limits';
import type { HostRect } from '@cuentos/epub/render/reader-types';
import { ChevronLeft, ChevronRight, Copy, Minus, Plus, StickyNote, Trash2, X } from 'lucide-react';
import { type CSSProperties, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from '../../lib/react-store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useLast } from '../../ui/overlays/use-last.ts';
import type { HighlightEditor } from './highlight-editor.ts';
import {
  DictionaryAnswer,
  type BookWords,
  loadEntries,
  LookUpButton,
  TranslateButton,
  TranslationOf,
} from './meaning/meaning-actions.tsx';
import { Swatch } from './swatch.tsx';
import { highlightTexts as t, offeredColours } from './texts.ts';
import { isSavable, type OpenToolbar, shownLength } from './editor-state.ts';

/** Distance from the selection, px. */
const GAP = 12;
/** Free space at the edges of the screen, px; the bars are 56 and 40. */
const EDGE = 10;
const TOP = 64;
const FOOT = 48;

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Place of the toolbar on a wide screen: below the selection, else above it, else at the foot. Px from the screen's top
 * left corner.
 * @param page the page's own corner on the screen; `rect` counts from there, null when the selection is not visible
 */
export function toolbarPlace(
  rect: HostRect | null,
  page: { readonly x: number; readonly y: number },
  own: Size,
  screen: Size,
): { readonly left: number; readonly top: number } {
  const lowest = screen.height - FOOT - own.height;
  if (!rect) return { left: (screen.width - own.width) / 2, top: lowest };
  const middle = page.x + rect.x + rect.width / 2 - own.width / 2;
  const left = Math.max(EDGE, Math.min(middle, screen.width - own.width - EDGE));
  const below = page.y + rect.y + rect.height + GAP;
  if (below <= lowest) return { left, top: below };
  const above = page.y + rect.y - GAP - own.height;
  return { left, top: above >= TOP ? above : Math.max(TOP, lowest) };
}

/** Distance of the toolbar of a phone from the foot, px. */
const DOCK = 12;

/**
 * The end of a phone's screen with the toolbar: the foot, unless it would cover the selection there and not at the top.
 * @param screen without the part covered by a keyboard
 */
export function dockOf(
  rect: HostRect | null,
  page: { readonly y: number },
  own: Pick<Size, 'height'>,
  screen: Pick<Size, 'height'>,
): 'top' | 'foot' {
  if (!rect) return 'foot';
  const top = page.y + rect.y;
  const isFreeAtFoot = top + rect.height + GAP <= screen.height - DOCK - own.height;
  const isFreeAtTop = TOP + own.height + GAP <= top;
  return !isFreeAtFoot && isFreeAtTop ? 'top' : 'foot';
}

/**
 * Share of the window's height below which the keyboard counts as open, and the time after which it is measured, ms.
 */
const KEYBOARD_BELOW = 0.7;
const REST_MS = 200;

/** Px at the foot of the window that a virtual keyboard covers; 0 while it is closed. */
export function useKeyboardGap(): number {
  const [gap, setGap] = useState(0);
  useEffect(() => {
    const viewport = globalThis.visualViewport;
    if (!viewport) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const measure = () => {
      // A zoomed page shows less without any keyboard.
      const isOpen = viewport.height * viewport.scale < innerHeight * KEYBOARD_BELOW;
      setGap(isOpen ? Math.max(0, innerHeight - viewport.height - viewport.offsetTop) : 0);
    };
    const onChange = () => {
      clearTimeout(timer);
      timer = setTimeout(measure, REST_MS);
    };
    viewport.addEventListener('resize', onChange);
    viewport.addEventListener('scroll', onChange);
    onChange();
    return () => {
      clearTimeout(timer);
      viewport.removeEventListener('resize', onChange);
      viewport.removeEventListener('scroll', onChange);
    };
  }, []);
  return gap;
}

interface HighlightToolbarProps {
  readonly editor: HighlightEditor;
  readonly words: BookWords;
}

/**
 * Colours, note, meaning, deletion: beside the selection; on a phone at the foot, or at the top if the selection is at
 * the foot.
 */
export function HighlightToolbar({ editor, words }: HighlightToolbarProps) {
  const { open } = useStore(editor);
  const shownToolbar = useLast(open);
  const card = useRef<HTMLDialogElement>(null);
  const { style, dock } = usePlace(card, open);
  // Loaded before the first selection, so that the card does not grow once it is shown.
  useEffect(() => void loadEntries(), []);
  const isByKeyboard = open?.byKeyboard === true;
  useEffect(() => {
    if (isByKeyboard) card.current?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
  }, [isByKeyboard]);
  return (
    <dialog
      ref={card}
      data-highlight-toolbar=""
      data-dock={dock}
      open={open !== null}
      aria-label={shownToolbar && shownToolbar.id !== null ? t.edit : t.create}
      style={style}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        editor.close();
      }}
      className="dialog-motion pointer-events-none fixed inset-x-[10px] top-auto bottom-(--dock) z-40 max-md:data-[dock=top]:top-16 max-md:data-[dock=top]:bottom-auto mx-auto w-auto max-w-[400px] rounded-2 border border-(--rd-line) bg-(--rd-chrome) px-2 pt-1.5 pb-2 text-(--rd-text) shadow-modal open:pointer-events-auto md:inset-x-auto md:top-(--top) md:bottom-auto md:left-(--left) md:m-0 md:w-[400px]"
    >
      {shownToolbar && <Content editor={editor} open={shownToolbar} words={words} />}
    </dialog>
  );
}

interface ContentProps extends HighlightToolbarProps {
  readonly open: OpenToolbar;
}

function Content({ editor, open, words }: ContentProps) {
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
              onClick={() => editor.pickColour(id)}
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
              onClick={() => open.id !== null && editor.askRemoval(open.id)}
            />
          )}
          <IconButton label={t.close} icon={<X />} onClick={editor.close} />
        </span>
      </div>
      {open.choosing && open.note === null && <ChooseText editor={editor} />}
      {open.note === null ? (
        <Actions key={open.cfi} editor={editor} open={open} words={words} />
      ) : (
        <NoteField editor={editor} open={open} note={open.note} />
      )}
    </>
  );
}

/** Moves the selection by a sentence, or extends it by a word, as a pointer would by dragging. */
function ChooseText({ editor }: { readonly editor: HighlightEditor }) {
  return (
    <div className="mt-1 flex items-center justify-between gap-2 border-t border-(--rd-line) pt-1 text-[0.8125rem] text-(--rd-muted)">
      <span className="flex items-center">
        <IconButton label={t.previousSentence} icon={<ChevronLeft />} onClick={() => void editor.pickSentence(-1)} />
        <span aria-hidden="true">{t.sentence}</span>
        <IconButton label={t.nextSentence} icon={<ChevronRight />} onClick={() => void editor.pickSentence(1)} />
      </span>
      <span className="flex items-center">
        <IconButton label={t.oneWordLess} icon={<Minus />} onClick={() => editor.stretch('backward')} />
        <span aria-hidden="true">{t.word}</span>
        <IconButton label={t.oneWordMore} icon={<Plus />} onClick={() => editor.stretch('forward')} />
      </span>
    </div>
  );
}

/**
 * Places the toolbar above a virtual keyboard on a phone, elsewhere beside the selection; again after each change of
 * size or page.
 */
function usePlace(
  card: RefObject<HTMLDialogElement | null>,
  open: OpenToolbar | null,
): { readonly style: CSSProperties; readonly dock: 'top' | 'foot' } {
  const gap = useKeyboardGap();
  const [place, setPlace] = useState({ left: 0, top: 0 });
  const [dock, setDock] = useState<'top' | 'foot'>('foot');
  const rect = open?.rect ?? null;
  const isOpen = open !== null;
  useLayoutEffect(() => {
    const element = card.current;
    const host = document.querySelector('[data-book-host]');
    if (!element || !host || !isOpen) return undefined;
    const measure = () => {
      const own = { width: element.offsetWidth, height: element.offsetHeight };
      const screen = { width: innerWidth, height: innerHeight - gap };
      const page = host.getBoundingClientRect();
      const next = toolbarPlace(rect, page, own, screen);
      setDock(dockOf(rect, page, own, screen));
      setPlace((before) => (before.left === next.left && before.top === next.top ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.documentElement);
    return () => observer.disconnect();
  }, [card, gap, isOpen, rect]);
  const style = {
    '--left': `${place.left}px`,
    '--top': `${place.top}px`,
    '--dock': `${gap + DOCK}px`,
  } as CSSProperties;
  return { style, dock };
}

/** Buttons for the selected words besides the colours: note, copy, meaning. */
function Actions({ editor, open, words }: ContentProps) {
  const [isTranslated, setIsTranslated] = useState(false);
  const { quote } = open.fresh;
  return (
    <>
      <div className="mt-1 flex flex-wrap gap-1 border-t border-(--rd-line) pt-1.5">
        <Button variant="quiet" icon={<StickyNote />} onClick={() => editor.openNote()}>
          {t.addNote}
        </Button>
        <Button variant="quiet" icon={<Copy />} onClick={() => void editor.copyOpenText()}>
          {t.copyText}
        </Button>
        <DictionaryAnswer text={quote} words={words} />
        <LookUpButton text={quote} words={words} />
        <TranslateButton isOpen={isTranslated} onToggle={() => setIsTranslated(!isTranslated)} />
      </div>
      {isTranslated && <TranslationOf text={quote} words={words} />}
    </>
  );
}

interface NoteFieldProps {
  readonly editor: HighlightEditor;
  readonly open: OpenToolbar;
  readonly note: string;
}

/** The note's field with its counter, and 'Guardar'. */
function NoteField({ editor, open, note }: NoteFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const hint = useId();
  // Only a note that was asked for gets the focus: showing a note must not open a phone's keyboard.
  const isNewNote = open.saved === '' && note === '';
  useEffect(() => {
    if (isNewNote) field.current?.focus({ preventScroll: true });
  }, [isNewNote]);
  const length = shownLength(note);
  const fits = isSavable(note);
  return (
    <form
      className="mt-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        editor.saveNote();
      }}
    >
      <textarea
        ref={field}
        aria-label={t.note}
        aria-describedby={hint}
        aria-invalid={!fits || undefined}
        placeholder={t.placeholder}
        value={note}
        onChange={(event) => editor.writeNote(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) editor.saveNote();
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

import type { ImageTap, Relocation } from '@cuentos/epub/render/reader-types';
import { hasHyphenators } from '@cuentos/epub/render/hyphenation/hyphenators';
import type { Footnote } from '@cuentos/epub/render/tools/footnote';
import { Bookmarks } from '../../bookmarks/bookmarks.ts';
import { holdScreen, holdUpdates } from './reading-activity.ts';
import { followOtherDevices } from '../position/other-device.ts';
import { savePositionQuote } from '../position/position-quote.ts';
import { HighlightEditor } from '../../highlights/highlight-editor.ts';
import { PATTERNS_KEY } from '../hyphen-patterns.ts';
import { shareChange } from '../themes/shared-settings.ts';
import { ReadingSpeed } from '../progress/reading-speed.ts';
import { JumpBack } from '../progress/jump-back.ts';
import type { ReadingSession } from '../reading-session.ts';
import { showToastHere } from '../../../ui/overlays/toast-store.ts';
import { Store } from '../../../lib/react-store.ts';
import { readerTexts } from '../texts.ts';
import { toolCode } from './tool-code.ts';

/** The first pages have the line to themselves, ms. */
const WARM_UP_MS = 3000;

/** Which tools are open over the page. */
interface ToolsState {
  readonly search: boolean;
  readonly slider: boolean;
  readonly tutorial: boolean;
  readonly speech: boolean;
  readonly note: Footnote | null;
  readonly picture: ImageTap | null;
}

/** The tools beside the page: what is open of them, and those that always work along. */
export class ReadingTools extends Store<ToolsState> {
  readonly wayBack = new JumpBack();
  readonly speed: ReadingSpeed;
  readonly bookmarks: Bookmarks;
  readonly notes: HighlightEditor;

  constructor(session: ReadingSession) {
    super({ search: false, slider: false, tutorial: false, speech: false, note: null, picture: null });
    this.speed = new ReadingSpeed(session.book.publication.characters);
    this.bookmarks = new Bookmarks(session.book);
    this.notes = new HighlightEditor(session.book);
    session.use(this.wayBack.follow);
    session.use(this.bookmarks.follow);
    session.use((reader) => savePositionQuote(session.book, reader));
    if (!session.book.preview) session.use(this.notes.follow);
    session.use((reader) => this.#follow(session, reader));
    if (session.book.preview || session.book.localReader !== null) return;
    session.use(() => shareThemes(session));
    session.use(() => followOtherDevices(session));
  }

  /** Opens a tool as soon as its code is here; without it there is a sentence and the page stays. */
  readonly open = (change: Partial<ToolsState>): void => {
    const changedTools = Object.keys(change) as (keyof ToolsState)[];
    Promise.all(changedTools.map(async (tool) => toolCode[tool]())).then(
      () => this.set(change),
      () => showToastHere('error', readerTexts.toolNotHere),
    );
  };
  /** Closes a tool. */
  readonly close = (tool: keyof ToolsState): void =>
    this.set({ [tool]: tool === 'note' || tool === 'picture' ? null : false });

  #follow(session: ReadingSession, reader: NonNullable<ReadingSession['reader']>): () => void {
    const screen = holdScreen();
    const updates = holdUpdates();
    // An editor who leafs through a preview is not reading.
    const see = (place: Relocation) => session.book.preview || this.speed.see(place, performance.now());
    if (reader.position) see(reader.position);
    const lookAway = () => this.speed.lookAway();
    document.addEventListener('visibilitychange', lookAway);
    const stops = [
      screen.end,
      updates.end,
      () => document.removeEventListener('visibilitychange', lookAway),
      reader.on('relocate', (place) => {
        screen.turned();
        updates.turned();
        see(place);
      }),
      reader.on('prepared', () => hasHyphenators() && notePatterns()),
    ];
    const timer = setTimeout(() => void warmUp(reader), WARM_UP_MS);
    if (location.hash !== '')
      void toolCode.place().then(
        (code) => code.openAtPlace(session, this.bookmarks),
        () => {},
      );
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }
}

/** Tells the reader's other devices of each change of the theme. @returns ends it. */
function shareThemes(session: ReadingSession): () => void {
  let { theme } = session.snapshot();
  return session.subscribe(() => {
    const next = session.snapshot().theme;
    if (next === theme) return;
    void shareChange(theme, next);
    theme = next;
  });
}

/** The next book's first page may wait for the patterns that are here now. */
function notePatterns(): void {
  try {
    localStorage.setItem(PATTERNS_KEY, 'true');
  } catch {
    // Its first chapter is read without them.
  }
}

/** Fetches what a reader without a connection will want; a line that breaks meanwhile changes nothing. */
async function warmUp(reader: NonNullable<ReadingSession['reader']>): Promise<void> {
  const { search, slider, note, picture } = toolCode;
  await Promise.allSettled([search(), slider(), note(), picture(), reader.search('').next()]);
}

/** The book that a part of the reading screen is about, and what lies over its page. */
export interface ReaderProps {
  readonly session: ReadingSession;
  readonly tools: ReadingTools;
}

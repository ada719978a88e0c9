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

/** Delay, so that the first pages have the connection for themselves, ms. */
const WARM_UP_MS = 3000;

/** Tools that are open over the page. */
interface ToolsState {
  readonly search: boolean;
  readonly slider: boolean;
  readonly tutorial: boolean;
  readonly speech: boolean;
  readonly note: Footnote | null;
  readonly picture: ImageTap | null;
}

/** The tools beside the page: the open ones, and those that are always active. */
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

  /** Opens a tool as soon as its code has loaded; without it a message is shown and the page stays. */
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
    // An editor's preview does not count as reading.
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

/** Sends each change of the theme to the reader's other devices. @returns ends it. */
function shareThemes(session: ReadingSession): () => void {
  let { theme } = session.snapshot();
  return session.subscribe(() => {
    const next = session.snapshot().theme;
    if (next === theme) return;
    void shareChange(theme, next);
    theme = next;
  });
}

/** The next book's first page may wait for the patterns that are loaded now. */
function notePatterns(): void {
  try {
    localStorage.setItem(PATTERNS_KEY, 'true');
  } catch {
    // The first chapter is shown without them.
  }
}

/** Fetches code that is needed without a connection; a connection that breaks meanwhile has no effect. */
async function warmUp(reader: NonNullable<ReadingSession['reader']>): Promise<void> {
  const { search, slider, note, picture } = toolCode;
  await Promise.allSettled([search(), slider(), note(), picture(), reader.search('').next()]);
}

/** The book of a part of the reading screen, and the layers over its page. */
export interface ReaderProps {
  readonly session: ReadingSession;
  readonly tools: ReadingTools;
}

import { showToastHere } from '../../../ui/overlays/toast-store.ts';
import type { LoadedOverlays } from './overlays.tsx';
import type { ReadingSession } from '../reading-session.ts';
import type { ReadingTools } from '../tools/reading-tools.ts';
import { overlaysCode } from './overlays-code.ts';
import { Store } from '../../../lib/react-store.ts';
import { readerTexts } from '../texts.ts';

/**
 * Brings the tools and all that lies over the page after the first page is there. A wish that comes sooner waits for
 * them.
 */
export class OverlaysLoader extends Store<{ readonly overlays: LoadedOverlays | null }> {
  readonly #session: ReadingSession;
  #loading: Promise<LoadedOverlays> | null = null;

  constructor(session: ReadingSession) {
    super({ overlays: null });
    this.#session = session;
    session.use((reader) => {
      const again = () => void this.#again();
      addEventListener('online', again);
      const stops = [
        () => removeEventListener('online', again),
        reader.on('footnote', (note) => this.whenHere((tools) => tools.open({ note }))),
        reader.on('image', (picture) => this.whenHere((tools) => tools.open({ picture }))),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    });
  }

  /** Begins to fetch, once the first page is there; a line that breaks meanwhile changes nothing. */
  readonly begin = (): void => {
    if (this.#session.snapshot().ready) this.#load().catch(() => {});
  };

  /**
   * The connection is back: what did not arrive is asked for again. A browser keeps the failure of a module's own import
   * for as long as the page lives, so that only a new page brings it; the place is kept, and nothing else is open yet.
   */
  async #again(): Promise<void> {
    if (!this.#session.snapshot().ready) return;
    await this.#load().catch(async () => {
      if ((await fetch(location.href).catch(() => null))?.ok) location.reload();
    });
  }

  /** Does something with the tools as soon as they are here; without their code there is a sentence and the page stays. */
  readonly whenHere = (work: (tools: ReadingTools) => void): void => {
    this.#load().then(
      ({ tools }) => work(tools),
      () => {
        this.#session.closePanel();
        showToastHere('error', readerTexts.toolNotHere);
      },
    );
  };

  /** Fetches once; what did not arrive is asked for again by the next wish. */
  #load(): Promise<LoadedOverlays> {
    this.#loading ??= overlaysCode().then(
      ({ openOverlays }) => {
        const overlays = openOverlays(this.#session);
        this.set({ overlays });
        return overlays;
      },
      (error: unknown) => {
        this.#loading = null;
        throw error;
      },
    );
    return this.#loading;
  }
}

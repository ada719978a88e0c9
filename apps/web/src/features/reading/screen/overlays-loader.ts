import { showToastHere } from '../../../ui/overlays/toast-store.ts';
import type { LoadedOverlays } from './overlays.tsx';
import type { ReadingSession } from '../reading-session.ts';
import type { ReadingTools } from '../tools/reading-tools.ts';
import { overlaysCode } from './overlays-code.ts';
import { Store } from '../../../lib/react-store.ts';
import { readerTexts } from '../texts.ts';

/** Loads the tools and the layers over the page after the first page is shown. An earlier request waits for them. */
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

  /** Starts to load once the first page is shown; a connection that breaks meanwhile has no effect. */
  readonly begin = (): void => {
    if (this.#session.snapshot().ready) this.#load().catch(() => {});
  };

  /**
   * The connection is back: missing code is requested again. A browser caches the failure of a module's own import as
   * long as the page lives, so the page must be reloaded; the position is stored, and no layer is open yet.
   */
  async #again(): Promise<void> {
    if (!this.#session.snapshot().ready) return;
    await this.#load().catch(async () => {
      if ((await fetch(location.href).catch(() => null))?.ok) location.reload();
    });
  }

  /** Runs work with the tools as soon as they are loaded; without their code it shows a message and the page stays. */
  readonly whenHere = (work: (tools: ReadingTools) => void): void => {
    this.#load().then(
      ({ tools }) => work(tools),
      () => {
        this.#session.closePanel();
        showToastHere('error', readerTexts.toolNotHere);
      },
    );
  };

  /** Loads once; after a failure the next request tries again. */
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

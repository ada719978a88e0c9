import type { Reader } from '@cuentos/epub/render/reader';
import type { Relocation } from '@cuentos/epub/render/reader-types';
import { Store } from '../../../lib/react-store.ts';

/** Number of turned pages after which the way back is no longer offered. */
const TURNS = 5;

type FollowedReader = Pick<Reader, 'back' | 'canGoBack' | 'on' | 'position'>;

interface JumpBackState {
  readonly offered: boolean;
  /** Start of the last jump, percent of the part; null when unknown. */
  readonly origin: number | null;
}

/** 'Volver a donde estaba': offered after a jump, until it is used, dismissed, or the reader has read on. */
export class JumpBack extends Store<JumpBackState> {
  #reader: Pick<Reader, 'back'> | null = null;
  /** Starts of the jumps that can be undone; older ones were dropped. Null: not reported. */
  #origins: readonly (number | null)[] = [];
  #percentage: number | null = null;
  #turns = 0;
  #page = '';
  #returning = false;

  constructor() {
    super({ offered: false, origin: null });
  }

  /** Follows the jumps and turns of an engine. @returns ends it. */
  readonly follow = (reader: FollowedReader): (() => void) => {
    this.#reader = reader;
    this.#percentage = reader.position?.percentage ?? null;
    if (reader.canGoBack()) this.#onHistory(true);
    const stops = [
      reader.on('history', ({ canGoBack }) => this.#onHistory(canGoBack)),
      reader.on('relocate', (place) => this.#onPlace(place)),
    ];
    return () => {
      for (const stop of stops) stop();
      this.#reader = null;
    };
  };

  /** Returns to the start of the last jump; several jumps are undone one by one. */
  async back(): Promise<void> {
    this.#returning = true;
    const went = this.#reader?.back();
    this.#returning = false;
    this.#turns = 0;
    this.#offer(this.#origins.slice(0, -1));
    await went;
  }

  readonly dismiss = (): void => this.#offer([]);

  #onHistory(canGoBack: boolean): void {
    if (this.#returning) return;
    this.#turns = 0;
    this.#offer(canGoBack ? [...this.#origins, this.#percentage] : []);
  }

  #onPlace({ reason, sectionIndex, page, percentage }: Relocation): void {
    this.#percentage = percentage;
    // Scrolling reports several places of one page.
    const shownPage = `${sectionIndex}/${page}`;
    if (reason === 'turn' && shownPage !== this.#page) this.#turns += 1;
    this.#page = shownPage;
    if (this.#turns >= TURNS) this.#offer([]);
  }

  #offer(origins: readonly (number | null)[]): void {
    if (origins.length === 0 && this.#origins.length === 0) return;
    this.#origins = origins;
    this.set({ offered: origins.length > 0, origin: origins.at(-1) ?? null });
  }
}

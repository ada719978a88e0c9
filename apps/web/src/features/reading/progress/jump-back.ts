import type { Reader } from '@cuentos/epub/render/reader';
import type { Relocation } from '@cuentos/epub/render/reader-types';
import { Store } from '../../../lib/react-store.ts';

/** After so many pages read on, the way back is not offered any more. */
const TURNS = 5;

type FollowedReader = Pick<Reader, 'back' | 'canGoBack' | 'on' | 'position'>;

interface JumpBackState {
  readonly offered: boolean;
  /** Where the last jump began, percent of the part; null where that is not known. */
  readonly origin: number | null;
}

/** 'Volver a donde estaba': offered after a jump, until it is taken, refused, or the reading went on elsewhere. */
export class JumpBack extends Store<JumpBackState> {
  #reader: Pick<Reader, 'back'> | null = null;
  /** Where the jumps began from which one may return; older ones were given up. Null: that was not reported. */
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

  /** Returns to where the last jump began; several jumps are taken back one by one. */
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
    // Scrolling reports many places of one page.
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

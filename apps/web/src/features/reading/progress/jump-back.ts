import type { Reader } from '@cuentos/epub/render/reader';
import type { Relocation } from '@cuentos/epub/render/reader-types';
import { Store } from '../../../lib/react-store.ts';

/** After so many pages read on, the way back is not offered any more. */
const TURNS = 5;

/** 'Volver a donde estaba': offered after a jump, until it is taken, refused, or the reading went on elsewhere. */
export class JumpBack extends Store<{ readonly offered: boolean }> {
  #reader: Pick<Reader, 'back'> | null = null;
  /** Jumps of which one may return; older ones were given up. */
  #jumps = 0;
  #turns = 0;
  #page = '';
  #returning = false;

  constructor() {
    super({ offered: false });
  }

  /** Follows the jumps and turns of an engine. @returns ends it. */
  readonly follow = (reader: Pick<Reader, 'back' | 'canGoBack' | 'on'>): (() => void) => {
    this.#reader = reader;
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
    this.#offer(Math.max(0, this.#jumps - 1));
    await went;
  }

  readonly dismiss = (): void => this.#offer(0);

  #onHistory(canGoBack: boolean): void {
    if (this.#returning) return;
    this.#turns = 0;
    this.#offer(canGoBack ? this.#jumps + 1 : 0);
  }

  #onPlace({ reason, sectionIndex, page }: Relocation): void {
    // Scrolling reports many places of one page.
    const shownPage = `${sectionIndex}/${page}`;
    if (reason === 'turn' && shownPage !== this.#page) this.#turns += 1;
    this.#page = shownPage;
    if (this.#turns >= TURNS) this.#offer(0);
  }

  #offer(jumps: number): void {
    this.#jumps = jumps;
    if (jumps > 0 !== this.snapshot().offered) this.set({ offered: jumps > 0 });
  }
}

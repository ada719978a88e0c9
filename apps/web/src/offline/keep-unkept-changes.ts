import { keepChange } from './highlight-replica.ts';
import { changeWasKept, unkeptChanges } from './local-highlights.ts';

/** Changes that a killed page only noted in local storage. */
export async function keepUnkeptChanges(): Promise<void> {
  for (const change of unkeptChanges()) {
    await keepChange(change).then(
      () => changeWasKept(change),
      () => {
        // Storage is refused: it stays noted.
      },
    );
  }
}

import type { PublicPart } from '@cuentos/contract/books';
import { useEffect, useState } from 'react';
import { useTask } from '../../ui/forms/use-task.ts';
import { showToastHere } from '../../ui/overlays/toast-store.ts';
import { pocketTexts as t } from './texts.ts';

/** Loads the code separately, outside of a page's first script. */
const pocketCode = async () => import('./pocket.ts');

let loaded: Promise<unknown> | null = null;

/**
 * Whether a part is in the pocket, and a function that adds it, which shows a failure.
 * @param price of the part alone now, pesos
 */
export function usePocketPlace(part: Pick<PublicPart, 'id' | 'book_id' | 'name'>, bookName: string, price: number) {
  const isInside = useIsInPocket(part.id);
  const { busy, run } = useTask();
  const add = () =>
    void run(async () => {
      const { addToPocket, PocketFull } = await pocketCode();
      try {
        await addToPocket(part, bookName, price);
      } catch (error) {
        const isFull = error instanceof PocketFull || (error as { code?: unknown }).code === 'pocket_full';
        showToastHere('error', isFull ? t.full : t.addFailed);
      }
    });
  return { isInside, busy, add };
}

/** Whether a part is in the pocket; requested once for each page load. */
function useIsInPocket(partId: string): boolean {
  const [isInside, setInside] = useState(false);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isHere = true;
    void pocketCode().then(
      ({ pocketIds, loadPocketIds }) => {
        if (!isHere) return;
        const look = () => setInside(pocketIds.snapshot().has(partId));
        stop = pocketIds.subscribe(look);
        look();
        loaded ??= loadPocketIds().catch(() => {
          loaded = null;
        });
      },
      () => {},
    );
    return () => {
      isHere = false;
      stop?.();
    };
  }, [partId]);
  return isInside;
}

import type { PublicPart } from '@cuentos/contract/books';
import { Check, Wallet } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, buttonClass } from '../../ui/button.tsx';
import { useTask } from '../../ui/forms/use-task.ts';
import { Link } from '../../ui/navigation.tsx';
import { showToastHere } from '../../ui/overlays/toast-store.ts';
import { pocketTexts as t } from './texts.ts';

/** Its code stays out of a page's first script. */
const pocketCode = async () => import('./pocket.ts');

let loaded: Promise<unknown> | null = null;

interface PocketButtonProps {
  readonly part: Pick<PublicPart, 'id' | 'book_id' | 'name'>;
  readonly bookName: string;
  /** What the part costs alone now, pesos. */
  readonly price: number;
}

/** 'Agregar a Tu bolsillo': keeps a part to be paid with others. Once it is kept, the button opens the pocket. */
export function PocketButton({ part, bookName, price }: PocketButtonProps) {
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
  if (isInside) {
    return (
      <Link
        to="/pocket"
        className={buttonClass({ variant: 'quiet', full: true })}
        aria-label={t.of(t.inside, part.name)}
      >
        <Check aria-hidden="true" />
        {t.inside}
      </Link>
    );
  }
  return (
    <Button
      variant="quiet"
      full
      busy={busy}
      icon={<Wallet aria-hidden="true" />}
      aria-label={t.of(t.add, part.name)}
      onClick={add}
    >
      {t.add}
    </Button>
  );
}

/** Whether a part is in the pocket; asked once for each page load. */
function useIsInPocket(partId: string): boolean {
  const [isInside, setInside] = useState(false);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isHere = true;
    void pocketCode().then(
      ({ pocketIds, lookIntoPocket }) => {
        if (!isHere) return;
        const look = () => setInside(pocketIds.snapshot().has(partId));
        stop = pocketIds.subscribe(look);
        look();
        loaded ??= lookIntoPocket().catch(() => {
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

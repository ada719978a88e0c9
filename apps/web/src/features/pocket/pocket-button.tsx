import type { PublicPart } from '@cuentos/contract/books';
import { Check, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Link } from '../../ui/navigation.tsx';
import { pocketTexts as t } from './texts.ts';
import { usePocketPlace } from './use-pocket-place.ts';

interface PocketButtonProps {
  readonly part: Pick<PublicPart, 'id' | 'book_id' | 'name'>;
  readonly bookName: string;
  /** Current price of the part alone, pesos. */
  readonly price: number;
}

/** 'Agregar a Tu bolsillo': adds a part, to be paid with others. Then 'Ver y pagar' is shown. */
export function PocketButton({ part, bookName, price }: PocketButtonProps) {
  const { isInside, busy, add } = usePocketPlace(part, bookName, price);
  if (isInside) return <PocketLink name={part.name} />;
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

interface PocketIconProps extends PocketButtonProps {
  /** Content before the icon. */
  readonly children: ReactNode;
}

/**
 * Icon at the end of a line. After adding, 'Ver y pagar' replaces `children` and the icon, so that the layout stays.
 */
export function PocketIcon({ part, bookName, price, children }: PocketIconProps) {
  const { isInside, busy, add } = usePocketPlace(part, bookName, price);
  if (isInside) return <PocketLink name={part.name} />;
  return (
    <>
      {children}
      <IconButton
        label={t.of(t.add, part.name)}
        icon={<Wallet aria-hidden="true" />}
        aria-busy={busy || undefined}
        onClick={busy ? undefined : add}
      />
    </>
  );
}

/** 'Ver y pagar', of a part in the pocket. */
function PocketLink({ name }: { readonly name: string }) {
  return (
    <Link
      to="/pocket"
      className={`${buttonClass({ full: true })} min-w-0 flex-1`}
      aria-label={t.of(t.seeAndPay, name)}
      title={t.inside}
    >
      <Check aria-hidden="true" />
      {t.seeAndPay}
    </Link>
  );
}

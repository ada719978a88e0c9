import type { PublicPart } from '@cuentos/contract/books';
import { BookOpen } from 'lucide-react';
import { type ButtonLook, buttonClass } from '../../ui/button-class.ts';
import { bookTexts as t } from './texts.ts';
import { isOffered } from './sample-part.ts';

interface SampleLinkProps extends ButtonLook {
  readonly bookId: string;
  readonly part: PublicPart;
  readonly withIcon?: boolean;
  readonly className?: string;
}

/** 'Lee el comienzo', or 'Leer gratis' of a fully open part; absent for a closed part. */
export function SampleLink({ bookId, part, withIcon = false, className = '', ...look }: SampleLinkProps) {
  if (!isOffered(part)) return null;
  const isWhole = part.sample === 'whole';
  return (
    // The reader has a document of its own: the router does not know this address.
    <a
      href={`/sample/${bookId}/${part.id}`}
      aria-label={isWhole ? t.readFreeOf(part.name) : t.readBeginningOf(part.name)}
      className={`${buttonClass(look)} ${className}`}
    >
      {withIcon && <BookOpen aria-hidden="true" />}
      {isWhole ? t.readFree : t.readBeginning}
    </a>
  );
}

import type { PublicBook } from '@cuentos/contract/books';
import type { ReactNode } from 'react';
import { formatPrice } from '../../lib/formats.ts';
import { useSite } from '../../lib/page-data.ts';
import { bookAtAGlance } from './part-pricing.ts';
import { bookTexts as t } from './texts.ts';

interface GlanceProps {
  readonly book: PublicBook;
  readonly now: number;
  /** A card shows the price first, and no reading time; the featured card has its number of parts elsewhere. */
  readonly look: 'card' | 'featured' | 'page';
}

/** 'desde $490 · primera parte gratis · 4 partes': the prices of a book, beside the link to it. */
export function BookAtAGlanceLine({ book, now, look }: GlanceProps) {
  const { parts, released, from, free, minutes } = bookAtAGlance(book, now, useSite()?.leastAmount ?? 0);
  if (parts === 0) return null;
  const price = from !== null && (
    <>
      {parts > 1 && `${t.from} `}
      <b>{formatPrice(from)}</b>
    </>
  );
  const gift = free !== 'none' && <b>{t.isFree[free]}</b>;
  const count = <span>{t.countedParts(parts)}</span>;
  if (look === 'featured') return <Facts items={{ price, gift }} className="mt-1.5" />;
  if (look === 'card') return <Facts items={{ price, gift, count }} className="mt-1.5" />;
  const counts = (
    <>
      <b>{t.countedParts(parts)}</b>
      {released > 0 && released < parts && `, ${t.partsOut(released)}`}
    </>
  );
  const time = minutes !== null && (released === parts ? t.inAll(t.readingTime(minutes)) : t.readingTime(minutes));
  return <Facts items={{ counted: counts, price, gift, time }} />;
}

function Facts({
  items,
  className = '',
}: {
  readonly items: Readonly<Record<string, ReactNode>>;
  readonly className?: string;
}) {
  const visibleItems = Object.entries(items).filter(([, item]) => Boolean(item));
  return (
    <ul className={`flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2 [&_b]:font-semibold [&_b]:text-ink ${className}`}>
      {visibleItems.map(([name, item]) => (
        <li key={name}>{item}</li>
      ))}
    </ul>
  );
}

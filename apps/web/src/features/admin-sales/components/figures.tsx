import type { Figure } from '@cuentos/contract/admin/reports';
import { formatNumber, formatPrice } from '../../../lib/formats.ts';
import { salesTexts as t } from '../texts.ts';

/** Figures that are counted and not paid. */
const counts = new Set(['sales', 'free', 'readers']);
/** What the owner asks for first; the rest follows as the server sends it. */
const FIRST = 'net';

function shown({ key, value }: Figure): string {
  if (value === null) return t.hidden;
  if (counts.has(key)) return formatNumber(value);
  return value < 0 ? `−${formatPrice(-value)}` : formatPrice(value);
}

/** One ruled strip, the first figure larger, each with what it counts. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  const ordered = [...figures.filter(({ key }) => key === FIRST), ...figures.filter(({ key }) => key !== FIRST)];
  return (
    <section aria-label={t.figures}>
      <dl className="grid grid-cols-2 border-t border-line md:grid-cols-3 lg:grid-cols-5">
        {ordered.map((figure, index) => (
          <div
            key={figure.key}
            className={`flex flex-col border-b border-line py-4 pr-4 max-md:odd:pl-4 md:border-l md:pl-4 md:first:border-l-0 md:first:pl-0 ${index === 0 ? 'max-md:col-span-2 max-md:pl-0! lg:row-span-2' : ''}`}
          >
            <dt className="text-xs font-semibold text-ink-2">{figure.name}</dt>
            <dd
              className={`figures mt-1 font-serif font-semibold ${index === 0 ? 'text-3xl leading-tight' : 'text-xl leading-8'}`}
            >
              {shown(figure)}
            </dd>
            <dd className="mt-1 text-xs text-ink-3">{figure.definition}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

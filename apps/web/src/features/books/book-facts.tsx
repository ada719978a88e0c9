import { type ExportPermission, permissionOf } from '@cuentos/domain/exports/export-permission';
import { formatNumber } from '../../lib/formats.ts';
import { useSite } from '../../lib/page-data.ts';
import { exportTexts } from '../exports/texts.ts';
import { bookTexts as t } from './texts.ts';

interface BookFactsProps {
  readonly book: {
    readonly location: string;
    readonly genre: string;
    readonly pages: number;
    readonly download_count: number;
    readonly series: { readonly name: string; readonly number: number | null } | null;
    readonly isbn: string | null;
    readonly export_permission: ExportPermission | null;
  };
  /** Whether the downloads are shown: where a part can be downloaded, and the count is known. */
  readonly downloads?: boolean;
}

/** The colophon: place, genre, pages. */
export function BookFacts({ book, downloads = false }: BookFactsProps) {
  const ofShop = useSite()?.shop.export_permission ?? 'not-at-all';
  const permission = permissionOf(book.export_permission, ofShop);
  // An imported book may lack place and genre.
  const facts = [
    [t.place, book.location],
    [t.genre, book.genre],
    [t.pages, book.pages > 0 ? formatNumber(book.pages) : ''],
    [t.series, book.series ? t.inSeries(book.series.name, book.series.number) : ''],
    [t.isbn, book.isbn ?? ''],
    [exportTexts.fact, permission === 'not-at-all' ? '' : exportTexts.factText[permission]],
    ...(downloads ? [[t.downloads, formatNumber(book.download_count)]] : []),
  ].filter(([, value]) => value !== '');
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2 wrap-anywhere text-[0.9375rem] leading-[1.4]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="figures">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

import {
  adminGetToday,
  type ComingRow,
  type SoldOrder,
  type SoldSpan,
  type Today,
  type WaitingKind,
  type WaitingRow,
  writterGetToday,
} from '@cuentos/contract/today';
import { monthOf } from '@cuentos/domain/accounting/month';
import { paymentMethodName } from '@cuentos/domain/payments/payment-method';
import { DAY_MS } from '@cuentos/domain/time/durations';
import { endOfSantiagoDay, santiagoDate, startOfSantiagoDay } from '@cuentos/domain/time/santiago';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { CircleAlert, Plus } from 'lucide-react';
import { Fragment, type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { useNow } from '../../lib/clock.ts';
import { formatDate, formatPrice } from '../../lib/formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { ListFailure } from '../../ui/lists/list-panel.tsx';
import { EmptyPocketDrawing } from '../../ui/pictures/drawings.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { adminQueryOf } from '../admin/admin-call.ts';
import { formatMinute } from '../admin/dates.ts';
import {
  CodeLink,
  linkLines,
  linkText,
  Naming,
  type NamingWords,
  PartLink,
  partsPath,
  PersonLink,
} from '../admin/row-links.tsx';
import { countWaiting, WAITING_EVERY_MS, waitingPlaces } from '../admin/waiting.ts';
import { todayTexts as t } from './texts.ts';

/** Time before a deadline from which on it is urgent, ms. */
const URGENT_MS = 3 * DAY_MS;

const longDay = new Intl.DateTimeFormat('es-CL', {
  timeZone: 'America/Santiago',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** `Miércoles, 25 de noviembre de 2026`, in Santiago. */
function dayInWords(now: number): string {
  const words = longDay.format(now);
  return `${words.charAt(0).toLocaleUpperCase('es-CL')}${words.slice(1)}`;
}

/** Refetched as often as the tabs' numbers, so that an open page shows the same numbers, and the right day. */
const todayQuery = queryOptions({
  ...adminQueryOf(adminGetToday, { handles: 'all', quiet: true }),
  refetchInterval: WAITING_EVERY_MS,
});

/** /admin: tasks, sales, and coming releases. */
export function AdminTodayScreen() {
  const today = useQuery(todayQuery);
  return (
    <TodayPage
      actions={
        <>
          <Link to="/admin/book-parts?nueva" className={`${buttonClass({ variant: 'primary' })} max-md:basis-full`}>
            <Plus aria-hidden="true" />
            {t.newPart}
          </Link>
          <Link to="/admin/announcements?escribir=nuevo" className={`${buttonClass()} max-md:flex-1`}>
            {t.announcement}
          </Link>
          <Link to="/admin/user-book-parts?regalar" className={`${buttonClass()} max-md:flex-1`}>
            {t.give}
          </Link>
        </>
      }
    >
      {today.isPending && <Waiting className="skeleton mt-11 h-80" />}
      {today.isError && <ListFailure onRetry={() => void today.refetch()} />}
      {today.data && (
        <>
          <WaitingRows rows={today.data.waiting} />
          <Sold sold={today.data.sold} />
          <Coming rows={today.data.coming} area="admin" />
        </>
      )}
    </TodayPage>
  );
}

/** /writter: the coming releases of her books. */
export function WritterTodayScreen() {
  const today = useQuery(adminQueryOf(writterGetToday, { handles: 'all' }));
  return (
    <TodayPage
      actions={
        <>
          <Link to="/writter/book-parts?nueva" className={`${buttonClass({ variant: 'primary' })} max-md:flex-1`}>
            <Plus aria-hidden="true" />
            {t.newPart}
          </Link>
          <Link to="/writter/books" className={`${buttonClass()} max-md:flex-1`}>
            {t.books}
          </Link>
        </>
      }
    >
      {today.isPending && <Waiting className="skeleton mt-11 h-80" />}
      {today.isError && <ListFailure onRetry={() => void today.refetch()} />}
      {today.data && <Coming rows={today.data.coming} area="writter" />}
    </TodayPage>
  );
}

/** One column: the date, the buttons, the sections. */
function TodayPage({ actions, children }: { readonly actions: ReactNode; readonly children: ReactNode }) {
  const now = useNow();
  return (
    <div className="max-w-[760px]">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <h1 className="type-3">{t.title}</h1>
          <p className="mt-1 text-sm text-ink-3">{dayInWords(now)}</p>
        </div>
        <div className="flex flex-wrap gap-2 max-md:w-full">{actions}</div>
      </div>
      {children}
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  /** Content at the right of the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

function Section({ title, aside, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-11">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-b border-line-strong">
        <h2 id={id} className="type-1">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

const quietLink = `${buttonClass({ variant: 'quiet' })} max-md:min-w-11 max-md:justify-start max-md:justify-self-start max-md:px-0 md:-mr-2.5`;

/** All waiting tasks, by deadline. */
function WaitingRows({ rows }: { readonly rows: readonly WaitingRow[] }) {
  const count = countWaiting(rows, Object.values(waitingPlaces));
  const words = t.waitingCount(count);
  const isDated = rows.some(({ due_at: due }) => due !== null);
  const aside = count > 0 && <span className="figures text-sm text-ink-3">{isDated ? t.dueFirst(words) : words}</span>;
  return (
    <Section title={t.waitingTitle} aside={aside}>
      {rows.length === 0 ? (
        <EmptyState drawing={<EmptyPocketDrawing />} title={t.nothingWaits} text={t.nothingWaitsText} />
      ) : (
        <ul>
          {rows.map((row) => (
            <WaitingEntry key={row.kind} row={row} />
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Address of a row's subject within the screen of its kind. */
const links: Partial<Record<WaitingKind, (row: WaitingRow) => string | null>> = {
  mail: () => '/admin/log?ver=correos',
  // The oldest month first: its document is due first.
  folio: ({ since }) => since && `/admin/accounting?month=${monthOf(Date.parse(since))}`,
  // A single message is opened; of several the list shows which waits longest.
  message: ({ count, subject }) => (count === 1 && subject ? `/admin/messages?thread=${subject}` : null),
  edition: ({ subject }) => subject && partsPath(subject),
  sample: ({ subject }) => subject && partsPath(subject),
};

function WaitingEntry({ row }: { readonly row: WaitingRow }) {
  const { kind, count, person, amount, since, due_at: due } = row;
  const now = useNow();
  const words = t.waiting[kind];
  const facts = {
    count,
    isNamed: person !== null,
    amount: amount === null ? null : formatPrice(amount),
    since: since === null ? null : sinceWords(since, now),
  };
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-line py-3.5 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-serif text-lg leading-snug font-[560]">
          {words.title(count)}
          {due !== null && <Deadline due={due} now={now} />}
        </h3>
        <p className="mt-0.5 text-sm text-ink-2">
          <Naming words={words.about(facts)} name={person && <PersonLink {...person} />} />
        </p>
      </div>
      <Link
        to={links[kind]?.(row) ?? waitingPlaces[kind]}
        className={quietLink}
        aria-label={`${words.action}: ${words.title(count)}`}
      >
        {words.action}
      </Link>
    </li>
  );
}

function Deadline({ due, now }: { readonly due: string; readonly now: number }) {
  if (Date.parse(due) - now > URGENT_MS) return <Badge>{t.due(formatDate(due))}</Badge>;
  return (
    <Badge tone="bad">
      <CircleAlert aria-hidden="true" />
      {t.before(formatDate(due))}
    </Badge>
  );
}

/** Since when, in days in Santiago. */
function sinceWords(instant: string, now: number): string {
  const at = Date.parse(instant);
  const today = startOfSantiagoDay(santiagoDate(now));
  if (at >= today) return t.sinceToday;
  if (endOfSantiagoDay(santiagoDate(at)) + 1 === today) return t.sinceYesterday;
  return t.since(formatDate(at));
}

/** Three spans side by side, and the latest purchases. */
function Sold({ sold: { day, week, month, latest } }: { readonly sold: Today['sold'] }) {
  const aside = (
    <Link
      to="/admin/sales"
      className="inline-flex min-h-11 items-center text-[0.9375rem] leading-5 font-semibold text-accent hover:underline"
    >
      {t.seeMoney}
    </Link>
  );
  return (
    <Section title={t.soldTitle} aside={aside}>
      <dl className="flex flex-wrap border-b border-line">
        <Span name={t.spans.day} span={day} isFirst />
        <Span name={t.spans.week} span={week} />
        <Span name={t.spans.month} span={month} />
      </dl>
      {latest.length === 0 ? (
        <p className="py-4 text-sm text-ink-2">{t.nothingSold}</p>
      ) : (
        <ul>
          {latest.map((order) => (
            <LatestOrder key={order.order_id} order={order} />
          ))}
        </ul>
      )}
    </Section>
  );
}

interface SpanProps {
  readonly name: string;
  readonly span: SoldSpan;
  readonly isFirst?: boolean;
}

function Span({ name, span: { net, sales, refunds }, isFirst = false }: SpanProps) {
  const words = [t.sales(sales), t.refunds(refunds)] as const;
  const counts = sales === 0 && refunds === 0 ? t.noMovement : isFirst ? t.net(...words) : t.others(...words);
  return (
    <div
      className={`flex-[1_1_8rem] py-4.5 pr-4 ${isFirst ? 'max-md:basis-full max-md:border-b max-md:border-line md:grow-[1.4]' : 'md:border-l md:border-line md:pl-5'}`}
    >
      <dt className="text-sm font-semibold text-ink-2">{name}</dt>
      <dd
        className={`figures mt-1 font-serif font-[560] whitespace-nowrap tracking-[-0.015em] ${isFirst ? 'text-[2.25rem] leading-[1.1]' : 'text-2xl leading-[1.2]'}`}
      >
        {formatPrice(net)}
      </dd>
      <dd className="mt-1.5 text-xs leading-[1.125rem] text-ink-3">{counts}</dd>
    </div>
  );
}

function LatestOrder({ order }: { readonly order: SoldOrder }) {
  const now = useNow();
  const { person, parts, total, method, discount_code: code, is_gift: isGift } = order;
  const how = [method === null || method === '' ? null : paymentMethodName(method), isGift ? t.gift : null]
    .filter((word) => word !== null)
    .join(' · ');
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-b border-line py-3 text-[0.9375rem] leading-[1.4] md:grid-cols-[3.75rem_minmax(0,1fr)_auto]">
      <span className="figures text-sm text-ink-3 max-md:col-span-full">{timeOf(order.at, now)}</span>
      <div className={`${linkLines} min-w-0 [overflow-wrap:anywhere]`}>
        <span>
          <PersonLink {...person} />
        </span>
        <span className={linkText}>
          {parts.map((part, index) => (
            <Fragment key={part.id}>
              {index > 0 && ', '}
              <PartLink bookId={part.book_id} name={part.name} />
            </Fragment>
          ))}
        </span>
        {(how !== '' || code !== null) && (
          <span className={`text-xs text-ink-3 ${code === null ? 'as-blocks:-mt-4' : ''}`}>
            {how}
            {code !== null && (
              <>
                {how !== '' && ' · '}
                {t.code} <CodeLink code={code} />
              </>
            )}
          </span>
        )}
      </div>
      <span className="figures font-semibold">{formatPrice(total)}</span>
    </li>
  );
}

/** The time of today's purchase, the day of an older one. */
function timeOf(instant: string, now: number): string {
  const at = Date.parse(instant);
  const today = startOfSantiagoDay(santiagoDate(now));
  if (at >= today) return formatMinute(at).slice(-5);
  if (endOfSantiagoDay(santiagoDate(at)) + 1 === today) return t.yesterday;
  return formatDate(at).slice(0, 5);
}

/** The list of dated events. */
function Coming({ rows, area }: { readonly rows: readonly ComingRow[]; readonly area: 'admin' | 'writter' }) {
  return (
    <Section title={t.comingTitle}>
      {rows.length === 0 ? (
        <p className="py-4 text-sm text-ink-2">{t.nothingComes}</p>
      ) : (
        <ol className="pt-3">
          {rows.map((row, index) => (
            <ComingEntry
              key={`${row.kind} ${row.id}`}
              row={row}
              area={area}
              isNext={index === 0}
              isLast={index === rows.length - 1}
            />
          ))}
        </ol>
      )}
    </Section>
  );
}

interface ComingEntryProps {
  readonly row: ComingRow;
  readonly area: 'admin' | 'writter';
  readonly isNext: boolean;
  readonly isLast: boolean;
}

function ComingEntry({ row, area, isNext, isLast }: ComingEntryProps) {
  const { title, about, named, to, action } = comingWords(row, area);
  return (
    <li className="relative grid gap-x-5 gap-y-0.5 py-3.5 pl-8.5 md:grid-cols-[8.5rem_minmax(0,1fr)_auto] md:items-center">
      <span
        aria-hidden="true"
        className={`absolute top-[1.4rem] left-0.5 z-1 h-4 w-3.5 rounded-b-[6px] border-2 ${isNext ? 'border-accent bg-accent' : 'border-line-strong bg-sheet'}`}
      />
      {!isLast && <span aria-hidden="true" className="seam-y absolute top-[2.65rem] -bottom-5 left-2" />}
      <p className="figures text-[0.9375rem] leading-[1.3] font-semibold">{whenOf(row.at)}</p>
      <div className={`${linkLines} min-w-0 [overflow-wrap:anywhere]`}>
        <h3 className="font-serif text-[1.0625rem] leading-[1.4] font-[560]">
          <Naming words={title} name={named.title} />
        </h3>
        <p className="text-sm text-ink-2">
          <Naming words={about} name={named.about} />
        </p>
      </div>
      <Link
        to={to}
        className={quietLink}
        aria-label={`${action}: ${typeof title === 'string' ? title : title.join(row.name)}`}
      >
        {action}
      </Link>
    </li>
  );
}

/** `30/11, 23:59`. */
function whenOf(instant: string): string {
  const [date = '', time = ''] = formatMinute(instant).split(' ');
  return `${date.slice(0, 5)}, ${time}`;
}

interface ComingWords {
  readonly title: NamingWords;
  readonly about: NamingWords;
  /** Person or object that is named. */
  readonly named: { readonly title?: ReactNode; readonly about?: ReactNode };
  /** Screen on which it is changed. */
  readonly to: string;
  readonly action: string;
}

/** Returns the words for an event to come. */
function comingWords(row: ComingRow, area: 'admin' | 'writter'): ComingWords {
  if (row.kind === 'code_end') {
    const named = { title: <CodeLink code={row.name} /> };
    return { title: t.codeEnd, about: t.codeEndAbout, named, to: '/admin/discount-codes', action: t.change };
  }
  if (row.kind === 'announcement') {
    const about = t.announcementAbout(row.name, row.people);
    return { title: t.announcementOut, about, named: {}, to: '/admin/announcements', action: t.see };
  }
  const linked = (name: string) => <PartLink bookId={row.book_id} name={name} area={area} />;
  const to = partsPath(row.book_id, area);
  if (row.kind === 'release') {
    const named = { title: linked(row.name), about: linked(row.book_name) };
    return { title: t.release, about: t.releaseAbout(row.people), named, to, action: t.change };
  }
  const about = t.presaleEndAbout(formatPrice(row.price), formatPrice(row.later_price));
  return { title: t.presaleEnd, about, named: { about: linked(row.name) }, to, action: t.change };
}

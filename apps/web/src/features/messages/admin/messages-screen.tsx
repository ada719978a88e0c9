import type { AdminThreadEntry, ThreadState } from '@cuentos/contract/messages';
import { useEffect, useId, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { buttonClass } from '../../../ui/button-class.ts';
import { restoreFocus } from '../../../ui/focus-fallback.ts';
import { NativeSelect } from '../../../ui/forms/select-field.tsx';
import type { Column } from '../../../ui/lists/data-table.tsx';
import { ListPanel } from '../../../ui/lists/list-panel.tsx';
import { Link } from '../../../ui/navigation.tsx';
import { shortNumber } from '../../orders/queries.ts';
import { SectionTitle } from '../../admin/area-frame.tsx';
import { formatMinute } from '../../admin/dates.ts';
import { linkText, PartLinks, PersonLink } from '../../admin/row-links.tsx';
import { usePagedList } from '../../admin/use-paged-list.ts';
import { threadPages } from './api.ts';
import { threadTexts as t } from './texts.ts';
import { AdminThreadView, GoneAnswers, ThreadBadge } from './thread-view.tsx';

/** /admin/messages: the list, or the thread in the address. */
export function AdminMessagesScreen() {
  const [query] = useSearchParams();
  const id = query.get('thread');
  const shownThread = useRef(id);
  useEffect(() => {
    if (shownThread.current === id) return;
    shownThread.current = id;
    // Moves the focus, since only the query changes, which is no new page for the code that does so.
    restoreFocus('main h2');
  }, [id]);
  return id === null ? <ThreadList /> : <AdminThreadView key={id} id={id} />;
}

type Filter = keyof typeof t.filters;
const filters = Object.keys(t.filters) as Filter[];

/** State of the listed threads, kept in the address, so that a step back shows the same list. */
function useFilter() {
  const [query, setQuery] = useSearchParams();
  const filter: Filter = filters.find((each) => each === query.get('estado')) ?? 'open';
  const setFilter = (next: string) =>
    setQuery(
      (before) => {
        if (next === 'open') before.delete('estado');
        else before.set('estado', next);
        before.delete('pagina');
        return before;
      },
      { replace: true },
    );
  return [filter, setFilter] as const;
}

function ThreadList() {
  const [filter, setFilter] = useFilter();
  const id = useId();
  return (
    <>
      <SectionTitle
        title={t.title}
        text={t.text}
        actions={
          <div className="flex flex-wrap items-center gap-2.5 text-sm">
            <label htmlFor={id}>{t.filter}</label>
            <NativeSelect
              id={id}
              value={filter}
              onChange={(event) => setFilter(event.target.value)}
              className="min-h-11 py-2"
            >
              {filters.map((each) => (
                <option key={each} value={each}>
                  {t.filters[each]}
                </option>
              ))}
            </NativeSelect>
          </div>
        }
      />
      <GoneAnswers />
      <Threads key={filter} state={filter === 'all' ? null : filter} />
    </>
  );
}

function Threads({ state }: { readonly state: ThreadState | null }) {
  const list = usePagedList<AdminThreadEntry>({
    ...threadPages(state),
    wordsOf: ({ person, order_id: order }) => `${person.name} ${person.email} ${order ?? ''}`,
  });
  return <ListPanel list={list} caption={t.caption} columns={columns} searchLabel={t.search} empty={t.empty} />;
}

/** Opens a thread; the address keeps the list's state. */
function ThreadLink({ entry: { id, person } }: { readonly entry: AdminThreadEntry }) {
  const [query] = useSearchParams();
  const next = new URLSearchParams(query);
  next.set('thread', id);
  return (
    <Link
      to={`/admin/messages?${next.toString()}`}
      aria-label={t.seeOf(person.name || t.nobody)}
      className={buttonClass({ variant: 'quiet' })}
    >
      {t.see}
    </Link>
  );
}

const columns: Column<AdminThreadEntry>[] = [
  {
    id: 'name',
    label: t.columns.name,
    place: 'title',
    className: 'md:w-[22%]',
    cell: ({ person }) => (
      <>
        {person.user_id === null || person.is_gone ? (
          person.name || t.nobody
        ) : (
          <PersonLink id={person.user_id} name={person.name || t.nobody} />
        )}
        <span className="block font-sans text-xs font-normal [overflow-wrap:anywhere] text-ink-3">{person.email}</span>
        {!person.email_verified && !person.is_gone && (
          <span className="block font-sans text-xs font-normal text-ink-3">
            {person.user_id === null ? t.visitor : t.unproved}
          </span>
        )}
      </>
    ),
  },
  {
    id: 'state',
    label: t.columns.state,
    place: 'badge',
    cell: ({ state }) => <ThreadBadge state={state} />,
  },
  {
    id: 'about',
    label: t.columns.about,
    className: 'md:w-[22%]',
    cell: ({ subject, parts = [], order_id: order }) => (
      <>
        {parts.length > 0 ? (
          <span className={`${linkText} block`}>
            <PartLinks titles={parts} />
          </span>
        ) : (
          t.subjects[subject]
        )}
        {order !== null && <span className="figures block text-xs text-ink-3">{shortNumber(order)}</span>}
      </>
    ),
  },
  {
    id: 'last',
    label: t.columns.last,
    cell: ({ last, unread }) => (
      <>
        <span className={`line-clamp-2 [overflow-wrap:anywhere] ${unread > 0 ? 'font-semibold' : ''}`}>
          {last.side === 'shop' && `${t.you}: `}
          {last.excerpt}
        </span>
        <span className="figures block text-xs text-ink-3">
          {formatMinute(last.created_at)}
          {unread > 0 && `, ${t.unread(unread)}`}
        </span>
      </>
    ),
  },
  {
    id: 'actions',
    label: t.columns.actions,
    place: 'actions',
    cell: (entry) => <ThreadLink entry={entry} />,
  },
];

import type { ThreadEntry } from '@cuentos/contract/messages';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useOnline, useOnReturn } from '../../device/connection.ts';
import { useStoreName } from '../../lib/page-data.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { Link } from '../../ui/navigation.tsx';
import { EmptyPocketDrawing, TornSeamDrawing } from '../../ui/pictures/drawings.tsx';
import { shortNumber } from '../orders/queries.ts';
import { SignedInFrame } from '../site/page-frames.tsx';
import { PrivateMeta } from '../site/page-meta.tsx';
import { OfflineLine } from '../../ui/state-line.tsx';
import { eachOnce, formatMoment } from './conversation.tsx';
import { threadsQuery } from './queries.ts';
import { messageTexts as t } from './texts.ts';
import { NewThread, Thread } from './thread.tsx';
import { Waiting } from '../../ui/waiting.tsx';

/** 'Mensajes': the list, a thread, or the first message of a new one, by the address. */
export function MessagesScreen() {
  const { thread_id: id } = useParams();
  const store = useStoreName();
  return (
    <SignedInFrame>
      <PrivateMeta title={t.metaTitle(store)} />
      <div className="pt-3 pb-24">
        {id === undefined && <ThreadList />}
        {id === 'new' && <NewThread />}
        {id !== undefined && id !== 'new' && <Thread key={id} id={id} />}
      </div>
    </SignedInFrame>
  );
}

const write = '/user-settings/messages/new';

function ThreadList() {
  const online = useOnline();
  const threads = useInfiniteQuery(threadsQuery);
  const loadedThreads = threads.data && eachOnce(threads.data.pages.flat());
  useOnReturn(() => void threads.refetch());
  return (
    <>
      <BackLink to="/user-settings">{t.backToProfile}</BackLink>
      <div className="mt-4 mb-7 flex max-w-[820px] flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <h1 className="type-3">{t.title}</h1>
          <p className="mt-2 max-w-[38em] text-ink-2">{t.lead}</p>
        </div>
        {loadedThreads && loadedThreads.length > 0 && (
          <Link to={write} className={buttonClass()}>
            {t.write}
          </Link>
        )}
      </div>
      <OfflineLine online={online} text={loadedThreads ? t.offlineKept : t.offline} className="not-empty:mb-5" />
      {threads.isPending && online && <ThreadsSkeleton />}
      {threads.isError && !loadedThreads && online && (
        <EmptyState
          drawing={<TornSeamDrawing />}
          text={t.failed}
          action={<Button onClick={() => void threads.refetch()}>{t.retry}</Button>}
        />
      )}
      {loadedThreads?.length === 0 && (
        <EmptyState
          drawing={<EmptyPocketDrawing />}
          title={t.emptyTitle}
          text={t.emptyText}
          action={
            <Link to={write} className={buttonClass({ variant: 'primary' })}>
              {t.write}
            </Link>
          }
        />
      )}
      {loadedThreads && loadedThreads.length > 0 && (
        <ul className="max-w-[820px] border-t border-line">
          {loadedThreads.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {threads.hasNextPage && (
        <Button className="mt-6" busy={threads.isFetchingNextPage} onClick={() => void threads.fetchNextPage()}>
          {t.threadsOlder}
        </Button>
      )}
    </>
  );
}

const tones: Readonly<Record<ThreadEntry['state'], BadgeTone>> = { open: 'plain', answered: 'ok', closed: 'plain' };

function Entry({ entry }: { readonly entry: ThreadEntry }) {
  const { id, order_id: orderId, titles, unread, state, last } = entry;
  const isNew = unread > 0;
  return (
    <li className="relative grid gap-1 border-b border-line py-5 hover:bg-sunken">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h2 className="type-1 min-w-0 flex-1 basis-48 [overflow-wrap:anywhere]">
          <Link to={`/user-settings/messages/${id}`} className="after:absolute after:inset-0 hover:underline">
            {titles.length > 0 ? titles.join(', ') : t.subjects[entry.subject]}
          </Link>
        </h2>
        <Badge tone={isNew ? 'info' : tones[state]}>{isNew ? t.unread(unread) : t.states[state]}</Badge>
      </div>
      <p className={`line-clamp-2 [overflow-wrap:anywhere] ${isNew ? 'font-semibold' : 'text-ink-2'}`}>
        {last.side === 'reader' && <span className="text-ink-3">{t.you}: </span>}
        {last.excerpt}
      </p>
      <p className="figures text-xs text-ink-3">
        <time dateTime={last.created_at}>{formatMoment(last.created_at)}</time>
        {orderId !== null && <span className="ml-2.5 max-sm:ml-0 max-sm:block">{t.order(shortNumber(orderId))}</span>}
      </p>
    </li>
  );
}

function ThreadsSkeleton() {
  return (
    <Waiting className="grid max-w-[820px] gap-6 border-t border-line pt-6">
      {[0, 1, 2].map((index) => (
        <div key={index} className="grid content-start gap-2">
          <div className="skeleton h-6 w-1/2" />
          <div className="skeleton h-5 w-3/4" />
        </div>
      ))}
    </Waiting>
  );
}

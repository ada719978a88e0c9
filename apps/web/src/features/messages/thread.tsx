import type { ThreadSubject } from '@cuentos/contract/messages';
import type { OwnOrder } from '@cuentos/contract/orders';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useOnline, useOnReturn } from '../../device/connection.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useStoreName } from '../../lib/page-data.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { Link } from '../../ui/navigation.tsx';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { CutThreadDrawing, TornSeamDrawing } from '../../ui/pictures/drawings.tsx';
import { OrderHead } from '../orders/order-entry.tsx';
import { Conversation, eachOnce, type MessageDraft, WriteBox } from './conversation.tsx';
import {
  beginThread,
  markThreadRead,
  MESSAGES_KEY,
  replyInThread,
  threadOfOrderQuery,
  threadQuery,
} from './queries.ts';
import { messageTexts as t } from './texts.ts';
import { Waiting } from '../../ui/waiting.tsx';

const list = '/user-settings/messages';

/** Name of the draft about an order, the same before and after its thread exists. */
const draftOfOrder = (orderId: string): string => `order:${orderId}`;

/** Shows a thread: its order, its messages, and the field for the next one. */
export function Thread({ id }: { readonly id: string }) {
  const store = useStoreName();
  const client = useQueryClient();
  const pages = useInfiniteQuery(threadQuery(id));
  useOnReturn(() => void pages.refetch());
  const thread = pages.data?.pages[0];
  const messages = eachOnce(pages.data?.pages.flatMap((page) => page.messages) ?? []);
  const unseen = messages.find(({ side, read_at: readAt }) => side === 'shop' && readAt === null)?.id;
  useEffect(() => {
    if (unseen === undefined) return;
    void markThreadRead(id, unseen).then(() => client.invalidateQueries({ queryKey: MESSAGES_KEY }));
  }, [id, unseen, client]);
  const send = (message: MessageDraft) =>
    sending(async () => {
      await replyInThread(id, message);
      return () => void client.invalidateQueries({ queryKey: MESSAGES_KEY });
    });
  if (!thread) {
    return (
      <>
        <BackLink to={list}>{t.title}</BackLink>
        {pages.isPending && <Waiting className="skeleton mt-6 h-80 max-w-[640px]" />}
        {pages.isError && (
          <Failure error={pages.error} missing={t.threadMissing} onRetry={() => void pages.refetch()} />
        )}
      </>
    );
  }
  return (
    <>
      <BackLink to={list}>{t.title}</BackLink>
      <Title order={thread.order} title={thread.order ? t.orderTitle : t.subjects[thread.subject]} />
      <div className="max-w-[820px]">
        <Conversation
          messages={messages}
          own="reader"
          names={{ reader: t.you, shop: store }}
          older={pages.hasNextPage ? { busy: pages.isFetchingNextPage, load: () => void pages.fetchNextPage() } : null}
        />
        <div className="mt-8 border-t-2 border-dashed border-line-strong pt-6">
          {thread.state === 'closed' && <p className="mb-4 text-sm text-ink-2">{t.replyClosed}</p>}
          <WriteBox draft={thread.order ? draftOfOrder(thread.order.id) : id} label={t.reply} onSend={send} />
        </div>
      </div>
    </>
  );
}

/**
 * Sends, and shows a failure at once.
 * @param work returns the next step after success
 * @returns a function that confirms the message and continues; null after a failure
 */
async function sending(work: () => Promise<() => void>): Promise<(() => void) | null> {
  try {
    const follow = await work();
    return () => {
      showToast('success', t.sent);
      follow();
    };
  } catch (error) {
    const serverSentence = error instanceof ApiError && error.status !== 0 ? error.detail : '';
    showToast('error', serverSentence || t.sendFailed);
    return null;
  }
}

interface TitleProps {
  readonly title: string;
  readonly order: OwnOrder | null;
  readonly lead?: string;
}

function Title({ title, order, lead }: TitleProps) {
  return (
    <>
      <h1 className="type-3 mt-4">{title}</h1>
      {lead && <p className="mt-2 max-w-[38em] text-ink-2">{lead}</p>}
      {order === null ? <div className="mb-7" /> : <AttachedOrder order={order} />}
    </>
  );
}

/** The order of a thread, with links to its documents. */
function AttachedOrder({ order }: { readonly order: OwnOrder }) {
  return (
    <section className="mt-5 mb-8 grid max-w-[820px] gap-4 border-y border-line py-5">
      <OrderHead order={order} />
      <div className="-mx-2.5 flex flex-wrap gap-x-2">
        {order.paid_at !== null && (
          <Link to={`/user-settings/orders/${order.id}/receipt`} className={buttonClass({ variant: 'quiet' })}>
            {t.receipt}
          </Link>
        )}
        <Link to="/user-settings/orders" className={buttonClass({ variant: 'quiet' })}>
          {t.orders}
        </Link>
      </div>
    </section>
  );
}

/** The first message of a thread: about the order in the address, or about another subject. */
export function NewThread() {
  const [query] = useSearchParams();
  const orderId = query.get('order');
  return orderId === null ? <WriteFirst order={null} /> : <AboutOrder key={orderId} id={orderId} />;
}

function AboutOrder({ id }: { readonly id: string }) {
  const navigate = useNavigate();
  const about = useQuery(threadOfOrderQuery(id));
  useOnReturn(() => void about.refetch());
  const threadId = about.isFetching ? undefined : about.data?.thread_id;
  useEffect(() => {
    // An order has one thread, so a further message is added to it.
    if (threadId) void navigate(`${list}/${threadId}`, { replace: true });
  }, [threadId, navigate]);
  if (about.data?.thread_id === null) return <WriteFirst order={about.data.order} />;
  return (
    <>
      <BackLink to="/user-settings/orders">{t.orders}</BackLink>
      {about.isError && !about.data ? (
        <Failure error={about.error} missing={t.orderMissing} onRetry={() => void about.refetch()} />
      ) : (
        <Waiting className="skeleton mt-6 h-80 max-w-[640px]" />
      )}
    </>
  );
}

const subjects = Object.keys(t.subjects) as ThreadSubject[];

function WriteFirst({ order }: { readonly order: OwnOrder | null }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [subject, setSubject] = useState<ThreadSubject>('other');
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const send = (message: MessageDraft) =>
    sending(async () => {
      const about = order === null ? { subject } : { subject: 'purchase' as const, order_id: order.id };
      const threadId = await beginThread({ ...message, ...about });
      return () => {
        void client.invalidateQueries({ queryKey: MESSAGES_KEY, refetchType: 'none' });
        // Navigates only while this screen is still shown.
        if (isHere.current) void navigate(`${list}/${threadId}`, { replace: true });
      };
    });
  return (
    <>
      <BackLink to={list}>{t.title}</BackLink>
      <Title
        order={order}
        title={order === null ? t.newTitle : t.orderTitle}
        lead={order === null ? t.newLead : t.orderLead}
      />
      <WriteBox draft={order === null ? 'new' : draftOfOrder(order.id)} label={t.message} onSend={send}>
        {order === null && (
          <SelectField
            label={t.subject}
            value={subject}
            onChange={(event) => setSubject(subjects.find((each) => each === event.target.value) ?? 'other')}
          >
            {subjects.map((each) => (
              <option key={each} value={each}>
                {t.subjects[each]}
              </option>
            ))}
          </SelectField>
        )}
      </WriteBox>
    </>
  );
}

interface FailureProps {
  readonly error: Error;
  /** Sentence for an address of no thread. */
  readonly missing: string;
  readonly onRetry: () => void;
}

function Failure({ error, missing, onRetry }: FailureProps): ReactNode {
  const online = useOnline();
  if (!online) return <EmptyState isPage drawing={<CutThreadDrawing />} title={t.title} text={t.offline} />;
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 422);
  return (
    <EmptyState
      isPage
      drawing={<TornSeamDrawing />}
      title={t.title}
      text={isMissing ? missing : t.failed}
      action={isMissing ? undefined : <Button onClick={onRetry}>{t.retry}</Button>}
    />
  );
}

import { adminGetThread, type AdminThread, type ThreadState } from '@cuentos/contract/messages';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useStoreName } from '../../../lib/page-data.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/lists/empty-state.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { TornSeamDrawing } from '../../../ui/pictures/drawings.tsx';
import { Conversation, eachOnce, type MessageDraft, WriteBox } from '../conversation.tsx';
import { adminCall } from '../../admin/admin-call.ts';
import { reportFailure, useAdminMutation } from '../../admin/admin-mutation.ts';
import { SectionTitle } from '../../admin/area-frame.tsx';
import { GoneDrafts } from '../../admin/gone-drafts.tsx';
import { draftName } from '../../admin/work-dialog.tsx';
import { OrderEntry } from '../../entitlements/admin/person-orders.tsx';
import { UserModal } from '../../users/admin/user-modal.tsx';
import { answer, markSeen, refreshThreads, setThreadState, threadQuery } from './api.ts';
import { threadTexts as t } from './texts.ts';
import { Waiting } from '../../../ui/waiting.tsx';

const tones: Readonly<Record<ThreadState, BadgeTone>> = { open: 'offer', answered: 'ok', closed: 'plain' };

/** State of a thread. */
export function ThreadBadge({ state }: { readonly state: ThreadState }) {
  return <Badge tone={tones[state]}>{t.states[state]}</Badge>;
}

/** Kind of the drafts of answers. */
const ANSWER = 'admin';

async function isThreadGone(id: string): Promise<boolean> {
  const query = { offset: 0, limit: 1 };
  return adminCall(adminGetThread, { params: { id }, query, handles: 'all', quiet: true }).then(
    () => false,
    (error: unknown) => isMissingThread(error),
  );
}

/** Returns to the list in its old state. */
function BackToList() {
  const [query] = useSearchParams();
  const rest = new URLSearchParams(query);
  rest.delete('thread');
  return <BackLink to={rest.size > 0 ? `/admin/messages?${rest.toString()}` : '/admin/messages'}>{t.back}</BackLink>;
}

/** Shows a thread: its writer, its order, its messages, and the answer. */
export function AdminThreadView({ id }: { readonly id: string }) {
  const client = useQueryClient();
  const pages = useInfiniteQuery(threadQuery(id));
  const thread = pages.data?.pages[0];
  const messages = eachOnce(pages.data?.pages.flatMap((page) => (page ? page.messages : [])) ?? []);
  const unseen = messages.find(({ side, read_at: readAt }) => side === 'reader' && readAt === null)?.id;
  useEffect(() => {
    if (unseen === undefined) return;
    void markSeen(id, unseen).then(() => refreshThreads(client));
  }, [id, unseen, client]);
  if (!thread) {
    return (
      <>
        <BackToList />
        {pages.isPending ? (
          <Waiting className="skeleton mt-6 h-80 max-w-[820px]" />
        ) : (
          <Missing error={pages.error} onRetry={() => void pages.refetch()} />
        )}
      </>
    );
  }
  return (
    <>
      <BackToList />
      <Head thread={thread} until={messages[0]?.id} />
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[7fr_5fr] lg:items-start">
        <section aria-label={t.conversation}>
          <Talk
            thread={thread}
            messages={messages}
            older={
              pages.hasNextPage ? { busy: pages.isFetchingNextPage, load: () => void pages.fetchNextPage() } : null
            }
          />
        </section>
        {thread.order && (
          <section className="max-lg:order-first">
            <h2 className="type-1">{t.order}</h2>
            <ul className="mt-2 border-t border-line">
              <OrderEntry order={thread.order} row={null} onRefund={null} />
            </ul>
          </section>
        )}
      </div>
    </>
  );
}

/** Drafts of answers in deleted threads. */
export function GoneAnswers() {
  return (
    <GoneDrafts
      kind={ANSWER}
      title={t.answerGone}
      textOf={({ text }) => text ?? ''}
      isGone={async ({ id }) => isThreadGone(id)}
    />
  );
}

const isMissingThread = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 422);

function Missing({ error, onRetry }: { readonly error: Error | null; readonly onRetry: () => void }) {
  const isMissing = isMissingThread(error);
  return (
    <>
      {isMissing && (
        <div className="mt-6">
          <GoneAnswers />
        </div>
      )}
      <EmptyState
        isPage
        drawing={<TornSeamDrawing />}
        title={isMissing ? t.missing : t.failed}
        action={isMissing ? undefined : <Button onClick={onRetry}>{t.retry}</Button>}
      />
    </>
  );
}

interface HeadProps {
  readonly thread: AdminThread;
  /** The latest visible message: closing does not cover later ones. */
  readonly until: string | undefined;
}

/** Shows the writer of a thread, and the actions beside answering. */
function Head({ thread: { id, person, subject, state }, until }: HeadProps) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const name = person.name || t.nobody;
  const { busy, send } = useAdminMutation({
    call: (next: 'open' | 'closed') => setThreadState(id, { state: next, until }),
    onDone: (_, next) => showToast('success', next === 'closed' ? t.closed : t.reopened),
    texts: { failed: t.changeFailed, serverSays: [404, 409] },
    onEnd: () => refreshThreads(client),
  });
  return (
    <div className="mt-2">
      <SectionTitle
        title={name}
        text={`${person.email}. ${t.subjects[subject]}.`}
        actions={
          <>
            <ThreadBadge state={state} />
            {person.user_id !== null && !person.is_gone && <Button onClick={() => setOpen(true)}>{t.details}</Button>}
            <Button busy={busy} onClick={() => send(state === 'closed' ? 'open' : 'closed')}>
              {state === 'closed' ? t.reopen : t.close}
            </Button>
          </>
        }
      />
      {!person.email_verified && !person.is_gone && (
        <p className="mb-6 max-w-[62ch] text-sm text-ink-2">
          {person.user_id === null ? t.visitorNote : t.unprovedNote}
        </p>
      )}
      {isOpen && person.user_id !== null && (
        <UserModal
          modal={{ action: 'DETAILS', user: { id: person.user_id, name, email: person.email, role_id: 'reader' } }}
          onClose={() => {
            setOpen(false);
            // A refund may have been made there.
            void refreshThreads(client);
          }}
          onCreated={() => {}}
          onUpdated={() => {}}
          onDeleted={() => {}}
        />
      )}
    </div>
  );
}

interface TalkProps {
  readonly thread: AdminThread;
  readonly messages: AdminThread['messages'];
  readonly older: { readonly busy: boolean; readonly load: () => void } | null;
}

function Talk({ thread: { id, person }, messages, older }: TalkProps) {
  const client = useQueryClient();
  const store = useStoreName();
  const send = async (message: MessageDraft): Promise<(() => void) | null> => {
    try {
      await answer(id, { ...message, until: messages[0]?.id });
      return () => {
        showToast('success', t.sent);
        void refreshThreads(client);
      };
    } catch (error) {
      reportFailure(error, { failed: t.sendFailed, serverSays: [404, 409, 422] });
      return null;
    }
  };
  return (
    <>
      <Conversation
        messages={messages}
        own="shop"
        names={{ shop: store, reader: person.name || t.nobody }}
        older={older}
      />
      <div className="mt-8 border-t-2 border-dashed border-line-strong pt-6">
        {person.is_gone ? (
          <p className="text-sm text-ink-2">{t.goneNote}</p>
        ) : (
          <WriteBox draft={draftName(ANSWER, id)} label={t.reply} hint={t.replyHint} onSend={send} />
        )}
      </div>
    </>
  );
}

import type { ErrorCode } from '@cuentos/contract/error-codes';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../../lib/api/api-error.ts';
import { NO_ANSWER_TEXT } from '../../lib/api/texts.ts';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { changeTexts } from './texts.ts';

/** What is said of a call that failed. */
export interface FailureTexts {
  /** For everything that has no sentence of its own. */
  readonly failed: string;
  readonly byCode?: Partial<Record<ErrorCode, string>>;
  /** Statuses for which the server's own sentence is shown. */
  readonly serverSays?: readonly number[];
}

/** For a change whose refusal the server explains itself: an unknown person or part, money that is back already. */
export const explainedFailures: FailureTexts = { failed: changeTexts.failed, serverSays: [404, 409] };

/** Refusals that were told already, or that the person chose by giving up at the code. */
const TOLD: ReadonlySet<ErrorCode | null> = new Set(['forbidden', 'second_factor_needed', 'confirmation_needed']);

/** One toast for a failed call. What `adminCall` has told already (a lost role) stays untold here. */
export function reportFailure(error: unknown, { failed, byCode = {}, serverSays = [] }: FailureTexts): void {
  if (!(error instanceof ApiError)) {
    showToast('error', failed);
    return;
  }
  if (TOLD.has(error.code)) return;
  const sentence = error.code === null ? undefined : byCode[error.code];
  const fromServer = serverSays.includes(error.status) ? error.detail : '';
  showToast('error', sentence ?? (fromServer || (error.status === 0 ? NO_ANSWER_TEXT : failed)));
}

interface AdminMutation<Variables, Result> {
  /** False: the session ended; nothing is said and what was written stays, to be sent again. */
  readonly call: (variables: Variables) => Promise<Result | false>;
  readonly onDone: (result: Result, variables: Variables) => void;
  readonly texts: FailureTexts;
  /** Says a failure where it belongs, at a field for instance. @returns whether it is said there. */
  readonly onFailure?: (error: unknown, variables: Variables) => boolean;
  /** After either; it is busy until then. */
  readonly onEnd?: () => Promise<unknown> | void;
}

/** A change in the working areas: busy while it is under way, one message when it fails. */
export function useAdminMutation<Variables, Result>(options: AdminMutation<Variables, Result>) {
  const { call, onDone, texts, onFailure, onEnd } = options;
  const { isPending, mutate, variables } = useMutation({
    mutationFn: call,
    // Without a connection it fails at once, with a sentence, in place of waiting for one in silence.
    networkMode: 'always',
    onSuccess: (result, variables) => {
      if (result !== false) onDone(result, variables);
    },
    onError: (error, variables) => {
      if (!onFailure?.(error, variables)) reportFailure(error, texts);
    },
    ...(onEnd ? { onSettled: onEnd } : {}),
  });
  return {
    busy: isPending,
    /** What is under way; undefined when nothing is. */
    sending: isPending ? variables : undefined,
    send: mutate,
  };
}

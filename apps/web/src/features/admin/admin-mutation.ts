import type { ErrorCode } from '@cuentos/contract/error-codes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api/api-error.ts';
import { NO_ANSWER_TEXT } from '../../lib/api/texts.ts';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { changeTexts } from './texts.ts';
import { TODAY_KEY } from './waiting.ts';

/** Sentences for a failed call. */
export interface FailureTexts {
  /** Sentence for failures without a sentence of their own. */
  readonly failed: string;
  readonly byCode?: Partial<Record<ErrorCode, string>>;
  /** Statuses for which the server's own sentence is shown. */
  readonly serverSays?: readonly number[];
}

/** For a change whose refusal the server explains itself: an unknown person or part, a purchase already refunded. */
export const explainedFailures: FailureTexts = { failed: changeTexts.failed, serverSays: [404, 409] };

/** The person declined the second question: nothing was sent, and the typed text stays. */
export class NotMeant extends Error {}

/** Failures that were already shown, or that the person chose by cancelling the dialog for the code. */
const TOLD: ReadonlySet<ErrorCode | null> = new Set(['forbidden', 'second_factor_needed', 'confirmation_needed']);

/**
 * Whether a failure needs no message: the session ended, which the login or the form's notice says; a right was lost,
 * which the working area says; or the person chose it.
 */
export function isTold(error: unknown): boolean {
  if (error instanceof NotMeant) return true;
  return error instanceof ApiError && (error.status === 401 || TOLD.has(error.code));
}

/** Shows a toast for a failed call, unless the person knows already. */
export function reportFailure(error: unknown, { failed, byCode = {}, serverSays = [] }: FailureTexts): void {
  if (isTold(error)) return;
  if (!(error instanceof ApiError)) {
    showToast('error', failed);
    return;
  }
  const sentence = error.code === null ? undefined : byCode[error.code];
  const fromServer = serverSays.includes(error.status) ? error.detail : '';
  showToast('error', sentence ?? (fromServer || (error.status === 0 ? NO_ANSWER_TEXT : failed)));
}

interface AdminMutation<Variables, Result> {
  readonly call: (variables: Variables) => Promise<Result>;
  /** The mutation stays busy until this ends. */
  readonly onDone: (result: Result, variables: Variables) => Promise<void> | void;
  readonly texts: FailureTexts;
  /** Shows a failure where it belongs, such as at a field. @returns whether it is shown there */
  readonly onFailure?: (error: unknown, variables: Variables) => boolean;
  /** Called after success and failure; the mutation stays busy until it ends. */
  readonly onEnd?: () => Promise<unknown> | void;
}

/** A change in the working areas: busy while it is under way, one message when it fails. */
export function useAdminMutation<Variables, Result>(options: AdminMutation<Variables, Result>) {
  const { call, onDone, texts, onFailure, onEnd } = options;
  const client = useQueryClient();
  const { isPending, mutate, variables } = useMutation({
    mutationFn: call,
    // Fails at once without a connection, with a sentence, instead of waiting in silence.
    networkMode: 'always',
    onSuccess: (result, variables) => onDone(result, variables),
    onError: (error, variables) => {
      if (!onFailure?.(error, variables)) reportFailure(error, texts);
    },
    onSettled() {
      // Each change may complete a row of 'Te espera'.
      void client.invalidateQueries({ queryKey: TODAY_KEY });
      return onEnd?.();
    },
  });
  return {
    busy: isPending,
    /** Variables of the running change; undefined without one. */
    sending: isPending ? variables : undefined,
    send: mutate,
  };
}

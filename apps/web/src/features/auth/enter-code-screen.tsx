import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { noAnswerText } from './no-answer.ts';
import { useStoreName } from '../../lib/page-data.ts';
import { useScreenParams } from '../../lib/screen-data.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useFields } from '../../ui/forms/use-fields.ts';
import { useTask } from '../../ui/forms/use-task.ts';
import { Link } from '../../ui/navigation.tsx';
import { useNavigation } from '../../ui/use-navigation.ts';
import { showToastHere } from '../../ui/overlays/toast-store.ts';
import { AccountScreen } from '../site/account-frame.tsx';
import { PrivateMeta } from '../site/page-meta.tsx';
import { appTexts } from '../site/app-texts.ts';
import { codeAsked } from './carried-email.ts';
import { Conditions, PurchaseLine } from './email-entry.tsx';
import { useAskForCode } from './use-email-entry.ts';
import { useEntering, useSearch } from './use-entering.ts';
import { authTexts as t } from './texts.ts';

const FIGURES = 6;
/** Time before another code is offered, ms: a mail takes a moment. */
const RESEND_MS = 60_000;

/** Screen of the mailed code; keeps book and part for the next screen. */
export function EnterCodeScreen() {
  const bookId = useScreenParams()['book_id'];
  const store = useStoreName();
  const { go } = useNavigation();
  const suffix = (bookId ? `/${bookId}` : '') + useSearch();
  const enter = useEntering(bookId);
  const [codeRequest, setCodeRequest] = useState<ReturnType<typeof codeAsked>>(null);
  useEffect(() => {
    const storedRequest = codeAsked();
    // oxlint-disable-next-line set-state-in-effect -- the tab knows it, the server's markup does not
    if (storedRequest) setCodeRequest(storedRequest);
    else go(`/login${bookId ? `/${bookId}` : ''}${location.search}`, { replace: true });
  }, [bookId, go]);
  const lead = (
    <>
      {t.codeSent}{' '}
      {codeRequest && (
        <>
          {t.codeSentTo} <b className="[overflow-wrap:anywhere]">{codeRequest.email}</b>.{' '}
        </>
      )}
      <Link to={`/login${suffix}`} replace className="link">
        {t.otherEmail}
      </Link>
    </>
  );
  return (
    <AccountScreen title={t.codeTitle} lead={lead} bookId={bookId}>
      <PrivateMeta title={appTexts.titled(t.codeTitle, store)} />
      <PurchaseLine bookId={bookId} isBuying={false} />
      <CodeForm codeRequest={codeRequest} onEntered={enter} />
      <div className="mt-4">
        <Conditions />
      </div>
      {codeRequest && (
        <AskAgain key={codeRequest.at} codeRequest={codeRequest} onAsked={() => setCodeRequest(codeAsked())} />
      )}
      <p className="mt-1">
        <Link to={`/login${suffix}`} replace className="link inline-flex min-h-11 items-center text-sm">
          {t.otherWay}
        </Link>
      </p>
    </AccountScreen>
  );
}

interface CodeFormProps {
  /** Null before session storage was read. */
  readonly codeRequest: ReturnType<typeof codeAsked>;
  readonly onEntered: () => void;
}

/** State of the code field: its text, its message, and its sending. */
function useCodeEntry({ codeRequest, onEntered }: CodeFormProps) {
  const email = codeRequest?.email ?? '';
  const fields = useFields({ code: '' }, ({ code }) => ({
    code: code.length === FIGURES ? undefined : t.codeIncomplete,
  }));
  const { code } = fields.values;
  const input = useRef<HTMLInputElement>(null);
  // The field has the focus, not the title as on other screens (app/document-navigation.ts), because it is the only
  // task here.
  useEffect(() => input.current?.focus(), []);
  const { busy, run } = useTask();
  /** Refused codes of each mail, and the last message: sending a code again would use another of five tries. */
  const refused = useRef({ attempts: new Set<string>(), words: '' });
  const refuse = (words: string, isOver: boolean) => {
    if (isOver) fields.change('code', '');
    fields.show({ code: words });
    input.current?.focus();
    // The next key replaces the wrong code.
    input.current?.select();
  };
  const send = (figures: string) => {
    const attempt = `${codeRequest?.at} ${figures}`;
    if (refused.current.attempts.has(attempt)) return refuse(refused.current.words, false);
    return void run(async (leave) => {
      try {
        const { enterWithEntryCode } = await import('./api.ts');
        // The code is used up when the person cancels the second factor.
        if (!(await enterWithEntryCode({ email, code: figures }))) return refuse(t.codeOver, true);
        leave();
        onEntered();
      } catch (failure) {
        if (!isSaid(failure)) return showToastHere('error', failureText(failure));
        const refusalText = failure.fields['code'] ?? failure.detail;
        if (failure.code === 'entry_code_wrong') {
          refused.current.attempts.add(attempt);
          refused.current.words = refusalText;
        }
        refuse(refusalText, failure.code === 'entry_code_over');
      }
    });
  };
  const change = (value: string) => {
    const figures = value.replaceAll(/\D/g, '').slice(0, FIGURES);
    fields.change('code', figures);
    if (figures.length === FIGURES && figures !== code && email !== '') send(figures);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fields.validate(event.currentTarget)) send(code);
    else input.current?.select();
  };
  return { code, error: fields.problems.code, input, busy, change, submit };
}

/** Six figures, sent when the last is typed. */
function CodeForm(props: CodeFormProps) {
  const { code, error, input, busy, change, submit } = useCodeEntry(props);
  return (
    // `method="dialog"` makes sending do nothing before the script has loaded, outside of a dialog.
    <form method="dialog" noValidate onSubmit={submit} className="grid gap-4.5">
      <div className="relative">
        <TextField
          label={t.code}
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          ref={input}
          value={code}
          error={error}
          onChange={(event) => change(event.target.value)}
          className="[&_input]:min-h-16 [&_input]:pb-3 [&_input]:pl-[0.45em] [&_input]:text-center [&_input]:text-[1.75rem] [&_input]:font-semibold [&_input]:tracking-[0.45em] [&_input]:tabular-nums"
        />
        <span aria-hidden="true" className="seam-x pointer-events-none absolute inset-x-5 top-[4.75rem]" />
      </div>
      <Button type="submit" variant="primary" size="large" full busy={busy}>
        {t.enterAndGoOn}
      </Button>
    </form>
  );
}

const SAID: ReadonlySet<string | null> = new Set([
  'entry_code_wrong',
  'entry_code_over',
  'account_deleted',
  'email_moved',
  'invalid_request',
]);

/** Shows at the field that the code itself was refused. */
const isSaid = (failure: unknown): failure is ApiError => failure instanceof ApiError && SAID.has(failure.code);

function failureText(failure: unknown): string {
  if (!(failure instanceof ApiError) || failure.status === 0) return noAnswerText();
  return failure.detail || noAnswerText();
}

interface AskAgainProps {
  readonly codeRequest: { readonly email: string; readonly at: number };
  readonly onAsked: () => void;
}

/** Shows the code's lifetime, and offers another code after a while. */
function AskAgain({ codeRequest, onAsked }: AskAgainProps) {
  const { busy, ask } = useAskForCode();
  const secondsLeft = useSecondsUntil(codeRequest.at + RESEND_MS);
  const again = () =>
    void ask(codeRequest.email, () => {
      showToastHere('success', t.codeSentAgain);
      onAsked();
    });
  return (
    <div className="mt-5 text-sm text-ink-2">
      <p>
        {t.codeLasts} {secondsLeft > 0 && <span className="figures">{t.askAgainIn(clockOf(secondsLeft))}</span>}
      </p>
      {secondsLeft === 0 && (
        <p className="mt-2">
          <Button busy={busy} onClick={again}>
            {t.askAgain}
          </Button>
        </p>
      )}
    </div>
  );
}

const clockOf = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

const secondsUntil = (end: number): number =>
  Math.min(RESEND_MS / 1000, Math.max(0, Math.ceil((end - Date.now()) / 1000)));

/** Whole seconds until an instant of this device's clock; 0 once it has passed. */
function useSecondsUntil(end: number): number {
  const [secondsLeft, setSecondsLeft] = useState(() => secondsUntil(end));
  const isOver = secondsLeft === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setSecondsLeft(secondsUntil(end)), 1000);
    return () => clearInterval(timer);
  }, [end, isOver]);
  return secondsLeft;
}

import {
  activateFactor,
  beginFactor,
  type FactorEnrolment,
  type FactorState,
  getFactorState,
  removeFactor,
  replaceRecoveryCodes,
} from '@cuentos/contract/second-factor';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { request } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { NO_ANSWER_TEXT } from '../../lib/api/texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { restoreFocus } from '../../ui/focus-fallback.ts';
import { TextField } from '../../ui/forms/text-field.tsx';
import { showToastHere } from '../../ui/overlays/toast-store.ts';
import { useFields } from '../../ui/forms/use-fields.ts';
import { useTask } from '../../ui/forms/use-task.ts';
import { CodeField } from '../auth/second-factor-dialog.tsx';
import { askForCode } from '../auth/ask-for-code.ts';
import { codeProblems, failureOf } from '../auth/second-factor-code.ts';
import { queryOf } from '../../lib/api/query-of.ts';
import { copyText } from './copy-text.ts';
import { secondFactorTexts as factorTexts } from './texts.ts';
import { Waiting } from '../../ui/waiting.tsx';

const stateQuery = queryOf(getFactorState, { handles: 'all' });

/** The second factor of a team member: state, setup, recovery codes, removal. */
export function SecondFactorSection() {
  const queryClient = useQueryClient();
  const state = useQuery(stateQuery);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const renewState = async () => {
    await queryClient.invalidateQueries(stateQuery);
    restoreFocus('#second-factor-title');
  };
  const activated = (newCodes: readonly string[]) => {
    showToastHere('success', factorTexts.added);
    setCodes(newCodes);
    void renewState();
  };
  return (
    <section aria-labelledby="second-factor-title" className="mt-10">
      <h2 id="second-factor-title" tabIndex={-1} className="type-1">
        {factorTexts.title}
      </h2>
      {state.isPending && <Waiting className="skeleton mt-5 h-20" />}
      {state.isError && !state.data && (
        <div className="mt-4 flex flex-wrap items-center gap-3 text-sm text-ink-2">
          {factorTexts.failed}
          <Button onClick={() => void state.refetch()}>{factorTexts.retry}</Button>
        </div>
      )}
      {codes && (
        <RecoveryCodes
          codes={codes}
          onSaved={() => {
            setCodes(null);
            restoreFocus('#second-factor-title');
          }}
        />
      )}
      {!codes && state.data?.active && (
        <ActiveFactor state={state.data} onCodes={setCodes} onChanged={() => void renewState()} />
      )}
      {!codes && state.data?.active === false && <Setup required={state.data.required} onActivated={activated} />}
    </section>
  );
}

interface ActiveFactorProps {
  readonly state: FactorState;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onChanged: () => void;
}

function ActiveFactor({ state, onCodes, onChanged }: ActiveFactorProps) {
  const renew = () =>
    askForCode({
      text: factorTexts.renewText,
      send: async (code) => {
        const { codes } = await request(replaceRecoveryCodes, { json: { code }, handles: 'all' });
        onCodes(codes);
        onChanged();
      },
    });
  const remove = () =>
    askForCode({
      text: factorTexts.removeText,
      send: async (code) => {
        await request(removeFactor, { json: { code }, handles: 'all' });
        showToastHere('success', factorTexts.removed);
        onChanged();
      },
    });
  return (
    <>
      <p className="mt-1 text-sm text-ink-2">
        {factorTexts.on} {factorTexts.left(state.codes_left)}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={() => void renew()}>{factorTexts.renew}</Button>
        <Button variant="quiet" onClick={() => void remove()}>
          {factorTexts.remove}
        </Button>
      </div>
    </>
  );
}

interface SetupProps {
  readonly required: boolean;
  readonly onActivated: (codes: readonly string[]) => void;
}

/** Requests a secret, with the password when the sign-in is not recent, and asks for its first code. */
function Setup({ required, onActivated }: SetupProps) {
  const [enrolment, setEnrolment] = useState<FactorEnrolment | null>(null);
  const [asksPassword, setAsksPassword] = useState(false);
  const fields = useFields({ current_password: '' }, () => ({}));
  const { busy, run } = useTask();
  const begin = async (form: EventTarget) => {
    try {
      const json = asksPassword ? fields.values : {};
      setEnrolment(await request(beginFactor, { json, handles: 'all' }));
    } catch (failure) {
      const signInRequest = failure instanceof ApiError && failure.code === 'reauth_required' ? failure : null;
      if (!signInRequest) showToastHere('error', (failure instanceof ApiError && failure.detail) || NO_ANSWER_TEXT);
      else if (signInRequest.fields['google']) showToastHere('error', factorTexts.googleText);
      else setAsksPassword(true);
      fields.show({ current_password: signInRequest?.fields['current_password'] }, form);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const form = event.currentTarget;
    void run(async () => begin(form));
  };
  if (enrolment) {
    return <FirstCode enrolment={enrolment} onActivated={onActivated} onCancel={() => setEnrolment(null)} />;
  }
  return (
    <form noValidate onSubmit={submit} className="mt-1 grid justify-items-start gap-4">
      <p className="text-sm text-ink-2">{factorTexts.off}</p>
      {required && <Banner title={factorTexts.required} />}
      {asksPassword && (
        <TextField
          label={factorTexts.password}
          type="password"
          autoComplete="current-password"
          hint={factorTexts.passwordText}
          {...fields.field('current_password')}
        />
      )}
      <Button type="submit" busy={busy}>
        {factorTexts.begin}
      </Button>
    </form>
  );
}

interface FirstCodeProps {
  readonly enrolment: FactorEnrolment;
  readonly onActivated: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}

function FirstCode({ enrolment: { secret, qr }, onActivated, onCancel }: FirstCodeProps) {
  const fields = useFields({ code: '' }, codeProblems);
  const { busy, run } = useTask();
  const activate = (event: FormEvent) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy || !fields.validate(form)) return;
    void run(async () => {
      const answer = request(activateFactor, { json: { code: fields.values.code.trim() }, handles: 'all' });
      const code = await failureOf(answer.then(({ codes }) => onActivated(codes)));
      if (code !== undefined) fields.show({ code }, form);
    });
  };
  // Quiet squares around the code, which cameras need.
  const edge = 4;
  return (
    <form noValidate onSubmit={activate} className="mt-2 grid max-w-[440px] gap-5">
      <p className="text-sm text-ink-2">{factorTexts.scan}</p>
      {/* Squares from the server, in the page's own document: nothing is loaded for them. */}
      <svg
        // oxlint-disable-next-line prefer-tag-over-role -- an img would need an address
        role="img"
        aria-label={factorTexts.picture}
        viewBox={`${-edge} ${-edge} ${qr.size + 2 * edge} ${qr.size + 2 * edge}`}
        shapeRendering="crispEdges"
        className="size-56 bg-white"
      >
        <path d={qr.path} fill="#000" />
      </svg>
      <div className="grid justify-items-start gap-2">
        <p className="text-sm">
          <span className="font-semibold">{factorTexts.key}: </span>
          <code className="[overflow-wrap:anywhere]">{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
        </p>
        <Button onClick={() => void copyText(secret)}>{factorTexts.copyKey}</Button>
      </div>
      <CodeField {...fields.field('code')} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          {factorTexts.activate}
        </Button>
        <Button onClick={onCancel}>{factorTexts.cancel}</Button>
      </div>
    </form>
  );
}

function RecoveryCodes({ codes, onSaved }: { readonly codes: readonly string[]; readonly onSaved: () => void }) {
  return (
    <div className="mt-3 grid justify-items-start gap-4">
      <h3 className="text-lg">{factorTexts.codesTitle}</h3>
      <p className="text-sm text-ink-2">{factorTexts.codesText}</p>
      <ul className="grid gap-1">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copyText(codes.join('\n'))}>{factorTexts.copyCodes}</Button>
        <Button variant="primary" onClick={onSaved}>
          {factorTexts.saved}
        </Button>
      </div>
    </div>
  );
}

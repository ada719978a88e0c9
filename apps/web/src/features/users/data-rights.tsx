import { changeEmail } from '@cuentos/contract/auth';
import {
  allowNews,
  blockData,
  type Consent,
  type DataState,
  unblockData,
  withdrawNews,
} from '@cuentos/contract/personal-data';
import { getProfile, changeProfile } from '@cuentos/contract/users';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { request } from '../../lib/api/api-client.ts';
import { formatDate } from '../../lib/formats.ts';
import { isEmail } from '../../lib/is-email.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Switch } from '../../ui/forms/switch.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useFields } from '../../ui/forms/use-fields.ts';
import { Link } from '../../ui/navigation.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { showToastHere } from '../../ui/overlays/toast-store.ts';
import { follow, unfollow } from '../follows/api.ts';
import { EraseSection, LeavingSection } from './erase-section.tsx';
import { hourOf, Section, stateQuery, useChange, useProof } from './own-data.tsx';
import { keyOf } from '../../lib/api/query-key.ts';
import { dataRightsTexts as t } from './texts.ts';
import { Waiting } from '../../ui/waiting.tsx';

/** Rights over one's data besides the copy; each section shows whether it is idle, pending or done. */
export function DataRights() {
  const state = useQuery(stateQuery);
  if (state.isPending) return <Waiting className="skeleton my-8 h-60" />;
  if (!state.data) {
    return (
      <div className="flex flex-wrap items-center gap-3 border-t border-line py-8 text-sm text-ink-2">
        <output>{t.failed}</output>
        <Button onClick={() => void state.refetch()}>{t.retry}</Button>
      </div>
    );
  }
  const { data } = state;
  if (data.erase_at !== null) return <LeavingSection eraseAt={data.erase_at} />;
  return (
    <>
      <CorrectSection state={data} />
      <PermitSection state={data} />
      <BlockSection blockedAt={data.blocked_at} />
      <EraseSection state={data} />
    </>
  );
}

function CorrectSection({ state }: { readonly state: DataState }) {
  const [open, setOpen] = useState<'name' | 'email' | null>(null);
  const { name, email, email_verified, new_email, has_password, has_google } = state;
  const ways = [...(has_password ? [t.ways.password] : []), ...(has_google ? [t.ways.google] : []), t.ways.code];
  const change = (field: 'name' | 'email', label: string) => (
    <Button variant="quiet" aria-label={t.changeOf(label)} onClick={() => setOpen(field)}>
      {t.change}
    </Button>
  );
  return (
    <Section id="correct" title={t.correctTitle}>
      <ul className="border-t border-line">
        <Fact label={t.name} value={name} action={change('name', t.name)} />
        <Fact
          label={t.email}
          value={email_verified ? t.proved(email) : t.unproved(email)}
          note={new_email === null ? null : t.waiting(new_email)}
          action={change('email', t.email)}
        />
        <Fact
          label={t.entry}
          value={ways.join(', ')}
          action={
            <Link to="/update-password" className={buttonClass({ variant: 'quiet' })}>
              {has_password ? t.change : t.addPassword}
            </Link>
          }
        />
      </ul>
      {open === 'name' && <NameDialog name={name} onClose={() => setOpen(null)} />}
      {open === 'email' && <EmailDialog onClose={() => setOpen(null)} />}
    </Section>
  );
}

interface FactProps {
  readonly label: string;
  readonly value: string;
  readonly note?: string | null;
  readonly action: ReactNode;
}

function Fact({ label, value, note = null, action }: FactProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-2.5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-xs text-ink-3">{label}</p>
        <p className="[overflow-wrap:anywhere]">{value}</p>
        {note !== null && <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">{note}</p>}
      </div>
      <div className="shrink-0">{action}</div>
    </li>
  );
}

function NameDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const client = useQueryClient();
  const proof = useProof();
  const submit = (typed: string) =>
    void proof.send(async () => {
      await request(changeProfile, { json: { name: typed }, handles: 'all' });
      showToastHere('success', t.done);
      await client.invalidateQueries({ queryKey: keyOf(getProfile) });
      onClose();
    });
  return (
    <OneField
      title={t.nameTitle}
      label={t.name}
      begin={name}
      submit={t.save}
      busy={proof.busy}
      {...{ onClose }}
      onSubmit={submit}
    >
      {proof.field}
    </OneField>
  );
}

function EmailDialog({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const proof = useProof();
  const submit = (typed: string) =>
    void proof.send(async (password) => {
      const email = typed.trim();
      await request(changeEmail, { json: { email, ...password }, handles: 'all' });
      showToastHere('success', t.emailSent(email));
      await client.invalidateQueries({ queryKey: keyOf(getProfile) });
      onClose();
    });
  return (
    <OneField
      title={t.emailTitle}
      text={t.emailText}
      label={t.newEmail}
      type="email"
      submit={t.emailSend}
      problemOf={(typed) => (isEmail(typed) ? undefined : t.emailInvalid)}
      busy={proof.busy}
      onClose={onClose}
      onSubmit={submit}
    >
      {proof.field}
    </OneField>
  );
}

interface OneFieldProps {
  readonly title: string;
  readonly text?: string;
  readonly label: string;
  readonly type?: 'email';
  readonly begin?: string;
  readonly submit: string;
  /** Reason to refuse the typed text before it is sent. */
  readonly problemOf?: (typed: string) => string | undefined;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onSubmit: (typed: string) => void;
  readonly children: ReactNode;
}

function OneField({ title, text, label, type, begin = '', submit, busy, ...rest }: OneFieldProps) {
  const { problemOf, onClose, onSubmit, children } = rest;
  const fields = useFields({ typed: begin }, ({ typed }) => ({ typed: problemOf?.(typed) }));
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (fields.validate(event.currentTarget)) onSubmit(fields.values.typed);
  };
  return (
    <Dialog open onClose={onClose} label={title}>
      <form noValidate onSubmit={send} className="grid gap-4">
        <h2 className="type-1">{title}</h2>
        {text !== undefined && <p className="text-sm text-ink-2">{text}</p>}
        <TextField label={label} type={type ?? 'text'} autoComplete={type ?? 'name'} {...fields.field('typed')} />
        {children}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** A consent with its state; one withdrawn here stays visible, to be given again. */
interface ConsentState {
  readonly consent: Consent;
  readonly on: boolean;
}

const consentKey = ({ kind, book_id, version, at }: Consent) =>
  `${kind} ${book_id ?? version ?? ''} ${kind === 'withdrawal' ? at : ''}`;

function PermitSection({ state }: { readonly state: DataState }) {
  const [seenConsents, setSeenConsents] = useState<readonly Consent[]>([]);
  const toggle = useChange(
    async ({ consent: { kind, book_id }, on }: ConsentState) => {
      if (kind === 'news') return request(on ? allowNews : withdrawNews, { handles: 'all' });
      if (book_id !== null) await (on ? follow(book_id) : unfollow(book_id));
      return null;
    },
    () => null,
  );
  const follows = state.consents.filter(({ kind }) => kind === 'follow');
  const endedFollows = seenConsents.filter((each) => follows.every((other) => consentKey(other) !== consentKey(each)));
  const news = state.consents.find(({ kind }) => kind === 'news');
  const turn = (consent: Consent, on: boolean) => {
    if (consent.kind === 'follow')
      setSeenConsents((before) => [...before.filter((each) => consentKey(each) !== consentKey(consent)), consent]);
    toggle.run({ consent, on });
  };
  const none: Consent = { kind: 'news', book_id: null, book_name: null, version: null, at: '' };
  const rows = [
    ...follows.map((consent): ConsentState => ({ consent, on: true })),
    ...endedFollows.map((consent): ConsentState => ({ consent, on: false })),
  ].toSorted((a, b) => (a.consent.book_name ?? '').localeCompare(b.consent.book_name ?? '', 'es'));
  return (
    <Section id="permit" title={t.permitTitle}>
      <p className="mb-3 text-ink-2">{state.email_verified ? t.permitText : t.newsUnproved}</p>
      <ul className="border-t border-line">
        {state.email_verified && (
          <li className="border-b border-line py-2.5">
            <Switch
              label={t.news}
              hint={news ? t.newsOn(formatDate(news.at)) : t.newsOff}
              on={news !== undefined}
              onChange={(on) => turn(news ?? none, on)}
            />
          </li>
        )}
        {rows.map(({ consent, on }) => (
          <li key={consentKey(consent)} className="border-b border-line py-2.5">
            <Switch
              label={t.follow(consent.book_name ?? '')}
              hint={on ? t.followOn(formatDate(consent.at)) : t.followOff}
              on={on}
              onChange={(next) => turn(consent, next)}
            />
          </li>
        ))}
      </ul>
      <KeptConsents consents={state.consents} />
    </Section>
  );
}

/** Consents that cannot be withdrawn individually. */
function KeptConsents({ consents }: { readonly consents: readonly Consent[] }) {
  const otherConsents = consents.filter(({ kind }) => kind !== 'news' && kind !== 'follow');
  if (otherConsents.length === 0) return null;
  const words = ({ kind, version, book_name, at }: Consent): readonly [string, string] => {
    if (kind === 'withdrawal') return [t.acknowledged(book_name ?? ''), t.acceptedOn(formatDate(at))];
    const name = kind === 'terms' ? t.terms(String(version)) : t.privacy(String(version));
    return [name, t.toldOn(formatDate(at))];
  };
  return (
    <div className="mt-6">
      <h3 className="font-sans text-base font-semibold tracking-normal">{t.keptTitle}</h3>
      <p className="mt-1 text-sm text-ink-2">{t.keptText}</p>
      <ul className="mt-3 grid gap-2 text-sm">
        {otherConsents.map((consent) => (
          <li key={consentKey(consent)}>
            <span className="[overflow-wrap:anywhere]">{words(consent)[0]}.</span>{' '}
            <span className="figures text-ink-3">{words(consent)[1]}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function BlockSection({ blockedAt }: { readonly blockedAt: string | null }) {
  const { busy, run } = useChange(
    (isBlocking: boolean) => request(isBlocking ? blockData : unblockData, { handles: 'all' }),
    (isBlocking) => (isBlocking ? t.blocked : t.unblocked),
  );
  return (
    <Section id="block" title={t.blockTitle}>
      <p className="text-ink-2">{t.blockText}</p>
      {blockedAt !== null && (
        <p className="figures mt-4 flex gap-2.5 rounded-2 bg-accent-soft px-3.5 py-3 text-sm font-medium text-accent [&>svg]:size-5 [&>svg]:shrink-0">
          <Clock aria-hidden="true" />
          {t.blockedSince(`${formatDate(blockedAt)} ${hourOf(blockedAt)}`)}
        </p>
      )}
      <Button className="mt-5 max-md:w-full" busy={busy} onClick={() => run(blockedAt === null)}>
        {blockedAt === null ? t.block : t.unblock}
      </Button>
    </Section>
  );
}

import { type ThreadSubject, type VisitorMessageBody, writeAsVisitor } from '@cuentos/contract/messages';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { NO_ANSWER_TEXT } from '../../lib/api/texts.ts';
import { useHasSession } from '../../lib/api/session.ts';
import { newId } from '../../lib/new-id.ts';
import { useStoreName } from '../../lib/page-data.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextAreaField } from '../../ui/forms/text-area-field.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useFields } from '../../ui/forms/use-fields.ts';
import { useTask } from '../../ui/forms/use-task.ts';
import { Link } from '../../ui/navigation.tsx';
import { showToastHere } from '../../ui/overlays/toast-store.ts';
import { CaptchaForm } from '../auth/captcha/captcha.tsx';
import { useCaptcha } from '../auth/captcha/use-captcha.ts';
import { useCarriedEmail } from '../auth/carried-email.ts';
import { emailProblem, nameProblem } from '../auth/form-fields.ts';
import { AccountScreen } from '../site/account-frame.tsx';
import { PrivateMeta } from '../site/page-meta.tsx';
import { messageTexts as t, textProblem } from './texts.ts';

const empty = { name: '', email: '', text: '' };

const problemsOf = ({ name, email, text }: typeof empty) => ({
  name: nameProblem(name),
  email: emailProblem(email),
  text: textProblem(text),
});

const subjects = Object.keys(t.subjects) as ThreadSubject[];

/** POST /api/messages/visitors. Throws ApiError. */
async function write(json: VisitorMessageBody): Promise<void> {
  const { request } = await import('../../lib/api/api-client.ts');
  await request(writeAsVisitor, { json, handles: 'all' });
}

/** The form's fields, and its sending. */
function useContact(subject: ThreadSubject, onSent: (email: string) => void) {
  const fields = useFields(empty, problemsOf);
  const captcha = useCaptcha('contact');
  const { busy, run } = useTask();
  // Only another address, name or subject gets a new id, so that a form sent twice stores one message.
  const tried = useRef({ id: newId(), written: '' });
  const fail = (error: unknown, form: EventTarget) => {
    captcha.renew();
    if (!(error instanceof ApiError) || error.status === 0) return showToastHere('error', NO_ANSWER_TEXT);
    fields.show(error.fields, form);
    if (!Object.keys(error.fields).some((name) => name in empty)) showToastHere('error', error.detail || t.sendFailed);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy || !fields.validate(form)) return;
    const { values } = fields;
    const serialized = JSON.stringify({ ...values, subject });
    if (tried.current.written !== serialized) tried.current = { id: newId(), written: serialized };
    await run(async () => {
      try {
        const answer = await captcha.answer();
        await write({ ...values, id: tried.current.id, subject, ...(answer ? { captcha: answer } : {}) });
        onSent(values.email.trim());
      } catch (error) {
        fail(error, form);
      }
    });
  };
  return { fields, captcha, busy, submit };
}

function ContactForm({ onSent }: { readonly onSent: (email: string) => void }) {
  const [subject, setSubject] = useState<ThreadSubject>('other');
  const email = useRef<HTMLInputElement>(null);
  const { fields, captcha, busy, submit } = useContact(subject, onSent);
  useCarriedEmail({ input: email, email: fields.values.email, fill: (typed) => fields.change('email', typed) });
  const text = useRef<HTMLTextAreaElement>(null);
  const keep = useRef((typed: string) => fields.change('text', typed));
  // Keeps what was typed before the script ran: React would empty a field of several lines.
  useLayoutEffect(() => {
    const typed = text.current?.value ?? '';
    if (typed !== '') keep.current(typed);
  }, []);
  return (
    <CaptchaForm captcha={captcha} onSubmit={submit}>
      <TextField label={t.name} autoComplete="name" {...fields.field('name')} />
      <TextField
        label={t.email}
        type="email"
        autoComplete="email"
        inputMode="email"
        hint={t.emailHint}
        ref={email}
        {...fields.field('email')}
      />
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
      <TextAreaField label={t.message} rows={6} ref={text} {...fields.field('text')} />
      <Button type="submit" variant="primary" size="large" full busy={busy}>
        {t.send}
      </Button>
    </CaptchaForm>
  );
}

/** 'Escríbenos' for visitors; a person with an account is led to the own messages. */
export function ContactScreen() {
  const store = useStoreName();
  const hasSession = useHasSession();
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <AccountScreen
      title={sentTo === null ? t.newTitle : t.contactSentTitle}
      lead={sentTo === null ? t.contactLead : t.contactSentLead(sentTo)}
    >
      <PrivateMeta title={t.contactMeta(store)} />
      {sentTo === null && (
        <>
          {hasSession && (
            <div className="mb-7 grid justify-items-start gap-2 border-y border-line py-4">
              <p className="text-sm text-ink-2">{t.contactAccount}</p>
              <Link to="/user-settings/messages/new" className="link inline-flex min-h-11 items-center">
                {t.contactAccountLink}
              </Link>
            </div>
          )}
          <ContactForm onSent={setSentTo} />
        </>
      )}
      {sentTo !== null && (
        <Button size="large" full onClick={() => setSentTo(null)}>
          {t.contactAgain}
        </Button>
      )}
      <p className="mt-5">
        <BackLink to="/">{t.backToStart}</BackLink>
      </p>
    </AccountScreen>
  );
}

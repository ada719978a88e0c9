import {
  type AppPassword,
  listAppPasswords,
  type MadeAppPassword,
  makeAppPassword,
  removeAppPassword,
} from '@cuentos/contract/app-passwords';
import { limits } from '@cuentos/contract/limits';
import { getShelfAddress } from '@cuentos/contract/opds';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { request } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { queryOf } from '../../lib/api/query-of.ts';
import { formatLongDate } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { restoreFocus } from '../../ui/focus-fallback.ts';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useFields } from '../../ui/forms/use-fields.ts';
import { useTask } from '../../ui/forms/use-task.ts';
import { ask } from '../../ui/overlays/confirm.ts';
import { showToastHere } from '../../ui/overlays/toast-store.ts';
import { copyText } from './copy-text.ts';
import { useProof } from './own-data.tsx';
import { appPasswordTexts as t } from './texts.ts';

const addressQuery = queryOf(getShelfAddress, { handles: 'all', quiet: true });
const passwordsQuery = queryOf(listAppPasswords, { handles: 'all', quiet: true });

/**
 * Access for reading apps: its address, and a password for each app. Absent where the author allows no book as an EPUB
 * and no password exists; it is the last section, so that nothing moves when it appears.
 */
export function AppPasswordsSection() {
  const { data: shelf } = useQuery(addressQuery);
  const passwords = useQuery(passwordsQuery);
  const hasPasswords = passwords.data !== undefined && passwords.data.length > 0;
  if (!shelf || !(shelf.is_offered || hasPasswords)) return null;
  return (
    <section aria-labelledby="app-passwords-title" className="mt-10">
      <h2 id="app-passwords-title" tabIndex={-1} className="type-1">
        {t.title}
      </h2>
      <p className="mt-1 text-sm text-ink-2">{shelf.is_offered ? t.text : t.notOffered}</p>
      {shelf.is_offered && <ShelfAddress address={shelf.address} />}
      {passwords.data && <Passwords passwords={passwords.data} canMake={shelf.is_offered} />}
      {passwords.isError && !passwords.data && (
        <div className="mt-4 flex flex-wrap items-center gap-3 text-sm text-ink-2">
          {t.failed}
          <Button onClick={() => void passwords.refetch()}>{t.retry}</Button>
        </div>
      )}
    </section>
  );
}

interface PasswordsProps {
  readonly passwords: readonly AppPassword[];
  readonly canMake: boolean;
}

/** The existing passwords, and a button for a new one. */
function Passwords({ passwords, canMake }: PasswordsProps) {
  const queryClient = useQueryClient();
  const [made, setMade] = useState<MadeAppPassword | null>(null);
  const refresh = async () => queryClient.invalidateQueries(passwordsQuery);
  const removed = async (id: string) => {
    showToastHere('success', t.removed);
    if (made?.id === id) setMade(null);
    await refresh();
    restoreFocus('#app-passwords-title');
  };
  const saved = () => {
    setMade(null);
    restoreFocus('#app-passwords-title');
  };
  return (
    <>
      {passwords.length === 0 && !made && <p className="mt-4 text-sm text-ink-2">{t.none}</p>}
      {passwords.length > 0 && (
        <>
          <ul className="mt-4 border-t border-line">
            {passwords.map((each) => (
              <PasswordRow key={each.id} appPassword={each} onRemoved={() => void removed(each.id)} />
            ))}
          </ul>
          <p className="mt-3 text-sm text-ink-2">{t.ends}</p>
        </>
      )}
      {made && <MadePassword made={made} onSaved={saved} />}
      {canMake && !made && (
        <MakePassword
          onMade={(password) => {
            setMade(password);
            void refresh();
          }}
        />
      )}
    </>
  );
}

function ShelfAddress({ address }: { readonly address: string }) {
  return (
    <>
      <p className="mt-4 text-sm font-semibold">{t.address}</p>
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        <code className="[overflow-wrap:anywhere]">{address}</code>
        <Button onClick={() => void copyText(address)}>{t.copyAddress}</Button>
      </div>
      <p className="mt-3 text-sm text-ink-2">{t.opened}</p>
    </>
  );
}

function PasswordRow({
  appPassword: { id, name, created_at, last_used_at },
  onRemoved,
}: {
  readonly appPassword: AppPassword;
  readonly onRemoved: () => void;
}) {
  const { busy, run } = useTask();
  const remove = async () => {
    const words = { title: t.removeTitle, message: t.removeText(name), confirm: t.remove, cancel: t.keep };
    if (!(await ask(words))) return;
    try {
      await request(removeAppPassword, { params: { id }, handles: [404] });
    } catch (error) {
      // Already gone, by another tab; other failures were reported.
      if (!(error instanceof ApiError && error.status === 404)) return;
    }
    onRemoved();
  };
  const facts = [
    t.made(formatLongDate(created_at)),
    last_used_at === null ? t.unused : t.used(formatLongDate(last_used_at)),
  ];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2.5">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="font-medium [overflow-wrap:anywhere]">{name}</p>
        <p className="figures text-xs text-ink-3">{facts.join(' · ')}</p>
      </div>
      <Button
        variant="quiet"
        className="-mx-2.5 sm:mx-0"
        busy={busy}
        aria-label={t.removeOf(name)}
        onClick={() => void run(remove)}
      >
        {t.remove}
      </Button>
    </li>
  );
}

/** Asks for the app's name; the server may require the account's password too. */
function MakePassword({ onMade }: { readonly onMade: (made: MadeAppPassword) => void }) {
  const proof = useProof();
  const fields = useFields({ name: '' }, ({ name }) => ({
    name: name.trim() === '' ? t.nameRequired : undefined,
  }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (proof.busy || !fields.validate(event.currentTarget)) return;
    void proof.send(async (json) =>
      onMade(await request(makeAppPassword, { json: { ...json, name: fields.values.name }, handles: 'all' })),
    );
  };
  return (
    <form noValidate onSubmit={submit} className="mt-5 grid max-w-96 gap-4">
      <TextField
        label={t.name}
        hint={t.nameHint}
        maxLength={limits.appPasswordNameMax}
        autoComplete="off"
        {...fields.field('name')}
      />
      {proof.field}
      <Button type="submit" busy={proof.busy} className="justify-self-start">
        {t.make}
      </Button>
    </form>
  );
}

/** The new password, which is shown only this once. */
function MadePassword({ made, onSaved }: { readonly made: MadeAppPassword; readonly onSaved: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="mt-5 grid justify-items-start gap-3 rounded-2 border border-line bg-sheet p-4">
      <h3 ref={title} tabIndex={-1} className="text-lg [overflow-wrap:anywhere]">
        {t.madeTitle(made.name)}
      </h3>
      <code className="text-lg font-semibold [overflow-wrap:anywhere]">{made.password}</code>
      <p className="text-sm text-ink-2">{t.madeText}</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copyText(made.password)}>{t.copyPassword}</Button>
        <Button variant="primary" onClick={onSaved}>
          {t.saved}
        </Button>
      </div>
    </div>
  );
}

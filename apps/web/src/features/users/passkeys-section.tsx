import { limits } from '@cuentos/contract/limits';
import {
  addPasskey,
  beginPasskey,
  listOwnPasskeys,
  type Passkey,
  removePasskey,
  renamePasskey,
} from '@cuentos/contract/passkeys';
import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { request } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { formatLongDate } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { restoreFocus } from '../../ui/focus-fallback.ts';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useFields } from '../../ui/forms/use-fields.ts';
import { useTask } from '../../ui/forms/use-task.ts';
import { ask } from '../../ui/overlays/confirm.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { showToastHere } from '../../ui/overlays/toast-store.ts';
import { failureOf } from '../auth/second-factor-code.ts';
import { useProof } from './own-data.tsx';
import { queryOf } from '../../lib/api/query-of.ts';
import { passkeyTexts as t } from './texts.ts';
import { Waiting } from '../../ui/waiting.tsx';

const passkeysQuery = queryOf(listOwnPasskeys, { handles: 'all' });

interface PasskeysSectionProps {
  /** Name of the device on which a passkey is added. */
  readonly deviceName: string;
}

/** The passkeys of the account: list, addition, renaming, removal. */
export function PasskeysSection({ deviceName }: PasskeysSectionProps) {
  const queryClient = useQueryClient();
  const passkeys = useQuery(passkeysQuery);
  const [renaming, setRenaming] = useState<Passkey | null>(null);
  const changed = async (text: string) => {
    showToastHere('success', text);
    await queryClient.invalidateQueries(passkeysQuery);
    restoreFocus('#passkeys-title');
  };
  return (
    <section aria-labelledby="passkeys-title" className="mt-10">
      <h2 id="passkeys-title" tabIndex={-1} className="type-1">
        {t.title}
      </h2>
      {passkeys.isPending && <Waiting className="skeleton mt-2 h-24" />}
      <p className="mt-1 text-sm text-ink-2">
        {t.text} {passkeys.data?.length === 0 && t.none}
      </p>
      {passkeys.isError && !passkeys.data && (
        <div className="mt-4 flex flex-wrap items-center gap-3 text-sm text-ink-2">
          {t.failed}
          <Button onClick={() => void passkeys.refetch()}>{t.retry}</Button>
        </div>
      )}
      {passkeys.data && passkeys.data.length > 0 && (
        <ul className="mt-4 border-t border-line">
          {passkeys.data.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setRenaming(passkey)}
              onRemoved={() => void changed(t.removed)}
            />
          ))}
        </ul>
      )}
      {passkeys.data && <AddPasskey name={deviceName} onAdded={() => void changed(t.added)} />}
      {renaming && (
        <RenameDialog
          passkey={renaming}
          onClose={() => setRenaming(null)}
          onRenamed={() => {
            setRenaming(null);
            void changed(t.renamed);
          }}
        />
      )}
    </section>
  );
}

interface AddPasskeyProps {
  readonly name: string;
  readonly onAdded: () => void;
}

/** Lets the browser make a passkey; the server may require the password, or a code, before. */
function AddPasskey({ name, onAdded }: AddPasskeyProps) {
  const proof = useProof();
  if (!browserSupportsWebAuthn()) return <p className="mt-4 text-sm text-ink-2">{t.unsupported}</p>;
  const add = async (json: { readonly current_password?: string }) => {
    const optionsJSON = await request(beginPasskey, { json, handles: 'all' });
    let response;
    try {
      response = await startRegistration({ optionsJSON });
    } catch (error) {
      showToastHere('error', failureText(error));
      return;
    }
    await request(addPasskey, { json: { name, response }, handles: 'all' });
    onAdded();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void proof.send(add);
  };
  return (
    <form noValidate onSubmit={submit} className="mt-4 grid justify-items-start gap-4">
      {proof.field}
      <Button type="submit" busy={proof.busy}>
        {t.add}
      </Button>
    </form>
  );
}

/** Why the browser made none, by WebAuthn's error names. */
function failureText(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return t.already;
  return name === 'NotAllowedError' || name === 'AbortError' ? t.cancelled : t.unable;
}

interface PasskeyRowProps {
  readonly passkey: Passkey;
  readonly onRename: () => void;
  readonly onRemoved: () => void;
}

function PasskeyRow({ passkey: { id, name, created_at, last_used_at, backed_up }, ...on }: PasskeyRowProps) {
  const { busy, run } = useTask();
  const remove = async () => {
    const words = { title: t.removeTitle, message: t.removeText(name), confirm: t.remove, cancel: t.keep };
    if (!(await ask(words))) return;
    try {
      await request(removePasskey, { params: { id }, handles: [404] });
    } catch (error) {
      // Already gone, by another tab; other failures were reported.
      if (!(error instanceof ApiError && error.status === 404)) return;
    }
    on.onRemoved();
  };
  const facts = [
    t.created(formatLongDate(created_at)),
    last_used_at === null ? t.unused : t.used(formatLongDate(last_used_at)),
    ...(backed_up ? [t.backedUp] : []),
  ];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2.5">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="font-medium [overflow-wrap:anywhere]">{name}</p>
        <p className="figures text-xs text-ink-3">{facts.join(' · ')}</p>
      </div>
      <div className="-mx-2.5 flex flex-wrap sm:mx-0">
        <Button variant="quiet" aria-label={t.renameOf(name)} onClick={on.onRename}>
          {t.rename}
        </Button>
        <Button variant="quiet" busy={busy} aria-label={t.removeOf(name)} onClick={() => void run(remove)}>
          {t.remove}
        </Button>
      </div>
    </li>
  );
}

interface RenameDialogProps {
  readonly passkey: Passkey;
  readonly onClose: () => void;
  readonly onRenamed: () => void;
}

function RenameDialog({ passkey, onClose, onRenamed }: RenameDialogProps) {
  const fields = useFields({ name: passkey.name }, ({ name }) => ({
    name: name.trim() === '' ? t.nameRequired : undefined,
  }));
  const { busy, run } = useTask();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy || !fields.validate(form)) return;
    void run(async () => {
      const json = fields.values;
      const name = await failureOf(
        request(renamePasskey, { params: { id: passkey.id }, json, handles: 'all' }).then(onRenamed),
      );
      if (name !== undefined) fields.show({ name }, form);
    });
  };
  return (
    <Dialog open label={t.renameTitle} closable={false} onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <h2 className="type-1">{t.renameTitle}</h2>
        <TextField label={t.name} maxLength={limits.passkeyNameMax} {...fields.field('name')} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

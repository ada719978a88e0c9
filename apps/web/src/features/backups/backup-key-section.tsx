import { adminKeepBackupKey, adminShowBackupKey, type BackupState } from '@cuentos/contract/backups';
import { Check, Copy, Eye, EyeOff, Printer } from 'lucide-react';
import { useState } from 'react';
import { useStoreName } from '../../lib/page-data.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { adminCall } from '../admin/admin-call.ts';
import { useAdminMutation } from '../admin/admin-mutation.ts';
import { formatMinute } from '../admin/dates.ts';
import { copyText } from '../users/copy-text.ts';
import { backupTexts as t } from './texts.ts';

interface BackupKeySectionProps {
  readonly facts: BackupState['key'];
  readonly onKept: (state: BackupState) => void;
}

/**
 * The key that opens the backups: shown after the admin's identity was confirmed, and kept in this page's memory only.
 */
export function BackupKeySection({ facts, onKept }: BackupKeySectionProps) {
  const [key, setKey] = useState<string | null>(null);
  const showing = useAdminMutation({
    call: () => adminCall(adminShowBackupKey, { handles: 'all' }),
    onDone: (shown) => setKey(shown.key),
    texts: { failed: t.showKeyFailed },
  });
  const keeping = useAdminMutation({
    call: () => adminCall(adminKeepBackupKey, { handles: 'all' }),
    onDone(state) {
      onKept(state);
      setKey(null);
      showToast('success', t.keyNoted);
    },
    texts: { failed: t.keepKeyFailed },
  });
  return (
    <section className="mb-9 grid gap-3 print:mb-0">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 [overflow-wrap:anywhere] print:hidden">
        <div className="flex flex-wrap items-center gap-3">
          <h3 className="type-1">{t.key}</h3>
          {facts.kept_at === null && <Badge tone="bad">{t.keyNotKept}</Badge>}
        </div>
        <KeyFacts facts={facts} />
        {key !== null && <ShownKey value={key} />}
        <div className="flex flex-wrap gap-2">
          {key === null && (
            <Button
              icon={<Eye aria-hidden="true" />}
              busy={showing.busy}
              className="max-md:w-full"
              onClick={() => showing.send(undefined)}
            >
              {t.showKey}
            </Button>
          )}
          {key !== null && (
            <Button icon={<EyeOff aria-hidden="true" />} className="max-md:w-full" onClick={() => setKey(null)}>
              {t.hideKey}
            </Button>
          )}
          {facts.kept_at === null && (
            <Button
              icon={<Check aria-hidden="true" />}
              busy={keeping.busy}
              className="max-md:w-full"
              onClick={() => keeping.send(undefined)}
            >
              {t.keepKey}
            </Button>
          )}
        </div>
      </div>
      {key !== null && <PrintedKey value={key} />}
    </section>
  );
}

function KeyFacts({ facts: { source, fingerprint, kept_at: keptAt, other } }: Pick<BackupKeySectionProps, 'facts'>) {
  return (
    <>
      <p className="max-w-[62ch] text-sm text-ink-2">{t.keyText}</p>
      <p className="figures text-sm text-ink-2">
        {t.keyFrom[source]} {t.keyName(fingerprint)} {keptAt !== null && t.keyKept(formatMinute(keptAt))}
      </p>
      {other && (
        <p className="max-w-[62ch] text-sm">
          {t.otherKey(other.fingerprint, formatMinute(other.last_at))} {other.is_recent && t.otherKeyRecent}
        </p>
      )}
    </>
  );
}

function ShownKey({ value }: { readonly value: string }) {
  return (
    <div className="grid max-w-[54rem] gap-2">
      <TextField
        label={t.keyField}
        value={value}
        readOnly
        autoComplete="off"
        spellCheck={false}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className="flex flex-wrap gap-2">
        <Button icon={<Copy aria-hidden="true" />} onClick={() => void copyText(value)}>
          {t.copy}
        </Button>
        <Button icon={<Printer aria-hidden="true" />} onClick={() => print()}>
          {t.print}
        </Button>
      </div>
    </div>
  );
}

/** Printed alone: the rest of the page is hidden on paper. */
function PrintedKey({ value }: { readonly value: string }) {
  const store = useStoreName();
  return (
    <div className="hidden gap-4 print:grid">
      <h2 className="type-1">{t.printTitle(store)}</h2>
      <p className="font-mono text-base break-all">{value}</p>
      <p className="text-sm">{t.printUse}</p>
    </div>
  );
}

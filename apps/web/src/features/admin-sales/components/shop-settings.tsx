import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../../ui/badge.tsx';
import { TableSkeleton } from '../../../ui/data-table.tsx';
import { ListFailure } from '../../../ui/list-panel.tsx';
import { settingsQuery } from '../data.ts';
import { settingWords } from '../setting-words.ts';
import { salesTexts as t } from '../texts.ts';

/** Value of a service that is not set up. */
const OFF = 'Desactivado';

/** Which services the shop uses; never a secret. */
export function ShopSettings() {
  const settings = useQuery(settingsQuery);
  return (
    <>
      <p className="mb-4 max-w-[62ch] text-sm text-ink-2">{t.settingsText}</p>
      {settings.isPending && <TableSkeleton />}
      {(settings.isError || settings.data === false) && <ListFailure onRetry={() => void settings.refetch()} />}
      {settings.data && (
        <dl className="max-w-[720px] border-t border-line">
          {settings.data.adapters.map(({ name, value, real }) => (
            <div key={name} className="grid grid-cols-[1fr_auto] items-center gap-x-4 border-b border-line py-3.5">
              <dt className="font-serif text-base font-[560]">{name}</dt>
              <dd className="col-start-1 text-sm text-ink-2">{settingWords(value)}</dd>
              <dd className="col-start-2 row-span-2 row-start-1">
                {value === OFF && <Badge>{t.settingsOff}</Badge>}
                {value !== OFF && <Badge tone={real ? 'ok' : 'offer'}>{real ? t.settingsOn : t.settingsTrial}</Badge>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

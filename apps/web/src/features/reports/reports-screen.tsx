import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Badge } from '../../ui/badge.tsx';
import { TableSkeleton } from '../../ui/lists/data-table.tsx';
import { ListFailure } from '../../ui/lists/list-panel.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { SectionTitle } from '../admin/area-frame.tsx';
import { settingsQuery } from './api.ts';
import { AuditLog } from './audit-log.tsx';
import { MailLog, NoticeLog } from './mail-and-notice-logs.tsx';
import { SalesSummary } from './sales-summary.tsx';
import { reportTexts as t, adapterNames as words } from './texts.ts';

/** Describes a setting's value for the owner: names of services, but no folders of the server. */
function settingWords(value: string): string {
  const pair = words.find(([pattern]) => pattern.test(value));
  return pair ? value.replace(pair[0], pair[1]) : value;
}

/** Value of a service that is not set up. */
const OFF = 'Desactivado';

/** The services that the shop uses, without secrets. */
function ShopSettings() {
  const settings = useQuery(settingsQuery);
  return (
    <>
      {settings.isPending && <TableSkeleton />}
      {settings.isError && <ListFailure onRetry={() => void settings.refetch()} />}
      {settings.data && (
        <dl className="max-w-[720px] border-t border-line">
          {settings.data.adapters.map(({ name, value, real }) => (
            <div
              key={name}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center max-[360px]:wrap-anywhere gap-x-4 border-b border-line py-3.5"
            >
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

/** 'Ventas': figures of the shop. */
export function AdminSalesScreen() {
  return (
    <>
      <SectionTitle title={t.title} />
      <SalesSummary />
    </>
  );
}

/** /admin/settings: the services and settings of the shop. */
export function AdminSettingsScreen() {
  return (
    <>
      <SectionTitle title={t.settingsTitle} text={t.settingsText} />
      <ShopSettings />
      <p className="mt-6">
        <Link
          to="/admin/backups"
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-accent underline-offset-[0.3em] hover:underline [&>svg]:size-[18px]"
        >
          {t.toBackups}
          <ChevronRight aria-hidden="true" />
        </Link>
      </p>
    </>
  );
}

const logs = { registro: AuditLog, correos: MailLog, avisos: NoticeLog } as const;
type Log = keyof typeof logs;
const ids = Object.keys(logs) as Log[];

/** /admin/log: actions, mails, and the payment provider's notices. */
export function AdminLogScreen() {
  const [query, setQuery] = useSearchParams();
  const current = ids.find((id) => id === query.get('ver')) ?? 'registro';
  const Section = logs[current];
  useEffect(() => {
    // Scrolls to the tab, because the row of tabs is longer than a phone's screen.
    document.getElementById(`tab-${current}`)?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [current]);
  const open = (id: Log) => setQuery(id === 'registro' ? {} : { ver: id }, { replace: true });
  return (
    <>
      <SectionTitle title={t.logTitle} />
      <Tabs label={t.sections} tabs={ids.map((id) => ({ id, label: t.tabs[id] }))} current={current} onChange={open}>
        <div className="pt-6">
          <Section />
        </div>
      </Tabs>
    </>
  );
}

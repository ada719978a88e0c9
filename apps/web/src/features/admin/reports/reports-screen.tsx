import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { Badge } from '../../../ui/badge.tsx';
import { TableSkeleton } from '../../../ui/lists/data-table.tsx';
import { ListFailure } from '../../../ui/lists/list-panel.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { SectionTitle } from '../area-frame.tsx';
import { settingsQuery } from './api.ts';
import { AuditLog } from './audit-log.tsx';
import { MailLog, NoticeLog } from './mail-and-notice-logs.tsx';
import { SalesSummary } from './sales-summary.tsx';
import { reportTexts as t } from './texts.ts';

const words: readonly (readonly [RegExp, string])[] = [
  [/^local disk$/, 'Disco de este servidor'],
  [/^S3 bucket (.+)$/, 'Depósito S3 «$1»'],
  [/^files in .*$/, 'Carpeta de prueba: no se envía ningún correo'],
  [/^altcha$/, 'Altcha, alojado en esta tienda'],
  [/^recaptcha$/, 'reCAPTCHA'],
  [/^hcaptcha$/, 'hCaptcha'],
  [/^turnstile$/, 'Turnstile'],
  [/^none$/, 'Sin captcha'],
];

/** What a setting's value is to the owner: names of services, no folders of the server. */
function settingWords(value: string): string {
  const known = words.find(([pattern]) => pattern.test(value));
  return known ? value.replace(known[0], known[1]) : value;
}

/** Value of a service that is not set up. */
const OFF = 'Desactivado';

/** Which services the shop uses; never a secret. */
function ShopSettings() {
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

const ids = ['resumen', 'correos', 'avisos', 'registro', 'ajustes'] as const;
type Id = (typeof ids)[number];

const sections = {
  resumen: SalesSummary,
  correos: MailLog,
  avisos: NoticeLog,
  registro: AuditLog,
  ajustes: ShopSettings,
} as const;

/** 'Ventas': figures, and what the shop does behind them. */
export function SalesPage() {
  const [query, setQuery] = useSearchParams();
  const current: Id = ids.find((id) => id === query.get('ver')) ?? 'resumen';
  const Section = sections[current];
  useEffect(() => {
    // On a phone the row of tabs is longer than the screen.
    document.getElementById(`tab-${current}`)?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [current]);
  const open = (id: Id) => {
    // The period stays for when one comes back to it.
    const kept = [...query].filter(([key]) => key === 'desde' || key === 'hasta');
    setQuery([...kept, ...(id === 'resumen' ? [] : [['ver', id] as [string, string]])], { replace: true });
  };
  return (
    <>
      <SectionTitle title={t.title} />
      <Tabs label={t.sections} tabs={ids.map((id) => ({ id, label: t.tabs[id] }))} current={current} onChange={open}>
        <div className="pt-6">
          <Section />
        </div>
      </Tabs>
    </>
  );
}

/** /admin/sales: the owner's own page. */
export function AdminSalesScreen() {
  return <SalesPage />;
}

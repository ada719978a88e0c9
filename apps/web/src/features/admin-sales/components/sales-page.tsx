import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { SectionTitle } from '../../../ui/section-title.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { salesTexts as t } from '../texts.ts';
import { AuditLog } from './audit-log.tsx';
import { MailLog } from './mail-log.tsx';
import { NoticeLog } from './notice-log.tsx';
import { SalesSummary } from './sales-summary.tsx';
import { ShopSettings } from './shop-settings.tsx';

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

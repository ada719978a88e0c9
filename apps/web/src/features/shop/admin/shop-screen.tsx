import type { ShopSection } from '@cuentos/contract/shop';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { DraftNotice } from '../../../ui/forms/draft-notice.tsx';
import { TableSkeleton } from '../../../ui/lists/data-table.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { SectionTitle } from '../../admin/area-frame.tsx';
import { IdentityForm } from './identity-form.tsx';
import { LegalForm } from './legal-form.tsx';
import { type LoadedSection, type SectionEditor, sectionQuery, useSectionEditor } from './section-editor.ts';
import { SettingsForm } from './settings-form.tsx';
import { shopTexts as t } from './texts.ts';
import { WordsForm } from './words-form.tsx';

const tabs = (Object.keys(t.tabs) as ShopSection[]).map((id) => ({ id, label: t.tabs[id] }));

/** 'Mi tienda': the public contents of the shop, by section. */
export function AdminShopScreen() {
  const [params, setParams] = useSearchParams();
  const requestedTab = params.get('seccion');
  const current = tabs.find(({ id }) => id === requestedTab)?.id ?? 'identity';
  return (
    <>
      <SectionTitle title={t.title} text={t.lead} />
      <Tabs
        label={t.tabsLabel}
        tabs={tabs}
        current={current}
        onChange={(id) => setParams(id === 'identity' ? {} : { seccion: id }, { replace: true })}
      >
        <div className="pt-7">
          <Section key={current} section={current} />
        </div>
      </Tabs>
    </>
  );
}

/** Loads a section; the form starts with the loaded values. */
function Section({ section }: { readonly section: ShopSection }) {
  const { data, isError, isFetching, refetch, dataUpdatedAt } = useQuery(sectionQuery(section));
  if (data) return <SectionForm key={dataUpdatedAt} section={section} loaded={data} />;
  if (!isError && (isFetching || data === undefined)) return <TableSkeleton />;
  return (
    <div className="grid justify-items-start gap-4">
      <Banner title={t.loadFailed} />
      <Button onClick={() => void refetch()}>{t.retry}</Button>
    </div>
  );
}

/** Form of each section. */
const forms: { readonly [Name in ShopSection]: ComponentType<{ readonly editor: SectionEditor<Name> }> } = {
  identity: IdentityForm,
  words: WordsForm,
  legal: LegalForm,
  settings: SettingsForm,
};

interface SectionFormProps<Name extends ShopSection> {
  readonly section: Name;
  readonly loaded: LoadedSection<Name>;
}

function SectionForm<Name extends ShopSection>({ section, loaded }: SectionFormProps<Name>) {
  const editor = useSectionEditor(section, loaded);
  const Form: ComponentType<{ readonly editor: SectionEditor<Name> }> = forms[section];
  return (
    <Edited editor={editor} countOf={section === 'words' ? t.wordChanges : t.changes}>
      <Form editor={editor} />
    </Edited>
  );
}

interface EditedProps {
  readonly editor: Omit<SectionEditor<ShopSection>, 'change' | 'value' | 'published'>;
  readonly countOf: (count: number) => string;
  readonly children: ReactNode;
}

/** A form with its notices above, and the publish bar at the foot, over the areas of a phone. */
function Edited({ editor, countOf, children }: EditedProps) {
  const { changes, keeping, busy, conflict } = editor;
  return (
    <>
      <DraftNotice draft={editor.draft} />
      {conflict && (
        <div className="mb-6">
          <Banner title={t.conflict.title}>
            {t.conflict.text}
            <span className="mt-3 block">
              <Button onClick={editor.reload}>{t.conflict.reload}</Button>
            </span>
          </Banner>
        </div>
      )}
      {children}
      {changes > 0 && (
        <section
          aria-label={countOf(changes)}
          className="sticky bottom-[var(--foot-bar,0px)] z-10 mt-10 rounded-b-pocket border border-line bg-sheet px-5 pt-1.5 pb-3 shadow-sheet"
        >
          <div aria-hidden="true" className="border-t-2 border-dashed border-line-strong" />
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pt-3">
            <p className="text-sm" aria-live="polite">
              <b className="figures">{countOf(changes)}</b>{' '}
              <span className="text-ink-2">
                {keeping === 'failed' ? t.notKept : keeping === 'saving' ? t.saving : t.notSeen}
              </span>
            </p>
            <div className="flex flex-wrap gap-2">
              <Button variant="quiet" disabled={busy || conflict} onClick={editor.discard}>
                {t.discard}
              </Button>
              <Button variant="primary" busy={busy} disabled={conflict} onClick={editor.publish}>
                {t.publish}
              </Button>
            </div>
          </div>
        </section>
      )}
    </>
  );
}

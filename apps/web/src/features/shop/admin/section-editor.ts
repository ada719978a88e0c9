import {
  adminDiscardShopDraft,
  adminGetLegalOverview,
  adminGetShopSection,
  adminPublishShop,
  adminSaveShopDraft,
  type SectionDraft,
  type ShopIdentity,
  type ShopLegal,
  type ShopSection,
  shopSections,
  type ShopSettings,
  type ShopWords,
} from '@cuentos/contract/shop';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type FormDraft, useFormDraft } from '../../../device/form-drafts.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { ask } from '../../../ui/overlays/confirm.ts';
import { useUnsavedGuard } from '../../../ui/overlays/use-unsaved-guard.ts';
import { showIdentity } from '../../../lib/published-identity.tsx';
import { showToastHere } from '../../../ui/overlays/toast-store.ts';
import { adminCall, adminQueryOf } from '../../admin/admin-call.ts';
import { useAdminMutation } from '../../admin/admin-mutation.ts';
import { offerUndo } from '../../admin/offer-undo.ts';
import { draftName } from '../../admin/work-dialog.tsx';
import { shopTexts as t } from './texts.ts';
import { keyOf } from '../../../lib/api/query-key.ts';

export interface Sections {
  readonly identity: ShopIdentity;
  readonly words: ShopWords;
  readonly legal: ShopLegal;
  readonly settings: ShopSettings;
}

/** A section of the server. */
export interface LoadedSection<Name extends ShopSection> {
  readonly published: Sections[Name];
  readonly draft: SectionDraft | null;
  readonly revision: number;
}

/** GET /api/admin/shop/{section}, refetched at each visit, because another admin may have changed it. */
export const sectionQuery = <Name extends ShopSection>(section: Name) =>
  queryOptions({
    queryKey: keyOf(adminGetShopSection, { params: { section } }),
    queryFn: async (): Promise<LoadedSection<Name>> => {
      const answer = await adminCall(adminGetShopSection, { params: { section }, handles: 'all' });
      return answer as LoadedSection<Name>;
    },
    staleTime: 0,
    gcTime: 0,
  });

export const legalOverviewQuery = queryOptions({
  ...adminQueryOf(adminGetLegalOverview, { handles: 'all' }),
  staleTime: 0,
});

/** Section being edited, and the actions on it. */
export interface SectionEditor<Name extends ShopSection> {
  readonly value: Sections[Name];
  readonly published: Sections[Name];
  /** Sentence for each wrong field, by its path: `faq.0.question`. */
  readonly errors: Readonly<Record<string, string>>;
  readonly changes: number;
  readonly keeping: 'kept' | 'saving' | 'failed';
  readonly busy: boolean;
  /** Called when another admin changed the section. */
  readonly conflict: boolean;
  /** Draft that this device keeps until the shop has it. */
  readonly draft: FormDraft;
  change(fields: Partial<Sections[Name]>): void;
  publish(): void;
  discard(): void;
  reload(): void;
}

/** Pause after the last key before a draft is stored, ms. */
const PAUSE_MS = 800;

/** Texts of a value, by path. */
function leaves(value: unknown, path = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, part]) => leaves(part, path === '' ? name : `${path}.${name}`));
}

/** Counts the texts that differ, added and removed ones too. */
export function countChanges(before: object, after: object): number {
  const old = new Map(leaves(before));
  const now = new Map(leaves(after));
  return [...new Set([...old.keys(), ...now.keys()])].filter((path) => old.get(path) !== now.get(path)).length;
}

/** Runs a function with the latest state when the screen is left. */
function useOnLeave(work: () => Promise<void>): void {
  const last = useRef(work);
  useEffect(() => {
    last.current = work;
  });
  useEffect(() => () => void last.current(), []);
}

const saveDraft = (section: ShopSection, json: { revision: number; draft: SectionDraft }) =>
  adminCall(adminSaveShopDraft, { params: { section }, json, handles: 'all', quiet: true });

const publishSection = <Name extends ShopSection>(section: Name, value: Sections[Name], revision: number) =>
  adminCall(adminPublishShop, {
    params: { section },
    json: { revision, value },
    handles: 'all',
  });

interface KeeperOptions<Name extends ShopSection> {
  readonly section: Name;
  /** Revision of the loaded section. */
  readonly first: number;
  /** Called with the shop's current section. */
  readonly onKept: (value: Sections[Name]) => void;
}

/** Drafts are sent one after the other: each names the revision made by the one before. */
function useDraftKeeper<Name extends ShopSection>({ section, first, onKept }: KeeperOptions<Name>) {
  const [keeping, setKeeping] = useState<SectionEditor<Name>['keeping']>('kept');
  const [conflict, setConflict] = useState(false);
  const revision = useRef(first);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unsaved = useRef<Sections[Name] | null>(null);
  const write = async () => {
    const draft = unsaved.current;
    if (draft === null) return;
    unsaved.current = null;
    try {
      const saved = await saveDraft(section, { revision: revision.current, draft });
      revision.current = saved.revision;
      onKept(draft);
      setKeeping('kept');
    } catch (error) {
      unsaved.current ??= draft;
      setKeeping('failed');
      if (error instanceof ApiError && error.code === 'shop_changed') setConflict(true);
    }
  };
  /** Sends unsaved text, after the running call. */
  const flush = async () => {
    clearTimeout(timer.current);
    line.current = line.current.then(write);
    await line.current;
  };
  const keep = (value: Sections[Name]) => {
    unsaved.current = value;
    setKeeping('saving');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), PAUSE_MS);
  };
  const forget = async () => {
    clearTimeout(timer.current);
    unsaved.current = null;
    await line.current;
    setKeeping('kept');
  };
  useOnLeave(flush);
  return {
    keeping,
    conflict,
    setConflict,
    keep,
    forget,
    /** Revision that the next change starts from. */
    currentRevision: () => revision.current,
    startFrom(next: number) {
      revision.current = next;
    },
  };
}

/** Message of the server, or of the schema, for each wrong field. */
type FieldErrors = Readonly<Record<string, string>>;

/** Parses a section by its schema, or returns a sentence for each wrong field. */
function check<Name extends ShopSection>(
  section: Name,
  value: Sections[Name],
): { data: Sections[Name] } | { wrong: FieldErrors } {
  const checked = shopSections[section].safeParse(value);
  if (checked.success) return { data: checked.data as Sections[Name] };
  const wrong: Record<string, string> = {};
  for (const { path, message } of checked.error.issues) wrong[path.join('.')] ??= message;
  return { wrong };
}

interface Saving<Name extends ShopSection> {
  readonly section: Name;
  readonly published: Sections[Name];
  readonly keeper: ReturnType<typeof useDraftKeeper<Name>>;
  readonly onSettled: (value: Sections[Name]) => void;
  readonly onWrong: (fields: FieldErrors) => void;
}

/** Publishes or discards: after the running call, with the server's revision. */
function useSaving<Name extends ShopSection>({ section, published, keeper, onSettled, onWrong }: Saving<Name>) {
  const client = useQueryClient();
  const onFailure = (error: unknown) => {
    if (!(error instanceof ApiError)) return false;
    if (error.code === 'shop_changed') keeper.setConflict(true);
    else if (Object.keys(error.fields).length > 0) onWrong(error.fields);
    else return false;
    return true;
  };
  const settled = (value: Sections[Name], revision: number) => {
    keeper.startFrom(revision);
    onSettled(value);
    void client.invalidateQueries({ queryKey: legalOverviewQuery.queryKey });
  };
  const reload = async () => {
    await keeper.forget();
    await client.resetQueries({ queryKey: sectionQuery(section).queryKey });
  };
  /**
   * Each later draft or publication of the section makes a new revision, and the shop refuses calls with an older one.
   */
  const backTo = async (before: Sections[Name], revision: number) => {
    await publishSection(section, before, revision);
    if ('accent' in before) showIdentity(before);
  };
  const publishing = useAdminMutation({
    call: async (next: Sections[Name]) => {
      await keeper.forget();
      return publishSection(section, next, keeper.currentRevision());
    },
    onDone: (saved, next) => {
      if ('accent' in next) showIdentity(next);
      settled(next, saved.revision);
      // A version of the legal documents is not undone: people agree to it from now on.
      if (section === 'legal') showToastHere('success', t.published);
      else offerUndo(t.published, { undo: () => backTo(published, saved.revision), onEnd: reload });
    },
    texts: { failed: t.failed },
    onFailure,
  });
  const discarding = useAdminMutation({
    call: async () => {
      await keeper.forget();
      const json = { revision: keeper.currentRevision() };
      return adminCall(adminDiscardShopDraft, { params: { section }, json, handles: 'all' });
    },
    onDone: (saved) => {
      settled(published, saved.revision);
      showToastHere('success', t.discarded);
    },
    texts: { failed: t.discardFailed },
    onFailure,
  });
  return {
    busy: publishing.busy || discarding.busy,
    publish: publishing.send,
    discard: () => discarding.send(undefined),
    reload: () => void reload(),
  };
}

interface SectionDraftOptions<Name extends ShopSection> {
  readonly section: Name;
  readonly value: Sections[Name];
  readonly storedSection: Sections[Name];
  readonly put: (value: Sections[Name]) => void;
}

/**
 * Stores changes on the device that the shop does not have yet. A restored draft is sent to the shop at once; its
 * notice stays, and leads back to the shop's values.
 */
function useSectionDraft<Name extends ShopSection>({
  section,
  value,
  storedSection,
  put,
}: SectionDraftOptions<Name>): FormDraft {
  const [before, setBefore] = useState<Sections[Name] | null>(null);
  const draft = useFormDraft<Record<string, unknown>>({
    form: draftName('shop', section),
    values: { ...value },
    begun: { ...storedSection },
    show: (changes) => {
      setBefore(storedSection);
      put({ ...storedSection, ...changes });
    },
  });
  return {
    ...draft,
    isRestored: before !== null,
    discard() {
      if (before) put(before);
      setBefore(null);
    },
    async clear() {
      setBefore(null);
      await draft.clear();
    },
  };
}

/** Edits a section: typed text is stored as a draft, and published when the person decides so. */
export function useSectionEditor<Name extends ShopSection>(
  section: Name,
  loaded: LoadedSection<Name>,
): SectionEditor<Name> {
  const [published, setPublished] = useState(loaded.published);
  const [value, setValue] = useState<Sections[Name]>({ ...loaded.published, ...(loaded.draft as object | null) });
  /** The shop's copy of the section. */
  const [storedSection, setStoredSection] = useState(value);
  const [errors, setErrors] = useState<FieldErrors>({});
  const keeper = useDraftKeeper({ section, first: loaded.revision, onKept: setStoredSection });
  const put = (next: Sections[Name]) => {
    setValue(next);
    keeper.keep(next);
  };
  const draft = useSectionDraft({ section, value, storedSection, put });
  useUnsavedGuard(keeper.keeping !== 'kept', draft.state === 'kept' ? 'none' : 'all');
  const onSettled = (next: Sections[Name]) => {
    setPublished(next);
    setValue(next);
    setStoredSection(next);
    setErrors({});
    void draft.clear();
  };
  const saving = useSaving({ section, published, keeper, onSettled, onWrong: setErrors });
  return {
    value,
    published,
    errors,
    changes: countChanges(published, value),
    keeping: keeper.keeping,
    busy: saving.busy,
    conflict: keeper.conflict,
    draft,
    change(fields) {
      put({ ...value, ...fields });
      const touched = Object.keys(fields);
      const stays = ([path]: [string, string]) => !touched.includes(path.split('.')[0] ?? '');
      setErrors((all) => Object.fromEntries(Object.entries(all).filter(stays)));
    },
    publish() {
      const checked = check(section, value);
      if ('data' in checked) {
        saving.publish(checked.data);
        return;
      }
      setErrors(checked.wrong);
      showToastHere('error', t.wrong);
      requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid=true]')?.focus());
    },
    discard: () => void ask(t.discardAsk).then((yes) => yes && saving.discard()),
    reload: () => void draft.clear().then(saving.reload),
  };
}

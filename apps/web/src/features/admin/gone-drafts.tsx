import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { FileX } from 'lucide-react';
import { useState } from 'react';
import { type DraftAbout, forgetDrafts, readDraftsOfKind } from '../../device/form-drafts.ts';
import { session } from '../../lib/api/session.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../users/copy-text.ts';
import { goneDraftTexts as t } from './texts.ts';
import { draftName } from './work-dialog.tsx';

/** Fields with their typed values. */
export type WrittenTexts = Readonly<Record<string, string>>;

const textsOf = (values: DraftAbout['values']): WrittenTexts =>
  Object.fromEntries(Object.entries(values).filter((field): field is [string, string] => typeof field[1] === 'string'));

interface GoneDraftsProps {
  /** Kind of the forms, as in `draftName`. */
  readonly kind: string;
  /** Sentence that the forms' objects no longer exist. */
  readonly title: string;
  /** Text of a draft to copy, from its text fields. */
  readonly textOf: (values: WrittenTexts) => string;
  /** Whether the object no longer exists, or is over. Without a connection this is unknown, and counts as no. */
  readonly isGone: (draft: DraftAbout) => Promise<boolean>;
  /** Changes whenever objects may have been deleted since. */
  readonly stamp?: unknown;
}

/**
 * Lists this person's drafts about deleted objects, whose forms can no longer be opened: the end of the session would
 * ask about them again and again. They stay on the device until they are copied or discarded.
 */
export function GoneDrafts({ kind, title, textOf, isGone, stamp }: GoneDraftsProps) {
  const { drafts, forget } = useGoneDrafts(kind, isGone, stamp);
  return (
    <output className="grid gap-3 not-empty:mb-6">
      {drafts.map((draft) => {
        const text = textOf(textsOf(draft.values));
        return (
          <section
            key={draft.id}
            aria-label={title}
            className="grid gap-1 rounded-2 bg-info-soft py-2 pr-1 pl-3.5 text-sm text-info [&_svg]:size-5 [&_svg]:shrink-0"
          >
            <p className="flex items-start gap-2.5 font-medium">
              <FileX aria-hidden="true" />
              {title}
            </p>
            <blockquote className="max-h-40 max-w-[62ch] overflow-y-auto py-1 [overflow-wrap:anywhere] whitespace-pre-line text-ink">
              {text}
            </blockquote>
            <span className="flex flex-wrap">
              <Button variant="quiet" onClick={() => void copyText(text)}>
                {t.copy}
              </Button>
              <Button variant="quiet" onClick={() => forget(draft)}>
                {t.discard}
              </Button>
            </span>
          </section>
        );
      })}
    </output>
  );
}

/** Drafts about deleted objects. */
function useGoneDrafts(kind: string, isGone: GoneDraftsProps['isGone'], stamp: unknown) {
  const client = useQueryClient();
  const [uid] = useState(() => session.shownUser());
  const queryKey = ['gone-drafts', uid, kind, stamp];
  const { data: drafts = [] } = useQuery({
    queryKey,
    queryFn: async () => {
      const kept = uid === null ? [] : await readDraftsOfKind(uid, kind).catch(() => []);
      const gone = await Promise.all(kept.map(async (draft) => isGone(draft).catch(() => false)));
      return kept.filter((_, index) => gone[index]);
    },
    placeholderData: keepPreviousData,
    // Read again whenever its list is opened, since drafts change without an event.
    gcTime: 0,
    staleTime: 0,
    networkMode: 'always',
  });
  const forget = (draft: DraftAbout) => {
    client.setQueryData<readonly DraftAbout[]>(queryKey, (before) => before?.filter(({ id }) => id !== draft.id));
    if (uid !== null) void forgetDrafts(uid, draftName(kind, draft.id)).catch(() => {});
  };
  return { drafts, forget };
}

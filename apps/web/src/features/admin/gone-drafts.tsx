import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { FileX } from 'lucide-react';
import { useState } from 'react';
import { type DraftAbout, forgetDrafts, readDraftsOfKind } from '../../device/form-drafts.ts';
import { session } from '../../lib/api/session.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../users/copy-text.ts';
import { goneDraftTexts as t } from './texts.ts';
import { draftName } from './work-dialog.tsx';

/** Fields with what was written in them. */
export type WrittenTexts = Readonly<Record<string, string>>;

const textsOf = (values: DraftAbout['values']): WrittenTexts =>
  Object.fromEntries(Object.entries(values).filter((field): field is [string, string] => typeof field[1] === 'string'));

interface GoneDraftsProps {
  /** Kind of the forms, as in `draftName`. */
  readonly kind: string;
  /** Says that what the forms are about is no more. */
  readonly title: string;
  /** Text of a draft, to be copied, from the fields that hold text. */
  readonly textOf: (values: WrittenTexts) => string;
  /** Whether the thing is gone, or over, for good. What is not known, for want of a line, is not gone. */
  readonly isGone: (draft: DraftAbout) => Promise<boolean>;
  /** Another one whenever things may have gone since. */
  readonly stamp?: unknown;
}

/**
 * Tells of what this person wrote about things that are gone: its form opens no more, and the end of the session would ask
 * about it for ever. It stays on the device until it is copied or discarded.
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

/** Drafts about what is gone. */
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
    // Looked at anew whenever its list is opened: the device writes without telling.
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

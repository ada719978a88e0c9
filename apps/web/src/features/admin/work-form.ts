import type { ErrorCode } from '@cuentos/contract/error-codes';
import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  useForm,
  type UseFormReturn,
  useWatch,
} from 'react-hook-form';
import type { z } from 'zod';
import { type FormDraft, useFormDraft } from '../../device/form-drafts.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { DraftNews } from '../../ui/forms/draft-notice.tsx';
import { type FailureTexts, useAdminMutation } from './admin-mutation.ts';
import { newsOf } from './changed-meanwhile.ts';
import { useSessionNotice } from './forms.ts';
import { changedMeanwhileTexts } from './texts.ts';

interface WorkFormOptions<Values extends FieldValues, Sent extends FieldValues, Entity, Saved> {
  /** Name of the draft, made by `draftName`. */
  readonly name: string;
  /** Object that the form changes; absent for a new one. */
  readonly entity?: Entity | undefined;
  /** Initial values of the fields. */
  readonly valuesOf: (entity: Entity | undefined) => Values;
  /** Checks the values, and converts them into the call's. */
  readonly schema: z.ZodType<Sent, Values>;
  /** Fields that no device stores: files and passwords, and which button was pressed. */
  readonly secrets?: readonly Extract<keyof Values, string>[];
  /** Question before sending; the form is sent only after a yes. */
  readonly isMeant?: (body: Sent) => Promise<boolean>;
  /**
   * Saves the form. If it throws, the form keeps its values, to be sent again.
   * @param begun initial values of the form: the list behind it may be newer by now
   */
  readonly save: (body: Sent, begun: Entity | undefined) => Promise<Saved>;
  readonly onSaved: (saved: Saved) => void;
  /** Whether the form stays open after saving: its draft is kept. */
  readonly goesOn?: (saved: Saved) => boolean;
  readonly texts: FailureTexts;
  /** Form fields by the server's names, where these differ. */
  readonly serverNames?: Readonly<Record<string, Path<Values>>>;
  /** Refusals that concern a field; without a text of ours the server's sentence is shown. */
  readonly refusedFields?: Partial<Record<ErrorCode, { readonly field: Path<Values>; readonly text?: string }>>;
  /** Shows a failure elsewhere. @returns whether it is shown there */
  readonly onFailure?: (error: unknown) => boolean;
  /** Called after success and failure; the form is busy until it ends. */
  readonly onEnd?: () => Promise<unknown> | void;
}

/**
 * A form of the working area (docs/decisions/068-a-form.md): its values, checks by a schema, the server's refusals at
 * their fields, its busy state, and a draft that the device keeps until the shop has it.
 * @returns the form, and the properties of its `WorkDialog`
 */
export function useWorkForm<Values extends FieldValues, Sent extends FieldValues, Entity, Saved>(
  options: WorkFormOptions<Values, Sent, Entity, Saved>,
) {
  const { entity, valuesOf, schema, secrets = [], isMeant, save, onSaved, goesOn, texts, onFailure, onEnd } = options;
  const [begun, setBegun] = useState(() => ({ entity, values: valuesOf(entity) }));
  const form = useForm<Values, unknown, Sent>({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues: begun.values as DefaultValues<Values>,
  });
  const draft = useDraftOf(options, form, { begun, setBegun });
  // The second press of a button may come before the first is rendered.
  const isUnderWay = useRef(false);
  const { busy, send } = useAdminMutation({
    call: (body: Sent) => save(body, begun.entity),
    onDone: async (saved) => {
      // A page reloaded at 'saved' would offer the text again.
      if (goesOn?.(saved) !== true) await draft.clear();
      onSaved(saved);
    },
    texts,
    onFailure: (error) => onFailure?.(error) === true || showAtField(form, error, options),
    onEnd: () => {
      isUnderWay.current = false;
      return onEnd?.();
    },
  });
  const sendOnce = async (body: Sent) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    if (!isMeant || (await isMeant(body))) send(body);
    else isUnderWay.current = false;
  };
  // Read here, since the form subscribes to the state that is read while rendering.
  const { isDirty, dirtyFields } = form.formState;
  return {
    form,
    dialog: {
      busy,
      draft,
      dirty: isDirty,
      hasSecrets: secrets.some((field) => field in dirtyFields),
      notice: useSessionNotice(),
      onSubmit: () => void form.handleSubmit(sendOnce)(),
    },
  };
}

/** Initial state of a form. */
interface InitialForm<Values, Entity> {
  readonly entity: Entity | undefined;
  readonly values: Values;
}

interface BeginningOf<Values, Entity> {
  readonly begun: InitialForm<Values, Entity>;
  /** Notes the state with which the draft began: changes of others since are noticed when the form is sent. */
  readonly setBegun: (begun: InitialForm<Values, Entity>) => void;
}

/** Stores the form's values as a draft, without its secrets. */
function useDraftOf<Values extends FieldValues, Sent extends FieldValues, Entity, Saved>(
  { name, entity, valuesOf, secrets = [] }: WorkFormOptions<Values, Sent, Entity, Saved>,
  { control, reset }: UseFormReturn<Values, unknown, Sent>,
  { begun, setBegun }: BeginningOf<Values, Entity>,
): FormDraft & { readonly news: DraftNews | null } {
  const [lines, setLines] = useState<readonly string[]>([]);
  const now = useWatch({ control }) as Values;
  const withoutSecrets = (values: Values): Record<string, unknown> =>
    Object.fromEntries(Object.entries(values).filter(([field]) => secrets.every((secret) => secret !== field)));
  const begin = (before: InitialForm<Values, Entity>, changes: object) => {
    setBegun(before);
    reset(before.values);
    reset({ ...before.values, ...changes }, { keepDefaultValues: true });
  };
  const draft = useFormDraft<Record<string, unknown>>({
    form: name,
    values: withoutSecrets(now),
    begun: withoutSecrets(begun.values),
    base: begun.entity,
    show: (changes, base) => {
      // A draft of an earlier version has no `base`, so the current entity is used.
      const before = base === undefined ? begun : { entity: base as Entity, values: valuesOf(base as Entity) };
      begin(before, changes);
      setLines(entity === undefined ? [] : newsOf(before.values, valuesOf(entity), changes));
    },
  });
  const take = () => {
    const before = withoutSecrets(begun.values);
    const mine = Object.entries(now).filter(
      ([field, value]) => field in before && JSON.stringify(value) !== JSON.stringify(before[field]),
    );
    begin({ entity, values: valuesOf(entity) }, Object.fromEntries(mine));
    setLines([]);
  };
  const sentences = lines.map((line, at) => (at === 0 ? changedMeanwhileTexts.sinceDraft(line) : line));
  return { ...draft, news: sentences.length === 0 ? null : { lines: sentences, take } };
}

/**
 * Shows the server's sentences at their fields and focuses the first.
 * @returns whether no further message is needed: a refusal with a text in `texts` is shown besides
 */
function showAtField<Values extends FieldValues, Sent extends FieldValues, Entity, Saved>(
  form: UseFormReturn<Values, unknown, Sent>,
  error: unknown,
  { serverNames = {}, refusedFields = {}, texts }: WorkFormOptions<Values, Sent, Entity, Saved>,
): boolean {
  if (!(error instanceof ApiError)) return false;
  const refused = error.code === null ? undefined : refusedFields[error.code];
  if (refused) {
    const message = refused.text ?? error.detail;
    form.setError(refused.field, { type: 'server', message }, { shouldFocus: true });
    return error.code === null || texts.byCode?.[error.code] === undefined;
  }
  const fieldNames = Object.keys(form.getValues());
  const problems = Object.entries(error.fields).flatMap(([field, message]) => {
    const root = field.split('.')[0] ?? field;
    const name = serverNames[field] ?? serverNames[root] ?? (fieldNames.includes(root) ? (root as Path<Values>) : null);
    return name ? [{ name, message }] : [];
  });
  for (const [at, { name, message }] of problems.entries())
    form.setError(name, { type: 'server', message }, { shouldFocus: at === 0 });
  return problems.length > 0;
}

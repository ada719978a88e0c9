import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { type FormDraft, useFormDraft } from '../../device/form-drafts.ts';

interface FieldsDraftOptions<Values extends FieldValues, Name extends keyof Values, Entity, Sent> {
  /** By `draftName`. */
  readonly form: string;
  readonly fields: Pick<UseFormReturn<Values, unknown, Sent>, 'control' | 'reset'>;
  /** Names of the fields that no device keeps: files and passwords. */
  readonly secrets: readonly Name[];
  /** What the form began with; absent where it makes something new. */
  readonly entity: Entity | undefined;
  readonly valuesOf: (entity: Entity | undefined) => Values;
  /** The draft began with another state of it: what others changed since is noticed when the form is sent. */
  readonly onEntity: (entity: Entity | undefined) => void;
}

/** Keeps what is written in a form of registered fields. */
export function useFieldsDraft<Values extends FieldValues, Name extends keyof Values, Entity, Sent>({
  form,
  fields,
  secrets,
  entity,
  valuesOf,
  onEntity,
}: FieldsDraftOptions<Values, Name, Entity, Sent>): FormDraft {
  const now = useWatch({ control: fields.control }) as Values;
  const kept = (values: Values): Record<string, unknown> =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !secrets.includes(name as Name)));
  return useFormDraft<Record<string, unknown>>({
    form,
    values: kept(now),
    begun: kept(valuesOf(entity)),
    base: entity,
    show: (changes, base) => {
      const before = base as Entity | undefined;
      onEntity(before);
      fields.reset(valuesOf(before));
      fields.reset({ ...valuesOf(before), ...changes }, { keepDefaultValues: true });
    },
  });
}

import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../ui/button.tsx';
import { useAdminMutation } from '../../admin/admin-mutation.ts';

interface OrderedRow {
  readonly id: string;
  readonly name: string;
}

interface HandOrderOptions<Row extends OrderedRow> {
  /** Key of the list in the cache. */
  readonly queryKey: QueryKey;
  /** Sends the ids in their new order. @returns the list of the server */
  readonly save: (ids: readonly string[]) => Promise<readonly Row[]>;
  readonly texts: {
    readonly moved: (name: string, place: number, all: number) => string;
    readonly orderFailed: string;
  };
}

interface Move<Row> {
  readonly ids: readonly string[];
  /** The list as it was. */
  readonly before: readonly Row[];
}

/** Moves a row by one place: shown at once, and moved back when the server refuses. */
export function useHandOrder<Row extends OrderedRow>({ queryKey, save, texts }: HandOrderOptions<Row>) {
  const client = useQueryClient();
  const [announcement, setSaid] = useState('');
  const { send } = useAdminMutation({
    call: ({ ids }: Move<Row>) => save(ids),
    onDone: (rows) => void client.setQueryData(queryKey, rows),
    texts: { failed: texts.orderFailed },
    onFailure: (_error, { before }) => {
      client.setQueryData(queryKey, before);
      return false;
    },
  });
  const rows = (): readonly Row[] => client.getQueryData<readonly Row[]>(queryKey) ?? [];
  /** @param step -1 is up, 1 is down. */
  const move = (row: OrderedRow, step: -1 | 1) => {
    const before = rows();
    const from = before.findIndex(({ id }) => id === row.id);
    const [moved, other] = [before[from], before[from + step]];
    if (!moved || !other) return;
    const after = before.toSpliced(Math.min(from, from + step), 2, ...(step < 0 ? [moved, other] : [other, moved]));
    client.setQueryData(queryKey, after);
    setSaid(texts.moved(row.name, from + step + 1, after.length));
    send({ ids: after.map(({ id }) => id), before });
  };
  /** Whether a row can be moved in that direction. */
  const canMove = (row: OrderedRow, step: -1 | 1) =>
    rows()[rows().findIndex(({ id }) => id === row.id) + step] !== undefined;
  return { move, canMove, said: announcement };
}

export type HandOrder = Omit<ReturnType<typeof useHandOrder>, 'said'>;

interface OrderArrowsProps extends HandOrder {
  readonly row: OrderedRow;
  readonly up: string;
  readonly down: string;
}

/** Arrows that order rows by hand; at the end of the list the arrow stays, so that the keyboard keeps its focus. */
export function OrderArrows({ row, up, down, move, canMove }: OrderArrowsProps) {
  const steps = [
    [-1, up, <ArrowUp key="up" aria-hidden="true" />],
    [1, down, <ArrowDown key="down" aria-hidden="true" />],
  ] as const;
  return steps.map(([step, label, icon]) => (
    <IconButton
      key={step}
      label={label}
      icon={icon}
      aria-disabled={!canMove(row, step)}
      className="aria-disabled:opacity-30"
      onClick={() => move(row, step)}
    />
  ));
}

import type { OwnOrder } from '@cuentos/contract/orders';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { NO_ANSWER_TEXT } from '../../lib/api/texts.ts';
import { formatDate, formatPrice } from '../../lib/formats.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { useTask } from '../../ui/forms/use-task.ts';
import { Link } from '../../ui/navigation.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Cover } from '../../ui/pictures/cover.tsx';
import { formatHour, helpAddress, shortNumber, withdrawOrder } from './queries.ts';
import { orderTexts as t } from './texts.ts';

type Item = OwnOrder['items'][number];

interface WithdrawalDialogProps {
  readonly order: OwnOrder;
  /** Called when the order and the reader's holdings may have changed. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** 'Arrepentirme': the parts, then the consequences, then the confirmation. The server decides. */
export function WithdrawalDialog({ order, onChanged, onClose }: WithdrawalDialogProps) {
  const [step, setStep] = useState<'what' | 'confirm'>('what');
  // A single part is chosen beforehand; among several the buyer chooses.
  const [chosenItems, setChosenItems] = useState(() => {
    const returnable = order.items.filter(isReturnable);
    return returnable.length > 1 ? [] : returnable;
  });
  const [withdrawn, setWithdrawn] = useState<readonly Item[]>([]);
  // Set at the tap itself: the mutation's own state changes a moment later, after a second tap.
  const { busy, run } = useTask();
  const { mutateAsync, data, error } = useMutation({
    mutationFn: async () => {
      let last: OwnOrder = order;
      for (const item of chosenItems.filter((each) => !withdrawn.includes(each))) {
        last = await withdrawOrder(order.id, item.part_id);
        setWithdrawn((before) => [...before, item]);
      }
      return last;
    },
    networkMode: 'always',
    onSettled: onChanged,
  });
  const amount = sumOf(chosenItems);
  const remainingItems = chosenItems.filter((item) => !withdrawn.includes(item));
  const title = data ? t.doneTitle : step === 'what' ? t.whatTitle : t.confirmTitle;
  return (
    <Dialog open onClose={onClose} label={title} {...(data ? {} : { caption: t.step(step === 'what' ? 1 : 2) })}>
      {data ? (
        <Done order={data} amount={amount} onClose={onClose} />
      ) : step === 'what' ? (
        <What
          order={order}
          chosenItems={chosenItems}
          onChoose={setChosenItems}
          onKeep={onClose}
          onNext={() => setStep('confirm')}
        />
      ) : (
        <Confirm
          order={order}
          items={remainingItems}
          withdrawn={withdrawn}
          amount={sumOf(remainingItems)}
          busy={busy}
          failure={error && ((error instanceof ApiError && error.detail) || NO_ANSWER_TEXT)}
          onBack={withdrawn.length > 0 ? onClose : () => setStep('what')}
          // Shows a failure in the dialog.
          onConfirm={() => void run(async () => mutateAsync().catch(() => {}))}
        />
      )}
    </Dialog>
  );
}

const sumOf = (items: readonly Item[]): string =>
  formatPrice(items.reduce((sum, { withdrawal }) => sum + withdrawal.amount, 0));

const isReturnable = ({ withdrawal }: Item): boolean => withdrawal.refusal === null;

interface WhatProps {
  readonly order: OwnOrder;
  readonly chosenItems: readonly Item[];
  readonly onChoose: (items: Item[]) => void;
  readonly onKeep: () => void;
  readonly onNext: () => void;
}

function What({ order, chosenItems, onChoose, onKeep, onNext }: WhatProps) {
  // A recalled part has no term.
  const until = order.items.find((item) => isReturnable(item) && !item.is_recalled)?.withdrawal.until ?? null;
  const [number, bought] = [shortNumber(order.id), formatDate(order.paid_at ?? order.created_at)];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosenItems.length > 0) onNext();
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <h2 className="type-1">{t.whatTitle}</h2>
      <p className="figures text-ink-2">
        {until === null
          ? t.whatRecalledText(number, bought)
          : (order.gift ? t.whatGiftText : t.whatText)(number, bought, formatDate(until))}
      </p>
      <ItemFacts items={order.items.filter(isReturnable)} />
      <fieldset className="grid gap-1">
        <legend className="sr-only">{t.whatTitle}</legend>
        {order.items.map((item) => (
          <label
            key={item.part_id}
            className={`flex min-h-11 items-center gap-3 py-1 ${isReturnable(item) ? '' : 'text-ink-3'}`}
          >
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-accent"
              disabled={!isReturnable(item)}
              checked={chosenItems.includes(item)}
              onChange={({ target }) =>
                onChoose(target.checked ? [...chosenItems, item] : chosenItems.filter((other) => other !== item))
              }
            />
            <span className="[overflow-wrap:anywhere]">
              {item.part_name}
              {item.withdrawal.refusal !== null && `. ${t.refusals[item.withdrawal.refusal]}`}
            </span>
          </label>
        ))}
      </fieldset>
      {chosenItems.length === 0 && <output className="text-sm text-ink-2">{t.chooseOne}</output>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onKeep}>{t.keep}</Button>
        <Button type="submit" variant="primary" disabled={chosenItems.length === 0}>
          {t.next}
        </Button>
      </div>
    </form>
  );
}

function ItemFacts({ items }: { readonly items: readonly Item[] }) {
  return (
    <ul className="grid gap-3 border-y border-line py-3.5">
      {items.map((item) => (
        <li key={item.part_id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <div className="w-12">
            <Cover picture={item.image} alt="" sizes="48px" seed={item.book_id} />
          </div>
          <div className="min-w-0 flex-1 basis-36">
            <p className="text-xs text-ink-3 [overflow-wrap:anywhere]">{item.book_name}</p>
            <h3 className="text-[1.0625rem] leading-6 [overflow-wrap:anywhere]">{item.part_name}</h3>
            <p className="figures font-semibold">{formatPrice(item.withdrawal.amount)}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** For refusals and missing refunds: how to reach the person who handles them. */
function Help({ order: { id } }: Pick<WithdrawalDialogProps, 'order'>) {
  return (
    <Link to={helpAddress(id)} className={buttonClass({ variant: 'quiet' })}>
      {t.help}
    </Link>
  );
}

interface ConfirmProps {
  readonly order: OwnOrder;
  readonly items: readonly Item[];
  /** Parts that were returned before another one failed. */
  readonly withdrawn: readonly Item[];
  readonly amount: string;
  readonly busy: boolean;
  /** Why the withdrawal failed; null before it was tried. */
  readonly failure: string | null;
  readonly onBack: () => void;
  readonly onConfirm: () => void;
}

/** Name and value on a line, or on two where they do not fit. */
const fact = 'flex flex-wrap items-baseline justify-between gap-x-6';

function Confirm({ order, items, withdrawn, amount, busy, failure, onBack, onConfirm }: ConfirmProps) {
  return (
    <div className="grid gap-4">
      <h2 className="type-1">{t.confirmTitle}</h2>
      <ItemFacts items={items} />
      <dl className="grid gap-2.5 text-sm">
        <div className={fact}>
          <dt className="text-ink-2">{t.youGet}</dt>
          <dd className="figures font-serif text-[1.375rem] font-semibold">{amount}</dd>
        </div>
        <div className={fact}>
          <dt className="text-ink-2">{t.by}</dt>
          <dd>{t.sameMeans}</dd>
        </div>
        <div className={fact}>
          <dt className="text-ink-2">{t.when}</dt>
          <dd>{t.someDays}</dd>
        </div>
      </dl>
      <p className="text-sm text-ink-2">{order.gift ? t.confirmGiftText : t.confirmText}</p>
      {withdrawn.length > 0 && (
        <output className="figures block bg-ok-soft px-3.5 py-3 text-sm font-medium text-ok [overflow-wrap:anywhere]">
          {t.withdrawn(withdrawn.map(({ part_name: name }) => `«${name}»`).join(', '), sumOf(withdrawn))}
        </output>
      )}
      {failure !== null && (
        <Banner title={withdrawn.length > 0 && items[0] ? t.withdrawFailedFor(items[0].part_name) : t.withdrawFailed}>
          {failure}
        </Banner>
      )}
      {failure !== null && (
        <div className="-mx-2.5">
          <Help order={order} />
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button disabled={busy} onClick={onBack}>
          {t.back}
        </Button>
        <Button variant="danger" busy={busy} onClick={onConfirm}>
          {t.confirm(amount)}
        </Button>
      </div>
    </div>
  );
}

interface DoneProps {
  /** The order after the withdrawal. */
  readonly order: OwnOrder;
  readonly amount: string;
  readonly onClose: () => void;
}

function Done({ order, amount, onClose }: DoneProps) {
  const requestedAt = order.returned?.requested_at;
  return (
    <div className="grid gap-4">
      <h2 className="type-1">{t.doneTitle}</h2>
      {requestedAt !== undefined && (
        <output className="figures flex gap-2.5 bg-ok-soft px-3.5 py-3 text-sm font-medium text-ok [&>svg]:size-5 [&>svg]:shrink-0">
          <CircleCheck aria-hidden="true" />
          {t.done(amount, formatDate(requestedAt), formatHour(requestedAt))}
        </output>
      )}
      <p className="text-ink-2 [overflow-wrap:anywhere]">{t.doneText(shortNumber(order.id))}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Help order={order} />
        <Button onClick={onClose}>{t.toOrders}</Button>
      </div>
    </div>
  );
}

import type { SetupCheckName, SetupFinding } from '@cuentos/contract/setup';
import { santiagoWallTime } from '@cuentos/domain/time/santiago-clock';
import type { Config } from '../../platform/config/config.ts';
import { certificateFault } from '../../platform/failure-reason.ts';
import { certificateNext } from '../../platform/texts.ts';
import type { Ports } from '../../ports/ports.ts';
import type { BookService } from '../books/service.ts';
import type { PaymentService } from '../payments/service.ts';
import type { PocketService } from '../pocket/service.ts';
import type { ShopService } from '../shop/service.ts';
import { findingTexts as t } from './texts.ts';

/** Context of checks: the shop's settings and services, and ports to the outside. */
export interface CheckContext {
  readonly config: Config;
  readonly ports: Ports;
  readonly shop: ShopService;
  readonly payments: PaymentService;
  readonly pocket: PocketService;
  readonly books: BookService;
  /** Recipient of the trial mail; null if there is none. */
  readonly recipient: string | null;
  /** Ends when the check has to. */
  readonly signal: AbortSignal;
}

/** A check before the first sale. */
export interface Check {
  readonly name: SetupCheckName;
  /** True for a check of the process and its database alone, which is repeated each time the screen is opened. */
  readonly isInside: boolean;
  /** Whether sales need it; a needed check that cannot run counts as missing. */
  readonly isNeeded: boolean;
  /** Needs a recipient: what it finds without one is shown and not kept. */
  readonly needsRecipient?: true;
  /** Milliseconds after which it counts as failed. */
  readonly limitMs: number;
  /** Rejects only for unexpected causes. */
  run(context: CheckContext): Promise<SetupFinding>;
}

type Extras = Partial<Pick<SetupFinding, 'records' | 'action'>>;

/** A finding without anything left to do. */
export const ready = (found: string, extras: Extras = {}): SetupFinding => finding('ready', found, null, extras);
/** A finding that keeps the shop from its first sale. */
export const missing = (found: string, next: string, extras: Extras = {}): SetupFinding =>
  finding('missing', found, next, extras);
/** Would be better otherwise. */
export const advised = (found: string, next: string, extras: Extras = {}): SetupFinding =>
  finding('advised', found, next, extras);

function finding(state: SetupFinding['state'], found: string, next: string | null, extras: Extras): SetupFinding {
  return { state, found, next, records: [], action: null, ...extras };
}

/**
 * The finding about a service whose certificate is not accepted; null when a call failed for something else.
 * @param service as a sentence begins
 */
export function certificateFinding(service: string, error: unknown): SetupFinding | null {
  const fault = certificateFault(error);
  return fault && missing(t.badCertificate(service, fault), certificateNext[fault]);
}

const pad = (value: number) => String(value).padStart(2, '0');

/** Day in Santiago as `dd/MM/yyyy`. */
export function dayText(instant: number): string {
  const { day, month, year } = santiagoWallTime(instant);
  return `${pad(day)}/${pad(month)}/${year}`;
}

/** Time of day in Santiago as `HH:mm`. */
export function timeText(instant: number): string {
  const { hour, minute } = santiagoWallTime(instant);
  return `${pad(hour)}:${pad(minute)}`;
}

/** Both: `dd/MM/yyyy a las HH:mm`. */
export const momentText = (instant: number): string => `${dayText(instant)} a las ${timeText(instant)}`;

import type { Module, ModuleContext } from '../../platform/module.ts';
import type { ProofListener } from '../auth/service.ts';
import type { BookService } from '../books/service.ts';
import { createEntitlementService, type EntitlementService, giveWaiting } from './service.ts';

/** Entitlements of readers, and which parts were opened. */
export function entitlementsModule(
  { ports: { db, clock } }: ModuleContext,
  { books, proofListeners }: { readonly books: BookService; readonly proofListeners: ProofListener[] },
): Module<{ readonly entitlements: EntitlementService }> {
  proofListeners.push(async (tx, { userId }, now) => giveWaiting(tx, userId, now));
  return { services: { entitlements: createEntitlementService({ db, clock, catalogue: books.catalogue }) } };
}

import type { Module, ModuleContext } from '../../platform/module.ts';
import type { BookService } from '../books/service.ts';
import { createEntitlementService, type EntitlementService } from './service.ts';

/** Who holds what, and what of it was opened. */
export function entitlementsModule(
  { ports: { db, clock } }: ModuleContext,
  { books }: { readonly books: BookService },
): Module<{ readonly entitlements: EntitlementService }> {
  return { services: { entitlements: createEntitlementService({ db, clock, catalogue: books.catalogue }) } };
}

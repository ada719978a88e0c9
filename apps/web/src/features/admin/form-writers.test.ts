import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Files of the working area with a field to type or choose in, and the place where its value is kept. */
const writers: Readonly<
  Record<string, 'draft' | 'fields of a form' | 'kept in the address' | 'a search' | 'file only' | 'the dialog itself'>
> = {
  'announcements/admin/announcement-form.tsx': 'draft',
  'announcements/admin/erase-address.tsx': 'draft',
  'books/admin/book-form.tsx': 'draft',
  'books/admin/part-form.tsx': 'draft',
  'books/admin/sample-dialog.tsx': 'draft',
  'discount-codes/admin/discount-code-form.tsx': 'draft',
  'messages/admin/thread-view.tsx': 'draft',
  'personal-data/admin/data-requests-screen.tsx': 'draft',
  'entitlements/admin/early-access.tsx': 'draft',
  'entitlements/admin/early-access-screen.tsx': 'fields of a form',
  'entitlements/admin/grant-dialog.tsx': 'draft',
  'payments/admin/unresolved-payments.tsx': 'draft',
  'recalls/recall-dialog.tsx': 'draft',
  'refunds/admin/refund-dialog.tsx': 'draft',
  'payments/admin/reason-form.tsx': 'fields of a form',
  'users/admin/user-form.tsx': 'draft',
  'shop/admin/choices.tsx': 'fields of a form',
  'shop/admin/identity-form.tsx': 'fields of a form',
  'shop/admin/legal-form.tsx': 'fields of a form',
  'shop/admin/settings-form.tsx': 'fields of a form',
  'shop/admin/words-form.tsx': 'fields of a form',
  'entitlements/admin/part-and-person-fields.tsx': 'fields of a form',
  'exports/admin/trace-copy.tsx': 'a search',
  'reports/sales-summary.tsx': 'kept in the address',
  'accounting/admin/accountant-links.tsx': 'draft',
  'accounting/admin/provider-report.tsx': 'file only',
  'accounting/admin/tax-document-sheet.tsx': 'draft',
  'books/admin/bulk-dialog.tsx': 'file only',
  'books/admin/ebook-dialog.tsx': 'file only',
  'books/admin/image-field.tsx': 'file only',
  'admin/work-dialog.tsx': 'the dialog itself',
};

describe('every form of the working area', () => {
  const root = join(import.meta.dirname, '..');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(^|\/)admin\/|^(recalls|reports|setup)\//.test(name) && /(?<!\.test)\.tsx$/.test(name))
    .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));
  const WRITES =
    /<(form|input|textarea|select|TextField|TextAreaField|SelectField|CheckField|ComboBox|FileZone|FormDialog|WorkDialog|WriteBox|UserField|PartFields)\b|\buseForm\b/;

  it('is listed with the way in which it keeps its text', () => {
    const found = sources.filter(({ text }) => WRITES.test(text)).map(({ name }) => name);
    expect(found.toSorted()).toEqual(Object.keys(writers).toSorted());
  });

  it('keeps drafts by the shared mechanism', () => {
    const KEEPS = /\b(useWorkForm|useReasonForm|WriteBox|useSectionEditor)\b/;
    const without = sources.filter(({ name, text }) => writers[name] === 'draft' && !KEEPS.test(text));
    expect(without.map(({ name }) => name)).toEqual([]);
    // Other dialogs use `WorkDialog`, which does not compile without a draft; only its own file may use `FormDialog`.
    const past = sources.filter(({ name, text }) => name !== 'admin/work-dialog.tsx' && /\bFormDialog\b/.test(text));
    expect(past.map(({ name }) => name)).toEqual([]);
    // A form on a page shows the notice of recovered text itself; `WorkDialog` shows it for dialogs.
    const silent = sources.filter(({ text }) => /<form\b/.test(text) && !/<DraftNotice\b/.test(text));
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});

import type { PublicBook } from '@cuentos/contract/books';
import type { LegalDocument, LegalKind, PublicShop } from '@cuentos/contract/shop';
import type { ComponentType } from 'react';
import type { BookPageData } from '../features/books/book-islands.tsx';
import type { LegalPageData } from '../features/site/legal-screens.tsx';
import type { BooksData, ShopData } from '../features/site/route-books.ts';
import type { ScreenParams } from '../lib/screen-data.ts';

/** A screen that the server renders and that needs no router. */
export interface PublicScreen {
  /** Pattern of its address, written as for the router of the private screens. */
  readonly path: string;
  /** Source by which the build's manifest lists its scripts. */
  readonly module: string;
  /** Data that is loaded for the screen before it is shown. */
  readonly needs: 'nothing' | 'books' | 'book' | 'landing' | LegalKind;
  /**
   * Whether React takes over its islands, each when it is touched (lib/island.tsx); other screens are one form and
   * taken over whole.
   */
  readonly isOfIslands: boolean;
  load(): Promise<ComponentType>;
}

/** Where public screens load from: services in process on the server, the API in the browser. */
export interface PublicSources {
  /** The inner promise lets the browser show the screen before the books have loaded. */
  books(): Promise<BooksData> | BooksData;
  /** Null when no listed book has that id. */
  book(id: string): Promise<PublicBook | null>;
  shop(): Promise<PublicShop>;
  /** Null when there is no such version. */
  legalDocument(kind: LegalKind, version: number | undefined): Promise<LegalDocument | null>;
}

type ScreenNeeds = PublicScreen['needs'];
const screen = (path: string, name: string, needs: ScreenNeeds, load: PublicScreen['load']): PublicScreen => ({
  path,
  module: `src/features/${name}.tsx`,
  needs,
  // Their islands are few; all other screens load the books beside a form, or are opened by a link of a mail.
  isOfIslands: needs !== 'books',
  load,
});

/** All public screens; the last nine are reached by links only. */
export const publicScreens: readonly PublicScreen[] = [
  screen(
    '/',
    'books/landing-screen',
    'landing',
    async () => (await import('../features/books/landing-screen.tsx')).LandingScreen,
  ),
  screen(
    '/book-detail/:book_id',
    'books/book-detail-screen',
    'book',
    async () => (await import('../features/books/book-detail-screen.tsx')).BookDetailScreen,
  ),
  screen(
    '/login/:book_id?',
    'auth/login-screen',
    'books',
    async () => (await import('../features/auth/login-screen.tsx')).LoginScreen,
  ),
  screen(
    '/register/:book_id?',
    'auth/register-screen',
    'books',
    async () => (await import('../features/auth/register-screen.tsx')).RegisterScreen,
  ),
  screen(
    '/enter-code/:book_id?',
    'auth/enter-code-screen',
    'books',
    async () => (await import('../features/auth/enter-code-screen.tsx')).EnterCodeScreen,
  ),
  screen(
    '/forgot-password',
    'auth/password-recovery-screens',
    'books',
    async () => (await import('../features/auth/password-recovery-screens.tsx')).ForgotPasswordScreen,
  ),
  screen(
    '/privacy-policy/:version?',
    'site/legal-screens',
    'privacy',
    async () => (await import('../features/site/legal-screens.tsx')).PrivacyScreen,
  ),
  screen(
    '/terms-and-conditions/:version?',
    'site/legal-screens',
    'terms',
    async () => (await import('../features/site/legal-screens.tsx')).TermsScreen,
  ),
  screen(
    '/contact',
    'messages/contact-screen',
    'books',
    async () => (await import('../features/messages/contact-screen.tsx')).ContactScreen,
  ),
  screen(
    '/not-found',
    'site/message-screens',
    'nothing',
    async () => (await import('../features/site/message-screens.tsx')).NotFoundScreen,
  ),
  screen(
    '/not-authorized',
    'site/message-screens',
    'nothing',
    async () => (await import('../features/site/message-screens.tsx')).NotAuthorizedScreen,
  ),
  screen(
    '/recover-password/:token',
    'auth/password-recovery-screens',
    'books',
    async () => (await import('../features/auth/password-recovery-screens.tsx')).RecoverPasswordScreen,
  ),
  screen(
    '/verify-email/:token',
    'auth/account-link-screens',
    'books',
    async () => (await import('../features/auth/account-link-screens.tsx')).VerifyEmailScreen,
  ),
  screen(
    '/change-email/:token',
    'auth/account-link-screens',
    'books',
    async () => (await import('../features/auth/account-link-screens.tsx')).ChangeEmailScreen,
  ),
  screen(
    '/undo-email/:token',
    'auth/account-link-screens',
    'books',
    async () => (await import('../features/auth/account-link-screens.tsx')).UndoEmailScreen,
  ),
  screen(
    '/keep-account/:token',
    'auth/account-link-screens',
    'books',
    async () => (await import('../features/auth/account-link-screens.tsx')).KeepAccountScreen,
  ),
  screen(
    '/gift/:token',
    'gifts/gift-screen',
    'books',
    async () => (await import('../features/gifts/gift-screen.tsx')).GiftScreen,
  ),
  screen(
    '/accountant/:token',
    'accounting/accountant-screen',
    'books',
    async () => (await import('../features/accounting/accountant-screen.tsx')).AccountantScreen,
  ),
  screen(
    '/newsletter/confirm/:token',
    'site/mailing-list/list-link-screen',
    'books',
    async () => (await import('../features/site/mailing-list/list-link-screen.tsx')).ConfirmListScreen,
  ),
  screen(
    '/newsletter/unsubscribe/:token',
    'site/mailing-list/list-link-screen',
    'books',
    async () => (await import('../features/site/mailing-list/list-link-screen.tsx')).LeaveListScreen,
  ),
];

export interface MatchedScreen {
  readonly screen: PublicScreen;
  readonly params: ScreenParams;
}

function matchPath(pattern: string, pathname: string): ScreenParams | null {
  const names: string[] = [];
  const source = pattern.replace(/^\/$/, '').replaceAll(/\/:(\w+)(\??)/g, (_, name: string, optional: string) => {
    names.push(name);
    return optional ? '(?:/([^/]+))?' : '/([^/]+)';
  });
  const match = new RegExp(`^${source}/?$`, 'i').exec(pathname);
  if (!match) return null;
  try {
    return Object.fromEntries(
      names.map((name, index) => {
        const part = match[index + 1];
        return [name, part === undefined ? undefined : decodeURIComponent(part)];
      }),
    );
  } catch {
    return null; // broken percent encoding
  }
}

/** The public screen of an address; null when it has none. */
export function matchScreen(pathname: string): MatchedScreen | null {
  for (const screen of publicScreens) {
    const params = matchPath(screen.path, pathname);
    if (params) return { screen, params };
  }
  return null;
}

/** Builds the path of a screen for links: the inverse of {@link matchScreen}. */
export function writePath({ screen: { path }, params }: MatchedScreen): string {
  return path.replaceAll(/\/:(\w+)\??/g, (_, name: string) => {
    const part = params[name];
    return part === undefined ? '' : `/${encodeURIComponent(part)}`;
  });
}

/** Loads the data of a screen; null when its address names an unknown book. */
export async function loadScreenData(
  { screen: { needs }, params }: MatchedScreen,
  sources: PublicSources,
): Promise<{ readonly data: BookPageData | BooksData | (BooksData & ShopData) | LegalPageData | null } | null> {
  if (needs === 'nothing') return { data: null };
  if (needs === 'books') return { data: await sources.books() };
  if (needs === 'landing') {
    const [books, shop] = await Promise.all([sources.books(), sources.shop()]);
    return { data: { ...books, shop } };
  }
  if (needs === 'privacy' || needs === 'terms') {
    const { version } = params;
    if (version !== undefined && !/^[1-9]\d{0,5}$/.test(version)) return null;
    const document = await sources.legalDocument(needs, version === undefined ? undefined : Number(version));
    return document && { data: { document } };
  }
  const book = await sources.book(params['book_id'] ?? '');
  return book && { data: { book } };
}

/** Largest script of a public page before the first interaction, gzip bytes (design §5). */
export declare const FIRST_LOAD_MAX = 120000;
/**
 * The same for the reading screen, until the first page of a book is there. The design's bar is 130,000; what keeps it
 * from there is in docs/decisions/012.
 */
export declare const READING_MAX = 146000;
/** The screens that the bar is for, by the address they are for. */
export declare const publicScreens: {
  readonly '/': 'src/app/landing-screen.tsx';
  readonly '/book-detail': 'src/app/book-detail-screen.tsx';
  readonly '/login': 'src/app/login-screen.tsx';
  readonly '/register': 'src/app/register-screen.tsx';
};
/** What the router asks for before a book shows its first page. */
export declare const readingScreens: readonly [
  'src/app/guard.ts',
  'src/app/open-reader.ts',
  'src/app/reader-screen.tsx',
];
interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}
/** Vite's list of files, by source. */
export type Manifest = Readonly<Record<string, Chunk>>;
/** Every script that a page with these screens loads before anybody touches it. */
export declare function firstLoadFiles(manifest: Manifest, ...screens: readonly string[]): string[];
/**
 * Measures the built public screens and the reader.
 * @returns gzip bytes per address.
 * @throws when one is over its bar, naming all figures that are.
 */
export declare function checkFirstLoad(client: string): Promise<Readonly<Record<string, number>>>;
export {};

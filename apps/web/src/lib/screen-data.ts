import { createContext, use } from 'react';

/** Parts of an address by the names in its pattern; undefined for an optional part that is not there. */
export type ScreenParams = Readonly<Record<string, string | undefined>>;

/** What a public screen is shown with. */
export interface ScreenInput {
  readonly params: ScreenParams;
  /** What was loaded for it before it was shown (app/public-screens.ts). */
  readonly data: unknown;
}

export const ScreenContext = createContext<ScreenInput>({ params: {}, data: null });

/** Parts of the public screen's address. */
export const useScreenParams = (): ScreenParams => use(ScreenContext).params;

/** What was loaded for the public screen; its entry in the table of screens says what that is. */
export const useScreenData = (): unknown => use(ScreenContext).data;

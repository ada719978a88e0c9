import { createContext, use } from 'react';

/** Parts of an address by the names in its pattern; undefined for an optional part that is not there. */
export type ScreenParams = Readonly<Record<string, string | undefined>>;

/** Values that a public screen is shown with. */
export interface ScreenInput {
  readonly params: ScreenParams;
  /** Data that was loaded for the screen before it was shown (app/public-screens.ts). */
  readonly data: unknown;
}

export const ScreenContext = createContext<ScreenInput>({ params: {}, data: null });

/** Parts of the public screen's address. */
export const useScreenParams = (): ScreenParams => use(ScreenContext).params;

/** Returns the data loaded for the public screen; its entry in the table of screens names the type. */
export const useScreenData = (): unknown => use(ScreenContext).data;

import { createContext, use } from 'react';

/** Parameters of an address by the names in its pattern; undefined for an absent optional one. */
export type ScreenParams = Readonly<Record<string, string | undefined>>;

/** Values with which a public screen is rendered. */
export interface ScreenInput {
  readonly params: ScreenParams;
  /** Data that was loaded for the screen before it was shown (app/public-screens.ts). */
  readonly data: unknown;
}

export const ScreenContext = createContext<ScreenInput>({ params: {}, data: null });

/** Parameters of the public screen's address. */
export const useScreenParams = (): ScreenParams => use(ScreenContext).params;

/** Returns the data loaded for the public screen; its entry in the table of screens names the type. */
export const useScreenData = (): unknown => use(ScreenContext).data;

import { createContext } from 'react';
import { uiTexts } from './texts.ts';

/** The one or two letters on the logo. */
export const MarkLetters = createContext<string>(uiTexts.brandLetters);

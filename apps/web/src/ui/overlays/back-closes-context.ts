import { createContext } from 'react';

/** False where what is open is told of besides: in the reader a dialog is one of its layers. */
export const BackCloses = createContext(true);

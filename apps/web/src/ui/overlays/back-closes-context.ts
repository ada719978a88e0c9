import { createContext } from 'react';

/** Whether open dialogs add themselves to the history; false in the reader, whose layers do so. */
export const BackCloses = createContext(true);

// Before each test file: generated samples are the same at every run, so that a change is what makes them fail, and so
// that the slices of a long proof fit together.
import { configureGlobal } from 'fast-check';
import { SEED } from './prove/proofs.mjs';

configureGlobal({ seed: SEED });

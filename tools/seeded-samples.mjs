// Seeds generated samples before each test file, so that they are the same at every run: only a change makes them fail,
// and the slices of a long proof fit together.
import { configureGlobal } from 'fast-check';
import { SEED } from './prove/proofs.mjs';

configureGlobal({ seed: SEED });

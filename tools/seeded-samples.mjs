// Before each test file: the samples of the long proofs are the same at every run, so that a change is what makes them
// fail. The full counts (PROVE=1) look where nobody has looked yet.
import { configureGlobal } from 'fast-check';

if (process.env.PROVE !== '1') configureGlobal({ seed: 20261122 });

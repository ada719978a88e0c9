import { build } from './launch/build.mjs';

await build();

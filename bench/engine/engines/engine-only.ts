// Code of the engine that the reading screen loads before a first page; the code of the copy on the device loads later.
// Measured for its size only, never run.
export { createUrlLoader } from '@cuentos/epub/container/url-loader';
export { openReader } from '@cuentos/epub/render/reader';

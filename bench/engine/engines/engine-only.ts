// Code of the engine that the reading screen loads before a first page (the copy on the device, and the code that opens
// it, come later): its weight is measured, it is never run.
export { createUrlLoader } from '@cuentos/epub/container/url-loader';
export { openReader } from '@cuentos/epub/render/reader';

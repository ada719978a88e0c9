// What the reading screen loads of the engine before a first page (the copy on the device, and what opens it, come
// later): its weight is measured, it is never run.
export { createUrlLoader } from '@cuentos/epub/container/url-loader';
export { openReader } from '@cuentos/epub/render/reader';

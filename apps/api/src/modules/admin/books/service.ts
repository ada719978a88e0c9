/** What the composition root uses of editing books, parts and editions. */
export { type AdminBookService, createAdminBookService } from './books-service.ts';
export type { EditingContext } from './context.ts';
export { type AdminEditionService, createAdminEditionService } from './editions-service.ts';
export { type AdminPartService, createAdminPartService } from './parts-service.ts';
export { setWriters } from './repository.ts';

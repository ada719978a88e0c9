import type { Module, ModuleContext } from '../../platform/module.ts';
import { createImageService, type ImageService } from './image-service.ts';
import { registerBookRoutes, registerImageRoutes } from './routes.ts';
import { type BookService, createBookService } from './service.ts';

export interface BookServices {
  readonly books: BookService;
  readonly images: ImageService;
}

/** Books and parts as everyone sees them, and their pictures. */
export function booksModule({ ports }: ModuleContext): Module<BookServices> {
  const books = createBookService(ports);
  return {
    services: { books, images: createImageService(ports) },
    routes: (app) => {
      registerBookRoutes(app, books);
      registerImageRoutes(app, ports.storage);
    },
  };
}

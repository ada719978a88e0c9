import { eraseTrash, getNotebook } from '@cuentos/contract/notebook';
import { callerOf } from '../../platform/http/access.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import type { NotebookService } from './service.ts';

/** 'Notebook': the caller's own. */
export function registerNotebookRoutes(app: TypedApp, notebook: NotebookService): void {
  serve(app, getNotebook, async (request) => notebook.notebook(callerOf(request).userId));
  serve(app, eraseTrash, async (request) => notebook.eraseTrash(callerOf(request).userId, request.body));
}

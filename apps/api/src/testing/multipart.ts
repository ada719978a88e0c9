import type { InjectOptions } from 'fastify';

/** A file of a form. */
export interface FormFile {
  readonly content: Uint8Array | string;
  readonly name: string;
  readonly type: string;
}

/** Makes a multipart body as a browser does. */
export async function multipart(
  fields: Readonly<Record<string, string | number | boolean | undefined>>,
  files: Readonly<Record<string, FormFile | undefined>> = {},
): Promise<{ payload: Buffer; headers: { 'content-type': string } }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, String(value));
  for (const [name, file] of Object.entries(files)) {
    if (file)
      form.append(
        name,
        new Blob([typeof file.content === 'string' ? file.content : new Uint8Array(file.content)], { type: file.type }),
        file.name,
      );
  }
  const request = new Request('http://x.test/', { method: 'POST', body: form });
  return {
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  };
}

/** Makes the same as options of `inject`, with a Bearer token. */
export async function formOptions(
  method: 'POST' | 'PUT',
  url: string,
  as: { readonly headers: Readonly<Record<string, string>> },
  ...form: Parameters<typeof multipart>
): Promise<InjectOptions> {
  const { payload, headers } = await multipart(...form);
  return { method, url, payload, headers: { ...as.headers, ...headers } };
}

import { isUnsafeDoctype } from './opf.ts';
import { parseXml, XmlMalformed } from './xml-events.ts';

/** `what`: `malformed`, `dtd` or `rootfile` (none is named). */
export class ContainerInvalid extends Error {
  override readonly name = 'ContainerInvalid';
  readonly what: string;
  constructor(what: string) {
    super(`container.xml: ${what}`);
    this.what = what;
  }
}

/**
 * Path of the package document, as written in META-INF/container.xml (EPUB OCF §4.2.6.3.1); the first one is the
 * default rendition.
 * @throws {ContainerInvalid}
 */
export function parseContainer(source: string): string {
  let path = '';
  try {
    parseXml(source, {
      doctype(body) {
        if (isUnsafeDoctype(body)) throw new ContainerInvalid('dtd');
      },
      open({ local, attributes }) {
        if (local !== 'rootfile' || path !== '') return;
        const mediaType = attributes.find((attribute) => attribute.name === 'media-type')?.value;
        if (mediaType !== undefined && mediaType !== 'application/oebps-package+xml') return;
        path = attributes.find((attribute) => attribute.name === 'full-path')?.value ?? '';
      },
    });
  } catch (error) {
    if (error instanceof XmlMalformed) throw new ContainerInvalid('malformed');
    throw error;
  }
  if (path === '') throw new ContainerInvalid('rootfile');
  return path;
}

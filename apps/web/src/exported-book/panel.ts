import { button, element, icon } from './element.ts';
import { exportedTexts } from './texts.ts';

/** A sheet over the page, with its title and a cross. */
export interface Panel<Subject = void> {
  open(subject: Subject): void;
  close(): void;
}

/** Makes a sheet; its content is made anew at each opening. The focus returns to the element that opened it. */
export function createPanel<Subject = void>(title: string, content: (subject: Subject) => Node): Panel<Subject> {
  const heading = element('h2', { tabindex: '-1' }, title);
  const body = element('div', { class: 'panel-body' });
  const cross = icon('M6 6l12 12', 'M18 6L6 18');
  const dialog = element('dialog', { class: 'panel', 'aria-label': title });
  const close = (): void => dialog.close();
  dialog.append(
    element('div', { class: 'panel-head' }, heading, button(exportedTexts.close, close, { class: 'icon' }, cross)),
    body,
  );
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) close();
  });
  // In WebKit and Firefox a search field handles this key itself.
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
  });
  document.body.append(dialog);
  return {
    open(subject) {
      body.replaceChildren(content(subject));
      dialog.showModal();
      const first = body.querySelector<HTMLElement>('[autofocus]');
      (first ?? heading).focus();
      body.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
    },
    close,
  };
}

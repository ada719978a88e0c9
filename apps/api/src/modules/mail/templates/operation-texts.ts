import { purchaseMailTexts } from './texts.ts';

export const operationTexts = {
  greeting: purchaseMailTexts.greeting,
  button: 'Ver «Puesta en marcha»',
  after: 'Te avisaremos cuando esté resuelto. Mientras dure no mandaremos otro correo por lo mismo.',
  ended: {
    subject: (title: string) => `Resuelto: ${title}`,
    title: 'Ya está resuelto',
    text: (title: string) => `«${title}»: la tienda revisó de nuevo y está en orden. No hay nada que hacer.`,
  },
} as const;

/** Words of the list as a file. */
export const listCsvTexts = {
  fileName: 'lista-con-consentimientos.csv',
  head: ['Correo', 'Novedades', 'Rechazado por su servidor', 'Sobre', 'Qué hizo', 'Cuándo', 'Cómo', 'Texto que aceptó'],
  allNews: 'Todas las novedades',
  states: { none: 'No las pidió', pending: 'Sin confirmar', confirmed: 'Las recibe', unsubscribed: 'Se dio de baja' },
  actions: { requested: 'Lo pidió', confirmed: 'Lo confirmó', unsubscribed: 'Se dio de baja' },
  methods: {
    form: 'Formulario de la página',
    address: 'Dirección de la API',
    'mail-link': 'Enlace de un correo',
    'one-click': 'Botón del programa de correo',
    account: 'Con su cuenta',
  },
} as const;

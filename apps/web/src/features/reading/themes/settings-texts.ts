/** Words of 'Configuración del lector'. */
export const readerSettingsTexts = {
  title: 'Configuración del lector',
  lead: 'Así se verán todos tus libros.',
  apart: 'Solo en este dispositivo',
  apartHint: 'Tus otros dispositivos siguen como están, y este no cambia con ellos.',
  backToProfile: 'Mi perfil',
  preview: 'Así se ve una página',
  theme: 'Tema',
  sampleChapter: 'La niebla',
  sample: [
    'La niebla llegó antes que el bus. Mateo la vio subir por el muelle, despacio, como quien vuelve a su casa sin hacer ruido, y pensó que su abuela tenía razón: las cosas no se pierden, solo se guardan.',
    'Contó los postes hasta donde alcanzaba la vista. Eran siete. El octavo, el del faro, ya no estaba.',
    '—Va a volver —dijo ella, sin levantar la cabeza de las redes—. Siempre vuelve después de las tres.',
    'A las tres, Mateo se puso la chaqueta grande de su padre y bajó con la linterna en el bolsillo. El camino sonaba distinto cuando no se veía: las piedras parecían más cerca y el mar, en cambio, parecía haberse ido a otra parte.',
    'Al llegar a la tabla del medio se detuvo. Alguien silbaba, bajito, justo encima de su cabeza. No era el viento, porque el viento no espera a que uno responda.',
  ],
  allowZoom: 'Permitir zoom',
  allowZoomHint: 'Para agrandar con dos dedos mientras lees.',
} as const;

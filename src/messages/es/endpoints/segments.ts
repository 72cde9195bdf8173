import type { segments as english } from '../../en/endpoints/segments.ts'

export const segments: typeof english = {
  verbs: {
    list: {
      summary: 'Listar segmentos',
    },
    create: {
      summary: 'Crear un segmento',
    },
    get: {
      summary: 'Ver un segmento',
    },
    update: {
      summary: 'Cambiar un segmento',
    },
    delete: {
      summary: 'Borrar un segmento',
      description: 'Sus contactos se quedan.',
    },
    preview: {
      summary: 'Contar un segmento y ver algunos de sus contactos',
    },
    previewUnsaved: {
      summary: 'Probar unas condiciones sin guardarlas',
    },
    fields: {
      summary: 'Listar por qué pueden preguntar las condiciones',
    },
    contacts: {
      summary: 'Listar los contactos de un segmento',
    },
    count: {
      summary: 'Contar un segmento, regla por regla',
    },
    duplicate: {
      summary: 'Copiar un segmento',
    },
    refresh: {
      summary: 'Volver a contar un segmento',
    },
    toList: {
      summary: 'Hacer una lista con un segmento',
    },
  },
  fields: {
    id: 'El número del segmento.',
    name: 'El nombre.',
    list_id: 'Solo los contactos de esta lista.',
    conditions: 'Quién forma parte: reglas en grupos and, or y not.',
  },
}

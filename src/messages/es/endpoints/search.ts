import type { search as english } from '../../en/endpoints/search.ts'

export const search: typeof english = {
  verbs: {
    all: {
      summary: 'Buscar en todo',
      description:
        'Busca en campañas, listas, contactos, segmentos y plantillas. Devuelve diez de cada como máximo.',
    },
    contacts: {
      summary: 'Buscar contactos en todas las listas',
    },
  },
  fields: {},
}

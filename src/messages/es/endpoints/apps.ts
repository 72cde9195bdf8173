import type { apps as english } from '../../en/endpoints/apps.ts'

export const apps: typeof english = {
  verbs: {
    list: {
      summary: 'Listar los asistentes que has conectado',
      description:
        'Se conectan en `/mcp` y los autorizas en una página del servicio. Muestra qué permite cada uno y cuándo se usó por última vez.',
    },
    revoke: {
      summary: 'Retirar el acceso a un asistente',
      description: 'Se rechaza a partir de la siguiente petición.',
    },
  },
  fields: {
    app: 'El asistente conectado, por número o nombre.',
  },
}

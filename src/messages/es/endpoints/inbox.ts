import type { inbox as english } from '../../en/endpoints/inbox.ts'

export const inbox: typeof english = {
  verbs: {
    list: {
      summary: 'Listar los mensajes del buzón del entorno de pruebas',
      description:
        'Del sandbox de este equipo; o de tu cuenta en otro servicio, mientras sea un sandbox.',
    },
    get: {
      summary: 'Ver un mensaje del buzón, o abrir el buzón en el navegador',
      description: 'En el navegador, solo el del sandbox de este equipo.',
    },
  },
  fields: {
    message: 'El ID del mensaje.',
    to: 'Solo los mensajes a esta dirección.',
  },
}

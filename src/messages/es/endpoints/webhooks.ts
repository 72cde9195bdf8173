import type { webhooks as english } from '../../en/endpoints/webhooks.ts'

export const webhooks: typeof english = {
  verbs: {
    list: {
      summary: 'Listar webhooks',
    },
    create: {
      summary: 'Crear un webhook',
      description: 'El secreto solo se muestra una vez.',
    },
    update: {
      summary: 'Cambiar un webhook',
      description: 'Tras renovar el secreto, el anterior sigue siendo válido un día.',
    },
    delete: {
      summary: 'Borrar un webhook',
    },
    replay: {
      summary: 'Volver a enviar eventos a un webhook',
    },
  },
  fields: {
    id: 'El ID del usuario.',
    webhook: 'El ID del webhook.',
    url: 'La URL que recibe los eventos.',
    events: 'Los eventos que se envían.',
    description: 'Una nota para ti.',
    enabled: 'Si el webhook está activado.',
    rotate_secret: 'Crear un secreto nuevo.',
    event_ids: 'Los eventos, por ID.',
    from: 'El inicio del periodo.',
    to: 'El final del periodo.',
    test: 'Enviar un evento de prueba.',
  },
}

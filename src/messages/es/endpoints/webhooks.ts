import type { webhooks as english } from '../../en/endpoints/webhooks.ts'

export const webhooks: typeof english = {
  verbs: {
    list: {
      summary: 'Listar webhooks',
    },
    create: {
      summary: 'Crear un webhook',
      description: 'El secreto se muestra solo esta vez.',
    },
    update: {
      summary: 'Cambiar un webhook',
      description: 'Tras un secreto nuevo, el anterior vale un día más.',
    },
    delete: {
      summary: 'Borrar un webhook',
    },
    replay: {
      summary: 'Volver a enviar sucesos a un webhook',
    },
  },
  fields: {
    id: 'El número del usuario.',
    webhook: 'El número del webhook.',
    url: 'Adónde se envían los sucesos.',
    events: 'Qué sucesos.',
    description: 'Una nota para ti.',
    enabled: 'Si está activo.',
    rotate_secret: 'Crear un secreto nuevo.',
    event_ids: 'Los sucesos, por su número.',
    from: 'Desde cuándo.',
    to: 'Hasta cuándo.',
    test: 'Enviar uno inventado.',
  },
}

import type { subscription as english } from '../../en/endpoints/subscription.ts'

export const subscription: typeof english = {
  verbs: {
    get: {
      summary: 'Ver una suscripción',
    },
    update: {
      summary: 'Cambiar los datos de un suscriptor',
    },
    unsubscribe: {
      summary: 'Dar de baja',
    },
  },
  fields: {
    xsid: 'El ID del suscriptor (xsid).',
    nombre: 'El nombre.',
    customFields: 'Valores de los campos personalizados, por ID de campo.',
    spam: 'Con 1, registra también una queja de spam.',
    reason: 'El motivo.',
  },
}

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
    xsid: 'El código del suscriptor.',
    nombre: 'El nombre.',
    customFields: 'Valores de los campos propios, por su número.',
    spam: 'Con 1 cuenta además como queja de spam.',
    reason: 'El motivo.',
  },
}

import type { dashboard as english } from '../../en/endpoints/dashboard.ts'

export const dashboard: typeof english = {
  verbs: {
    show: {
      summary: 'Ver tu cuenta de un vistazo',
    },
    stats: {
      summary: 'Ver envíos, aperturas, clics y rebotes en el tiempo',
    },
    deliverability: {
      summary: 'Ver cómo recibe tus mensajes cada proveedor de correo',
    },
  },
  fields: {
    from: 'Desde cuándo: treinta días antes del final, si no lo dices.',
    to: 'Hasta cuándo: ahora, si no lo dices.',
    interval: 'Un punto por hora o por día.',
    timezone: 'La zona horaria cuyos días se cuentan: la de tu cuenta, si no lo dices.',
  },
}

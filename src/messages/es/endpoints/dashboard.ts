import type { dashboard as english } from '../../en/endpoints/dashboard.ts'

export const dashboard: typeof english = {
  verbs: {
    show: {
      summary: 'Ver un resumen de tu cuenta',
      description:
        'Las tasas son sobre los mensajes entregados. `comparison` compara la última campaña enviada con la media de hasta diez anteriores.',
    },
    stats: {
      summary: 'Ver envíos, aperturas, clics y rebotes en el tiempo',
    },
    deliverability: {
      summary: 'Ver la entregabilidad por proveedor de correo',
    },
  },
  fields: {
    from: 'El inicio. Por defecto: 30 días antes del final.',
    to: 'El final. Por defecto: ahora.',
    interval: 'Un dato por hora o por día.',
    timezone: 'La zona horaria de los días. Por defecto: la de tu cuenta.',
  },
}

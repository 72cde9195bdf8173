import type { segmentFields as fields, conditionMessages as messages } from '../en/segments.ts'

export const segmentFields: typeof fields = {
  email: 'Correo',
  domain: 'Dominio del correo',
  nombre: 'Nombre',
  status: 'Estado',
  source: 'Origen',
  tags: 'Etiquetas',
  lists: 'Listas',
  created_at: 'Alta',
  confirmed_at: 'Confirmación',
  unsubscribed_at: 'Baja',
  last_open_at: 'Última apertura',
  last_click_at: 'Último clic',
  open: 'Aperturas',
  click: 'Clics',
  sent: 'Mensajes enviados',
  bounce: 'Rebotes',
}

export const conditionMessages: typeof messages = {
  and: 'todas estas:',
  or: 'alguna de estas:',
  not: 'ninguna de estas:',
  operators: {
    eq: 'es',
    neq: 'no es',
    contains: 'contiene',
    not_contains: 'no contiene',
    starts_with: 'empieza por',
    ends_with: 'termina en',
    gt: 'es mayor que',
    gte: 'es al menos',
    lt: 'es menor que',
    lte: 'es como máximo',
    between: 'está entre',
    in: 'es uno de',
    not_in: 'no es ninguno de',
    is_set: 'tiene valor',
    is_not_set: 'no tiene valor',
    before: 'es anterior a',
    after: 'es posterior a',
    within_days: 'está a este número de días o menos:',
  },
  through: 'y',
  happened: (event, isDenied) => {
    const words: Record<string, string> = {
      open: 'abrió',
      click: 'hizo clic',
      sent: 'recibió un envío',
      bounce: 'rebotó',
    }
    return `${isDenied ? 'no ' : ''}${words[event] ?? event}`
  },
  counts: { eq: 'exactamente', gte: 'al menos', lte: 'como máximo' },
  times: (n) => (n === 1 ? 'una vez' : `${n} veces`),
  withinDays: (days) => (days === 1 ? 'en el último día' : `en los últimos ${days} días`),
  fromTo: (from, to) => `del ${from} al ${to}`,
  inCampaign: (id) => `en la campaña ${id}`,
  onLink: (link) => `en ${link}`,
}

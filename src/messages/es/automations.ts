import type { automationMessages as english } from '../en/automations.ts'

export const automationMessages: typeof english = {
  triggers: {
    list_joined: (list) => `cuando un contacto entra en la lista ${list}`,
    form: (list) => `cuando un contacto envía el formulario de la lista ${list}`,
    confirmed: (list) => `cuando un contacto confirma en la lista ${list}`,
    date_field: (field) => `en la fecha de ${field}`,
    opened: (campaign) =>
      campaign === undefined
        ? 'cuando un contacto abre un mensaje'
        : `cuando un contacto abre la campaña ${campaign}`,
    clicked: (campaign) =>
      campaign === undefined
        ? 'cuando un contacto hace clic en un enlace'
        : `cuando un contacto hace clic en la campaña ${campaign}`,
    event: (event) => `con el evento ${event}`,
  },
  send: (subject) => `enviar «${subject}»`,
  waitPeriod: (period) => `esperar ${period}`,
  waitHour: (hour) => `esperar hasta las ${hour}`,
  waitField: (field) => `esperar hasta ${field}`,
  waitEvent: (event, timeout) => `esperar ${event} como máximo ${timeout}`,
  awaited: {
    open: 'una apertura',
    click: 'un clic',
    sent: 'un envío',
    bounce: 'un rebote',
    conversion: 'una conversión',
    custom: 'un evento',
  },
  awaitedEvent: (name) => `el evento ${name}`,
  branches: {
    condition: { yes: 'si se cumple', no: 'si no' },
    wait_event: { yes: 'si ocurre', timeout: 'si no ocurre a tiempo' },
  },
  condition: 'condición',
  split: 'reparto aleatorio',
  add_list: (list) => `añadir a la lista ${list}`,
  remove_list: (list) => `quitar de la lista ${list}`,
  add_tag: (tag) => `añadir la etiqueta ${tag}`,
  remove_tag: (tag) => `quitar la etiqueta ${tag}`,
  set_field: (field) => `cambiar ${field}`,
  webhook: (url) => `llamar a ${url}`,
  goal: 'objetivo',
  exit: 'fin',
  fromAnywhere: 'se llega desde cualquier paso',
  figures: (entered, here) => `${entered} han entrado, ${here} ahora aquí`,
  share: (branch, share) => `${branch}, ${share} %`,
  aboutToActivate: (name, count) =>
    `Se va a activar «${name}». Contactos que entran de inmediato: ${count}. A partir de entonces enviará a cada contacto que entre.`,
  aboutToExit: (name, count) =>
    `Se va a detener «${name}». Contactos que salen sin completarla: ${count}.`,
  aboutToDelete: (name, count) =>
    `Se va a borrar definitivamente «${name}». Contactos que están en ella: ${count}.`,
}

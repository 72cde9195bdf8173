import type { automationWords as english } from '../en/automations.ts'

export const automationWords: typeof english = {
  triggers: {
    list_joined: (list) => `quien entra en la lista ${list}`,
    form: (list) => `quien rellena el formulario de la lista ${list}`,
    confirmed: (list) => `quien confirma en la lista ${list}`,
    date_field: (field) => `el día de ${field}`,
    opened: (campaign) =>
      campaign === undefined ? 'quien abre un mensaje' : `quien abre la campaña ${campaign}`,
    clicked: (campaign) =>
      campaign === undefined
        ? 'quien pulsa un enlace'
        : `quien pulsa un enlace de la campaña ${campaign}`,
    event: (event) => `con el suceso ${event}`,
  },
  send: (subject) => `enviar «${subject}»`,
  waitPeriod: (period) => `esperar ${period}`,
  waitHour: (hour) => `esperar hasta las ${hour}`,
  waitField: (field) => `esperar hasta ${field}`,
  waitEvent: (event, timeout) => `esperar ${event}, como mucho ${timeout}`,
  condition: 'comprobar',
  split: 'repartir al azar',
  add_list: (list) => `añadir a la lista ${list}`,
  remove_list: (list) => `quitar de la lista ${list}`,
  add_tag: (tag) => `poner la etiqueta ${tag}`,
  remove_tag: (tag) => `quitar la etiqueta ${tag}`,
  set_field: (field) => `rellenar ${field}`,
  webhook: (url) => `llamar a ${url}`,
  goal: 'objetivo',
  exit: 'salida',
  fromAnywhere: 'se llega desde cualquier sitio',
  figures: (entered, here) => `llegaron ${entered}, aquí ${here}`,
  share: (branch, share) => `${branch}, ${share} %`,
  aboutToActivate: (name, count) =>
    `Se va a activar «${name}». Entran de inmediato: ${count}. Desde ese momento escribe a quien entre.`,
  aboutToExit: (name, count) =>
    `Se va a parar «${name}»: todos los que están dentro acaban donde están (${count}).`,
  aboutToDelete: (name, count) =>
    `Se va a borrar «${name}» para siempre, con todos los que están dentro (${count}).`,
}

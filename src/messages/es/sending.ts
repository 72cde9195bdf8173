import type { sending as en } from '../en/sending.ts'

export const sending: typeof en = {
  aboutToSend: (name, count) =>
    `«${name}» se va a enviar. Destinatarios: ${count ?? 'no se sabe cuántos'}.`,
  details: (send) =>
    [
      `  Campaña:       ${send.name}`,
      `  Asunto:        ${send.subject}`,
      `  De:            ${send.from}`,
      `  Destinatarios: ${send.isMost && send.count !== undefined ? 'como mucho ' : ''}${send.count ?? 'no se sabe'}`,
      `  Cuenta:        ${send.account}, perfil ${send.profile} (${send.isSandbox ? 'de pruebas' : 'real'}), ${send.where}`,
      `  Hora:          ${send.time ? `${send.time.local} ${send.time.zone} (${send.time.utc} UTC)` : 'ahora'}`,
    ].join('\n'),
  aboutToCancel: (name) => `«${name}» se va a cancelar para siempre.`,
  unknown: 'no se sabe',
  toPause: (command) => `Para pararlo: ${command}`,
  toUnschedule: (command) => `Para anularlo: ${command}`,
  doneBefore: (when) =>
    `Esto ya se hizo, el ${when}: ahora no se ha enviado nada. Con --again se hace otra vez.`,
  foundDone: (when) =>
    `La respuesta del ${when} se perdió, pero se hizo: ahora no se ha enviado nada.`,
  settledSent: (when) => `Lo del ${when} cuenta como hecho: ahora no se ha enviado nada.`,
  settledUnsent: (when) => `Lo del ${when} cuenta como no hecho.`,
  stopped: (command) => `No se sabe si se hizo. Ejecútalo otra vez para verlo: ${command}`,
  onlyHere:
    'Este servidor no conoce claves de idempotencia: solo esta máquina evita que se haga dos veces.',
  notWritten: 'No se pudo apuntar lo que se hizo; la próxima vez se buscará.',
  notFound: 'El servidor no dijo el número de la campaña nueva, y no se encuentra.',
  sendingNow: (when) => `${when} ya ha pasado: se envía ahora.`,
  unchecked: (what) =>
    `Este servidor no sabe comprobar antes de enviar, así que nadie ha mirado: ${what}`,
  ended: (status) => `Ha terminado: ${status}`,
}

import type { demo as en } from '../en/demo.ts'

export const demo: typeof en = {
  start: 'Un servicio privado en este equipo. Nada de lo que envía sale de aquí.',
  sender: '\nEl remitente: verificado con el código enviado a su dirección.',
  import:
    '\nLos contactos: 10.000 filas tal como las guarda Excel en España, 37 de ellas no válidas.',
  send: '\nLa campaña: en borrador, comprobada y enviada a toda la lista.',
  audience:
    '\nAhora algunos destinatarios la leen: la demostración carga el píxel de seguimiento y los enlaces de sus mensajes.',
  read: (opened, clicked, left) =>
    `${opened} la han abierto, ${clicked} han hecho clic y ${left} se han dado de baja. Un escáner de seguridad también ha abierto algunos mensajes.`,
  next: '\nTe toca: remite sandbox start y después remite campaigns --help. Para ver todos los mensajes: remite sandbox inbox.',
}

import type { demo as en } from '../en/demo.ts'

export const demo: typeof en = {
  start: 'Un servicio propio, solo en esta máquina; nada de lo que envía sale de ella.',
  sender: '\nQuién escribe: un remitente, verificado con el código que se le envió.',
  import: '\nLos contactos: 10.000 filas como las guarda Excel en España, 37 de ellas mal.',
  send: '\nUna campaña: como borrador, revisada y enviada a toda la lista.',
  audience:
    '\nAhora algunos la leen: se piden el píxel y los enlaces de los mensajes que llegaron.',
  read: (opened, clicked, left) =>
    `${opened} la abrieron, ${clicked} hicieron clic, ${left} se dieron de baja; un escáner también miró algún correo.`,
  next: '\nAhora tú: remite sandbox start, después remite campaigns --help. remite sandbox inbox muestra cada mensaje.',
}

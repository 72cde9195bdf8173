import type { terminal as english } from '../en/terminal.ts'

export const terminal: typeof english = {
  yes: 'sí',
  no: 'no',
  warning: 'aviso:',

  nothingFound: 'No hay nada.',
  done: 'Hecho.',
  restOf: (shown, total) => `${shown} de ${total}, --all para ver el resto`,
  restUnknown: (shown) => `${shown} hasta aquí, --all para ver el resto`,

  peak: (value, time) => `máximo: ${value}, ${time}`,

  countOf: (count, total) => `${count} de ${total}`,
  perSecond: (rate) => `${rate}/s`,
  timeLeft: (time) => `quedan ${time}`,

  yesOrNo: 's/N',
  answerYesOrNo: 'Se espera un sí o un no.',
  answerNeeded: 'Hace falta una respuesta.',
  hidden: '[oculto]',
  keyMove: 'mover',
  keyChoose: 'elegir',

  fileMissing: 'no existe ese archivo',
  fileIsFolder: 'es una carpeta',
  fileNotPermitted: 'no hay permiso para leerlo',
  fileTooLarge: 'es más grande de lo que se lee de una vez',
  fileNotUtf8: 'no es texto en UTF-8',
  fileUnread: 'el sistema no pudo leerlo',
}

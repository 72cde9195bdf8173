import type { terminal as english } from '../en/terminal.ts'

export const terminal: typeof english = {
  yes: 'sí',
  no: 'no',
  warning: 'aviso:',

  nothingFound: 'No hay resultados.',
  done: 'Hecho.',
  stopping: 'Terminando lo que ya ha empezado. Pulsa Ctrl-C otra vez para salir ya.',
  restOf: (shown, total) => `${shown} de ${total}. Usa --all para ver el resto.`,
  restUnknown: (shown) => `${shown} hasta ahora. Usa --all para ver el resto.`,

  peak: (value, time) => `máximo: ${value}, ${time}`,

  countOf: (count, total) => `${count} de ${total}`,
  perSecond: (rate) => `${rate}/s`,
  timeLeft: (time) => `quedan ${time}`,

  yesOrNo: 's/N',
  answerYesOrNo: 'Responde sí o no.',
  answerNeeded: 'Escribe un valor.',
  hidden: '[oculto]',
  keyMove: 'mover',
  keyChoose: 'elegir',

  fileMissing: 'el archivo no existe',
  fileIsFolder: 'es una carpeta',
  fileNotPermitted: 'no tienes permiso para leerlo',
  fileTooLarge: 'es demasiado grande',
  fileNotUtf8: 'no es texto en UTF-8',
  fileUnread: 'el sistema operativo no ha podido leerlo',
}

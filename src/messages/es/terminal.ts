import type { terminal as english } from '../en/terminal.ts'

export const terminal: typeof english = {
  yes: 'sí',
  no: 'no',
  warning: 'aviso:',

  nothingFound: 'No hay resultados.',
  done: 'Hecho.',
  stopping: 'Terminando lo que ya ha empezado. Pulsa Ctrl-C otra vez para salir ya.',
  shownOf: (shown, total) => `Se muestran ${shown} de ${total}; --all o --limit para ver más.`,
  shownSome: (shown) => `Se muestran ${shown}; hay más: --all o --limit.`,

  watching: 'Actualizado: {time}. Pulsa Ctrl-C para salir.',
  linesBelow: '… {count} líneas más: agranda la ventana.',

  peak: (value, time) => `máximo: ${value}, ${time}`,

  nearDay: (ahead, hour) =>
    `${ahead < 0 ? 'ayer' : ahead > 0 ? 'mañana' : 'hoy'} a ${hour.startsWith('1:') ? 'la' : 'las'} ${hour}`,
  countOf: (count, total) => `${count} de ${total}`,
  perSecond: (rate) => `${rate}/s`,
  perMinute: (rate) => `${rate}/min`,
  timeLeft: (time) => `quedan ${time}`,

  yesOrNo: 's/N',
  yesByDefault: 'S/n',
  answerYesOrNo: 'Responde sí o no.',
  answerNeeded: 'Escribe un valor.',
  hidden: '[oculto]',
  keyMove: 'mover',
  keyChoose: 'elegir',
  keyMark: 'espacio: marcar',
  chooseWithSpace: 'Marca al menos una opción con la barra espaciadora.',

  fileMissing: 'el archivo no existe',
  fileIsFolder: 'es una carpeta',
  fileNotPermitted: 'no tienes permiso para leerlo',
  fileTooLarge: 'es demasiado grande',
  fileNotUtf8: 'no es texto en UTF-8',
  fileUnread: 'el sistema operativo no ha podido leerlo',
}

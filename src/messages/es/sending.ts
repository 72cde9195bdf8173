import type { sending as en } from '../en/sending.ts'

export const sending: typeof en = {
  aboutToSend: (name, count) =>
    `Se va a enviar «${name}». Destinatarios: ${count ?? 'número desconocido'}.`,
  details: (send) =>
    [
      `  Campaña:       ${send.name}`,
      `  Asunto:        ${send.subject}`,
      `  De:            ${send.from}`,
      `  Destinatarios: ${send.isMost && send.count !== undefined ? 'como máximo ' : ''}${send.count ?? 'número desconocido'}`,
      ...(send.leftOut === undefined ? [] : [`  No lo reciben: ${send.leftOut}`]),
      `  Cuenta:        ${send.account}, perfil ${send.profile} (${send.isSandbox ? 'de pruebas' : 'real'}), ${send.where}`,
      `  Hora:          ${send.time ? `${send.time.local} ${send.time.zone} (${send.time.utc} UTC)` : 'ahora'}`,
    ].join('\n'),
  leftOut: {
    unsubscribed: 'de baja',
    unconfirmed: 'sin confirmar',
    bounced: 'con rebote',
    complained: 'con queja',
    suppressed: 'en la lista de supresión',
    excluded: 'en una lista excluida',
    not_in_segment: 'fuera del segmento',
    already_mailed: 'fuera del reenvío',
    duplicate: 'en varias listas',
  },
  translatedTag: (from, to) => `${from} es ahora ${to}.`,
  untranslatedTag: (tag) => `${tag} no tiene equivalente aquí y se queda como está.`,
  imageUploaded: (image, url) => `${image} es ahora ${url}`,
  imageFound: (image, line, size) => `Se subiría ${image} (línea ${line}, ${size}).`,
  imageNotUploaded: (image, line) => `Línea ${line}: ${image} no se ha subido.`,
  localImages: (count, image, line) =>
    `Imágenes de este ordenador en el HTML: ${count} (línea ${line}: ${image}). Los destinatarios no pueden verlas. Para subirlas también, añade --upload-images.`,
  fixed: (fix) => `${fix.part}, línea ${fix.line}: ${fix.before} es ahora ${fix.after}`,
  nothingToFix: 'No hay nada que se pueda corregir sin ninguna duda.',
  aboutToCancel: (name) => `Se va a cancelar definitivamente «${name}».`,
  unknown: 'desconocido',
  toPause: (command) => `Para ponerla en pausa: ${command}`,
  toUnschedule: (command) => `Para anular la programación: ${command}`,
  doneBefore: (when) =>
    `Esto ya se hizo el ${when}, así que ahora no se ha hecho nada. Para repetirlo, añade --again.`,
  doneWithKey: (when) =>
    `Esto ya se hizo con esta clave el ${when}, así que ahora no se ha hecho nada. Para repetirlo, usa otra clave.`,
  doneOf: {
    'PUT /campaigns/:id/send':
      'La campaña {id} se envió el {when}; ahora no se ha enviado nada. Para enviarla otra vez, cópiala: remite campaigns duplicate {id}',
    'POST /campaigns':
      'Esta campaña ya se envió el {when}; ahora no se ha enviado nada. Para enviarla otra vez, añade --again.',
    scheduled:
      'Esto ya se programó el {when}; ahora no se ha programado nada. Para programarlo otra vez, añade --again.',
    'POST /campaigns/:id/ab-winner':
      'La versión ganadora de la campaña {id} se envió el {when}; ahora no se ha enviado nada.',
    'PUT /automations/:id/activate':
      'La automatización {id} se activó el {when}; ahora no ha cambiado nada. Para activarla otra vez, añade --again.',
    'POST /automations/:id/trigger':
      'La automatización {id} se disparó para este contacto el {when}; ahora no ha empezado nada. Para dispararla otra vez, añade --again.',
    'POST /lists/:id/contacts':
      'Este contacto se añadió a la lista {id} el {when}; ahora no ha cambiado nada. Para añadirlo otra vez, añade --again.',
    'POST /lists/:id/import':
      'Esta importación en la lista {id} empezó el {when}; ahora no se ha importado nada. Para repetirla, añade --again.',
  },
  foundDone: (when) =>
    `La respuesta a la ejecución del ${when} se perdió, pero se completó. Ahora no se ha enviado nada.`,
  settledSent: (when) =>
    `La ejecución del ${when} queda marcada como hecha. Ahora no se ha enviado nada.`,
  settledUnsent: (when) => `La ejecución del ${when} queda marcada como no hecha.`,
  stopped: (command) =>
    `El resultado es desconocido. Para comprobarlo, repite el comando: ${command}`,
  noServerIdempotency:
    'Este servidor no admite claves de idempotencia. Solo el registro de este equipo evita que se repita.',
  notWritten:
    'No se ha podido guardar el resultado en el registro. La próxima ejecución lo comprobará.',
  notFound: 'El servidor no ha devuelto el ID de la campaña nueva, y no se ha podido encontrar.',
  draftKept: 'El borrador «{name}» queda guardado con el ID {id}. Solo ha fallado la prueba.',
  testSent: 'La prueba va camino de {to}.',
  sendingNow: (when) => `${when} ya ha pasado, así que se envía ahora.`,
  unchecked: (what) => `Este servidor no tiene comprobación previa. Sin comprobar: ${what}`,
}

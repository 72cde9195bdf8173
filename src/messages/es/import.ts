import type { imports as english, people as englishPeople } from '../en/import.ts'

export const imports: typeof english = {
  uploading: 'Subiendo (KB)',
  jobContinues: (follow: string, cancel: string) =>
    `La importación continúa en el servidor. Para ver cómo va: ${follow}; para cancelarla: ${cancel}`,
  jobMayRun: (look: string) =>
    `Puede que el servidor haya empezado la importación. Para comprobarlo: ${look}`,
  importing: 'Importando',
  checking: 'Comprobando',
  exporting: 'Exportando (KB)',
  kinds: {
    xls: 'un libro de Excel antiguo (.xls) o con contraseña',
    xlsb: 'un libro binario de Excel (.xlsb)',
    ods: 'una hoja de cálculo de OpenDocument (.ods)',
  },
  readingColumns: 'Leyendo las columnas',
  unused: (count, names) => `Columnas que no se usan (${count}): ${names}`,
  unusedWithFlag: (count, names) =>
    `Columnas que no se usan (${count}): ${names}. Con --create-fields se crean como campos.`,
  askCreateFields: (count, fields) =>
    `Columnas que no se usan (${count}): ${fields}. ¿Crearlas como campos de la lista?`,
  createAll: 'Sí, todas',
  createSome: 'Solo algunas',
  createNone: 'No, dejarlas fuera',
  whichFields: '¿Qué campos?',
  newFields: (fields) => `Campos nuevos: ${fields}`,
  fieldsToCreate: (fields) => `Campos que crearía la importación: ${fields}`,
  fieldTypes: {
    text: 'texto',
    number: 'número',
    date: 'fecha',
    boolean: 'sí o no',
    url: 'dirección web',
  },
  almostAll: ({ column, type, wireType, fitting, filled, example, line }) =>
    `«${column}» parece «${type}» en ${fitting} de ${filled} filas, pero no «${example}» en la línea ${line}, así que el campo nuevo es de texto. Corrige ese valor, o crea antes el campo con \`lists fields create --type ${wireType}\`, que rechaza esas filas.`,
  tagged: (tags) => `Etiquetas para todos los contactos: ${tags}`,
  noStatus: (column, values) =>
    `«${column}» no se lee como el estado de los contactos, porque sus valores no lo son, como ${values}. Con --map "${column}=status" se lee como el estado.`,
  noList: (name, near) =>
    `No hay ninguna lista «${name}»${near === undefined ? '' : ` (parecidas: ${near})`}. ¿Crearla?`,
  whichList: '¿En qué lista se importa?',
  aNewList: 'Una lista nueva',
  nameOfList: 'Nombre de la lista nueva',
  wouldDo: (created, updated, skipped) =>
    `Contactos que la importación crearía: ${created}; actualizaría: ${updated}; dejaría sin cambios: ${skipped}`,
  unknownOutcome:
    'La lista es demasiado grande para decir aquí cuántos contactos son nuevos. --upload --dry-run lo pregunta al servidor.',
  wouldReject: (rejected, rows) => `Filas no válidas, que se rechazarían: ${rejected} de ${rows}.`,
  wouldStop: 'La importación se detendría, porque son más de la mitad de las primeras 1000.',
  moreRejects: (count) => `Filas no válidas que no se muestran: ${count}`,
  allRejects: 'Para escribir todas las filas no válidas en un archivo: --rejects ARCHIVO',
  moreDoubtful: (count) => `Direcciones dudosas que no se muestran: ${count}`,
  cleanLater:
    'Las direcciones dudosas también se importan. `lists clean` las encuentra después, salvo los errores al teclear.',
  addressFlaws: {
    bad_address: 'No se le puede entregar correo.',
    likely_typo: 'Seguramente es {meant}.',
    disposable: 'Es una dirección desechable.',
    role_address: 'Es de un departamento, no de una persona.',
  },
  notResumable:
    'Estos datos solo se pueden leer una vez. Si la importación se detiene, no se podrá reanudar.',
  processed: (rows) => `Filas procesadas hasta ahora: ${rows}`,
  rejectsIn: (path) => `Filas rechazadas: ${path}`,
  fixRejects: (path) =>
    `Las filas rechazadas están en ${path}. Corrígelas ahí e importa ese archivo.`,
  sendingEvents: 'Enviando eventos',
  eventsReadOnce:
    'Esta entrada solo se puede leer una vez. Si la ejecución se detiene, solo los eventos con event_id se pueden reenviar sin que se registren dos veces.',
  mixedProperty: (name: string) =>
    `Los valores de ${name} son de tipos distintos: como propiedad nueva será texto.`,
  fixRejectedEvents: (path: string) =>
    `Los eventos rechazados están en ${path}. Corrígelos ahí y envía ese archivo.`,
  continueAnyway: (command) => `Para continuar de todos modos: ${command}`,
  overLimit: (most) => `más que --max-rejects ${most}`,
  halfOfStart: 'más de la mitad de las primeras 1000',
  unfinished: 'una importación sin terminar',
  erasedLeftOut: (count) =>
    `No se exportan, porque los datos de esas personas se borraron y solo queda un hash: ${count}`,
  kept: (counts) => `Conservan su estado y no reciben envíos: ${counts}`,
  keptAs: {
    unsubscribed: 'de baja',
    complained: 'con queja',
    bounced: 'rebotados',
    suppressed: 'bloqueados',
    unconfirmed: 'sin confirmar',
  },
}

export const people: typeof englishPeople = {
  deletesList: (name, contacts) =>
    `Se va a borrar definitivamente la lista «${name}» con sus contactos (${contacts}).`,
  deletesUser: (username, contacts) =>
    `Se va a borrar definitivamente al usuario ${username} con todas sus listas y contactos (${contacts}).`,
  removesContact: (contact, list) => `Se va a quitar a ${contact} de la lista ${list}.`,
  erasesContact: (contact) =>
    `Se van a borrar definitivamente todos los datos de ${contact}, en todas las listas de la cuenta.`,
  overwritesFile: (path) => `Se va a sobrescribir el archivo ${path}.`,
  unsubscribes: (who) => `Se va a dar de baja a ${who}.`,
  revokesApp: (app) =>
    `Se va a retirar el acceso al asistente ${app}. Para usarlo de nuevo, vuelve a conectarlo.`,
  revokesKey: (key) =>
    `Se va a revocar la clave de API ${key}. Los programas que la usan fallarán.`,
  deletesWebhook: (webhook) =>
    `Se va a borrar el webhook ${webhook} con los eventos que aún no ha recibido.`,
  deletesField: (field) =>
    `Se va a borrar definitivamente el campo ${field} con todos sus valores.`,
  cleans: {
    unsubscribe: (list, most) =>
      `Se van a dar de baja las direcciones problemáticas de «${list}»: ${most} como máximo.`,
    delete: (list, most) =>
      `Se van a borrar definitivamente las direcciones problemáticas de «${list}»: ${most} como máximo.`,
  },
  bulk: {
    add_tag: (list, most) =>
      `Se va a añadir una etiqueta a contactos de «${list}»: ${most} como máximo.`,
    remove_tag: (list, most) =>
      `Se va a quitar una etiqueta a contactos de «${list}»: ${most} como máximo.`,
    move: (list, most) =>
      `Se van a mover contactos de «${list}» a otra lista: ${most} como máximo.`,
    copy: (list, most) =>
      `Se van a copiar contactos de «${list}» a otra lista: ${most} como máximo.`,
    unsubscribe: (list, most) =>
      `Se van a dar de baja contactos de «${list}»: ${most} como máximo.`,
    delete: (list, most) =>
      `Se van a borrar definitivamente contactos de «${list}»: ${most} como máximo.`,
    set_field: (list, most) =>
      `Se va a sobrescribir un campo de contactos de «${list}»: ${most} como máximo.`,
  },
}

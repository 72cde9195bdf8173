import type { imports as english, people as englishPeople } from '../en/import.ts'

export const imports: typeof english = {
  uploading: 'Enviando el archivo (KB)',
  jobGoesOn: (follow: string, cancel: string) =>
    `El servidor sigue con ella. Para verla: ${follow}; para cancelarla: ${cancel}`,
  jobMayRun: (look: string) =>
    `Puede que el servidor haya empezado la importación. Para verlo: ${look}`,
  importing: 'Importando',
  checking: 'Comprobando',
  exporting: 'Exportando (KB)',
  kinds: {
    xls: 'un libro de Excel antiguo (.xls) o con contraseña',
    xlsb: 'un libro binario de Excel (.xlsb)',
    ods: 'una hoja de OpenDocument (.ods)',
  },
  notResumable: 'Esto no se puede leer otra vez: si la importación se para, no se podrá reanudar.',
  settled: (rows) => `Filas hechas hasta ahora: ${rows}`,
  rejectsIn: (path) => `Filas rechazadas: ${path}`,
  mendRejects: (path) => `Las filas rechazadas están en ${path}: corrígelas e importa ese archivo.`,
  goOnAnyway: (command) => `Para seguir de todos modos: ${command}`,
  overLimit: (most) => `más que --max-rejects ${most}`,
  halfOfStart: 'más de la mitad de las primeras 1000',
  unfinished: 'una importación sin terminar',
}

export const people: typeof englishPeople = {
  deletesList: (name, contacts) =>
    `Se va a borrar para siempre «${name}» con sus contactos (${contacts}).`,
  deletesUser: (username, contacts) =>
    `Se va a borrar para siempre al usuario ${username}, con sus listas y contactos (${contacts}).`,
  removesContact: (contact, list) => `Se va a quitar a ${contact} de la lista ${list}.`,
  erasesContact: (contact) => `Se va a borrar para siempre todo lo que se sabe de ${contact}.`,
  overwritesFile: (path) => `Se va a sobrescribir el archivo ${path}.`,
  unsubscribes: (who) => `Se va a dar de baja a ${who}.`,
  deletesWebhook: (webhook) =>
    `Se va a borrar el webhook ${webhook}, con lo que aún no se le ha avisado.`,
  deletesField: (field) => `Se va a borrar para siempre el campo ${field} con sus valores.`,
  cleans: {
    unsubscribe: (list, most) =>
      `Se van a dar de baja direcciones malas de «${list}»: ${most} como mucho.`,
    delete: (list, most) =>
      `Se van a borrar para siempre direcciones malas de «${list}»: ${most} como mucho.`,
  },
  bulk: {
    add_tag: (list, most) =>
      `Se va a poner una etiqueta a contactos de «${list}»: ${most} como mucho.`,
    remove_tag: (list, most) =>
      `Se va a quitar una etiqueta a contactos de «${list}»: ${most} como mucho.`,
    move: (list, most) => `Se van a pasar a otra lista contactos de «${list}»: ${most} como mucho.`,
    copy: (list, most) =>
      `Se van a copiar a otra lista contactos de «${list}»: ${most} como mucho.`,
    unsubscribe: (list, most) => `Se van a dar de baja contactos de «${list}»: ${most} como mucho.`,
    delete: (list, most) =>
      `Se van a borrar para siempre contactos de «${list}»: ${most} como mucho.`,
    set_field: (list, most) =>
      `Se va a sobrescribir un campo de contactos de «${list}»: ${most} como mucho.`,
  },
}

import type { imports as english, people as englishPeople } from '../en/import.ts'

export const imports: typeof english = {
  importing: 'Importando',
  checking: 'Comprobando',
  workbook: 'un libro de Excel',
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
  removesContact: (contact, list) => `Se va a quitar a ${contact} de la lista ${list}.`,
  erasesContact: (contact) => `Se va a borrar para siempre todo lo que se sabe de ${contact}.`,
  unsubscribes: (who) => `Se va a dar de baja a ${who}.`,
  deletesField: (field) => `Se va a borrar para siempre el campo ${field} con sus valores.`,
}

import type { automations as english } from '../../en/endpoints/automations.ts'

export const automations: typeof english = {
  verbs: {
    list: {
      summary: 'Listar automatizaciones',
    },
    create: {
      summary: 'Crear una automatización',
      description: 'Es un borrador hasta que se activa.',
    },
    get: {
      summary: 'Ver una automatización',
    },
    update: {
      summary: 'Cambiar una automatización',
      description: 'Crea una versión nueva; los contactos que están dentro siguen en la suya.',
    },
    delete: {
      summary: 'Borrar una automatización',
      description: 'Se rechaza mientras esté activa o haya contactos dentro, salvo que se fuerce.',
    },
    activate: {
      summary: 'Activar una automatización',
      description: 'Desde ese momento entran contactos y se les escribe.',
    },
    deactivate: {
      summary: 'Desactivar una automatización',
      description: 'Ya no entra nadie; el modo dice qué pasa con los que están dentro.',
    },
    stats: {
      summary: 'Ver cómo avanzan los contactos en una automatización',
    },
    trigger: {
      summary: 'Meter un contacto en una automatización',
      description: 'De un suceso se avisa también a quien lo espera.',
    },
  },
  fields: {
    id: 'El número de la automatización.',
    name: 'El nombre.',
    trigger: 'Lo que hace entrar a un contacto.',
    nodes: 'Los pasos.',
    edges: 'Qué paso sigue a cuál.',
    settings: 'Si los contactos pueden volver, el objetivo y quién sale antes.',
    version: 'La versión.',
    force: 'Borrarla aunque esté activa; quien está dentro sale.',
    dry_run: 'Decir solo cuántos entrarían de inmediato.',
    mode: 'Qué pasa con los contactos que están dentro: pause, drain (siguen hasta el final) o exit.',
    include: 'Con runs: el recorrido de cada contacto.',
    contact: 'Solo este contacto, por su número o su dirección.',
    contact_id: 'El contacto, por su número.',
    email: 'El contacto, por su dirección.',
    event: 'El suceso del que se avisa.',
    properties: 'Qué más se sabe del suceso.',
    idempotency: 'Tu propio número, para que ocurra una sola vez.',
  },
}

import type { automations as english } from '../../en/endpoints/automations.ts'

export const automations: typeof english = {
  verbs: {
    list: {
      summary: 'Listar automatizaciones',
    },
    create: {
      summary: 'Crear una automatización',
      description: 'La automatización es un borrador hasta que la activas.',
    },
    get: {
      summary: 'Ver una automatización',
    },
    update: {
      summary: 'Cambiar una automatización',
      description:
        'Crea una versión nueva. Los contactos que ya están en la automatización siguen con su versión.',
    },
    delete: {
      summary: 'Borrar una automatización',
      description:
        'Se rechaza si la automatización está activa o tiene contactos, salvo que uses force.',
    },
    activate: {
      summary: 'Activar una automatización',
      description: 'A partir de ahora entran contactos y reciben sus mensajes.',
    },
    deactivate: {
      summary: 'Desactivar una automatización',
      description: 'Ya no entran más contactos. El modo decide qué pasa con los que están en ella.',
    },
    stats: {
      summary: 'Ver las estadísticas de una automatización',
    },
    trigger: {
      summary: 'Añadir un contacto a una automatización',
      description: 'Un evento también hace avanzar a los contactos que lo esperan.',
    },
  },
  fields: {
    id: 'El ID de la automatización.',
    name: 'El nombre.',
    trigger: 'Lo que hace entrar a un contacto.',
    nodes: 'Los pasos.',
    edges: 'Las conexiones entre los pasos.',
    settings: 'Si los contactos pueden volver a entrar, el objetivo y qué contactos salen antes.',
    version: 'La versión.',
    force: 'Borrarla aunque esté activa. Los contactos que están en ella salen.',
    dry_run: 'Solo contar los contactos que entrarían de inmediato.',
    mode: 'Qué pasa con los contactos que están en ella: pause, drain (siguen hasta el final) o exit (salen).',
    include: 'Con runs, devuelve también el recorrido de cada contacto.',
    contact: 'Solo este contacto, por su ID o su correo.',
    contact_id: 'El ID del contacto.',
    email: 'La dirección de correo del contacto.',
    event: 'El nombre del evento.',
    properties: 'Las propiedades del evento.',
    idempotency: 'Tu propio ID único de esta llamada. Solo tiene efecto una vez.',
  },
}

import type { users as english } from '../../en/endpoints/users.ts'

export const users: typeof english = {
  verbs: {
    signup: {
      summary: 'Abrir una cuenta gratuita',
      description: 'Se confirma por correo.',
    },
    list: {
      summary: 'Listar usuarios',
      description: 'Tú y todos los que dependen de ti.',
    },
    create: {
      summary: 'Crear un usuario',
      description: 'Por debajo de tu cuenta y, como mucho, con tu rol.',
    },
    me: {
      summary: 'Ver tu propia cuenta',
    },
    updateMe: {
      summary: 'Cambiar tu propia cuenta',
      description: 'Para una contraseña nueva hace falta la anterior.',
    },
    get: {
      summary: 'Ver un usuario',
    },
    update: {
      summary: 'Cambiar un usuario',
    },
    delete: {
      summary: 'Borrar un usuario',
      description: 'Antes hay que pasar sus subcuentas a otro.',
    },
    role: {
      summary: 'Cambiar el rol de un usuario',
      description: 'Nadie sube el suyo, y el último Admin se mantiene.',
    },
    status: {
      summary: 'Suspender a un usuario o reactivarlo',
      description:
        'Lo que esté enviando un usuario suspendido se pone en pausa. Quienes dependen de él quedan retenidos hasta que siga.',
    },
    roles: {
      summary: 'Listar los roles y lo que permite cada uno',
    },
    subaccounts: {
      summary: 'Listar las cuentas que dependen de un usuario',
    },
    quota: {
      summary: 'Ver los límites de un usuario',
    },
    setQuota: {
      summary: 'Cambiar los límites de un usuario',
      description: 'Salen de los tuyos.',
    },
    impersonate: {
      summary: 'Actuar como un usuario durante un rato',
      description: 'Todo queda registrado.',
    },
    revokeSessions: {
      summary: 'Cerrar todas las sesiones de un usuario',
    },
  },
  fields: {
    id: 'El número del usuario.',
    username: 'El nombre de usuario.',
    email: 'La dirección de correo.',
    pass: 'La contraseña, de ocho caracteres como mínimo.',
    old_pass: 'La contraseña actual.',
    nombre: 'El nombre.',
    language: 'El idioma: es o en.',
    role: 'Admin, Reseller o User.',
    status: 'Activo o suspendido.',
    quota: 'Los límites.',
    timezone: 'La zona horaria, por ejemplo Europe/Madrid.',
    mcp_permissions: 'Lo que un asistente puede hacer por ti.',
    transfer_to: 'El usuario que se queda con las subcuentas.',
    reason: 'El motivo.',
    depth: 'Cuántos niveles hacia abajo.',
    monthly_sends: 'Mensajes al mes.',
    contacts_max: 'Cuántos contactos.',
    ai_generations: 'Usos del asistente.',
    rate_per_hour: 'Peticiones por hora.',
  },
}

import type { users as english } from '../../en/endpoints/users.ts'

export const users: typeof english = {
  verbs: {
    signup: {
      summary: 'Abrir una cuenta gratuita',
      description: 'La cuenta se confirma por correo.',
    },
    list: {
      summary: 'Listar usuarios',
      description: 'Tú y todos los usuarios que dependen de ti.',
    },
    create: {
      summary: 'Crear un usuario',
      description: 'Crea un usuario que depende de tu cuenta, con tu rol o uno inferior.',
    },
    me: {
      summary: 'Ver tu cuenta',
    },
    updateMe: {
      summary: 'Cambiar tu cuenta',
      description: 'Para cambiar la contraseña o la dirección, necesitas la contraseña actual.',
    },
    get: {
      summary: 'Ver un usuario',
    },
    update: {
      summary: 'Cambiar un usuario',
    },
    delete: {
      summary: 'Borrar un usuario',
      description: 'Antes, pasa sus subcuentas a otro usuario.',
    },
    role: {
      summary: 'Cambiar el rol de un usuario',
      description: 'No puedes subir tu propio rol, y el último Admin no se puede cambiar.',
    },
    status: {
      summary: 'Suspender o reactivar a un usuario',
      description:
        'Pone en pausa las campañas que el usuario está enviando. Los usuarios que dependen de él también quedan suspendidos hasta que lo reactives.',
    },
    roles: {
      summary: 'Listar los roles y sus permisos',
    },
    subaccounts: {
      summary: 'Listar las cuentas que dependen de un usuario',
    },
    quota: {
      summary: 'Ver los límites de un usuario',
    },
    setQuota: {
      summary: 'Cambiar los límites de un usuario',
      description: 'Los límites se descuentan de los tuyos.',
    },
    impersonate: {
      summary: 'Actuar como un usuario durante un tiempo limitado',
      description: 'Todas las acciones quedan registradas.',
    },
    revokeSessions: {
      summary: 'Cerrar todas las sesiones de un usuario',
      description: 'Las claves de API siguen siendo válidas sin `--keys`.',
    },
  },
  fields: {
    invite: 'El código de invitación, donde solo se registra quien tiene una.',
    id: 'El ID del usuario.',
    username: 'El nombre de usuario.',
    email: 'La dirección de correo.',
    pass: 'La contraseña: ocho caracteres como mínimo.',
    old_pass: 'La contraseña actual.',
    nombre: 'El nombre.',
    language: 'El idioma: es o en.',
    role: 'Admin, Reseller o User.',
    status: 'Activo o suspendido.',
    quota: 'Los límites.',
    timezone: 'La zona horaria, por ejemplo Europe/Madrid.',
    mcp_permissions: 'Lo que un asistente puede hacer en tu cuenta.',
    sandbox: 'Si todo el correo de la cuenta va a su propia bandeja.',
    any_form_origin:
      'Las listas pueden permitir que scripts de cualquier sitio llamen a sus rutas públicas (`--form-origins "*"`).',
    transfer_to: 'El usuario que se queda con las subcuentas.',
    reason: 'El motivo.',
    depth: 'Cuántos niveles incluir.',
    monthly_sends: 'Mensajes al mes.',
    contacts_max: 'El número máximo de contactos.',
    ai_generations: 'Usos del asistente.',
    rate_per_hour: 'Peticiones por hora.',
    keys: 'Revocar también las claves de API.',
  },
}

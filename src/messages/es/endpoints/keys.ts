import type { keys as english } from '../../en/endpoints/keys.ts'

export const keys: typeof english = {
  verbs: {
    list: {
      summary: 'Listar tus claves de API',
      description: 'Muestra qué permite cada clave, cuándo se usó por última vez y cuándo caduca.',
    },
    create: {
      summary: 'Crear una clave de API para un programa o un asistente',
      description:
        'La clave se muestra una sola vez. Nunca permite más que tu rol. `--preset` y `--scope` se suman.',
    },
    revoke: {
      summary: 'Revocar una clave de API',
      description: 'Se rechaza a partir de la siguiente petición.',
    },
    rotate: {
      summary: 'Cambiar una clave de API por otra nueva',
      description:
        'La nueva tiene el mismo nombre y los mismos permisos y se muestra una sola vez. La anterior funciona hasta que acaba el plazo.',
    },
  },
  fields: {
    key: 'La clave de API, por número o nombre.',
    name: 'Un nombre con el que reconozcas la clave.',
    preset: 'Los permisos para un uso habitual.',
    scopes: 'Un permiso, como `campaigns:read`.',
    expires_at: 'Cuándo caduca la clave. Por defecto, una clave nueva no caduca.',
    grace_hours: 'Cuántas horas sigue funcionando la clave anterior.',
  },
}

import type { commandReference as en } from '../en/command-reference.ts'

export const commandReference: typeof en = {
  title: 'Comandos de remite',
  intro:
    'Las opciones pueden ir antes o después del verbo. Cada comando indica los campos que muestran las tablas; -o json devuelve todos los campos que envía el servidor. Los números delante de los códigos de fallo son códigos de salida. Las rutas son relativas a la URL base de la API.',
  contents: 'Contenido',
  globalFlags: 'Opciones globales',
  exitCodes: 'Códigos de salida',
  failureCodes: 'Todos los códigos de fallo',
  environment: 'Variables de entorno',
  word: 'Argumento',
  flag: 'Opción',
  required: 'Obligatoria',
  yes: 'sí',
  meaning: 'Descripción',
  variable: 'Variable',
  code: 'Código',
  exit: 'Código de salida',
  failures: 'Fallos',
  aliases: 'Alias',
  examples: 'Ejemplos',
  output: 'Salida',
  request: 'Petición',
  man: {
    manual: 'Comandos de usuario',
    description:
      'El resultado va a la salida estándar. Todo lo demás va a la salida de error. No se envía ni se borra nada sin confirmación. Las opciones pueden ir antes o después del verbo. Para ver la ayuda de un comando, ejecuta remite SUSTANTIVO VERBO --help.',
  },
  arguments: {
    'contacts suppressions add addresses': 'Las direcciones de correo.',
    'contacts suppressions import file': 'El archivo. Usa - para la entrada estándar.',
    'auth switch name': 'El perfil.',
    'lists import file':
      'El archivo. Usa - para la entrada estándar. Si es una dirección https, la descarga el servidor.',
    'lists imports resume id': 'La importación. Solo es obligatoria si hay varias.',
    'database backup file': 'El archivo que se va a escribir.',
    'templates import file': 'El archivo exportado. Usa - para la entrada estándar.',
    'automations create file': 'El flujo, en un archivo JSON. Usa - para la entrada estándar.',
    'automations update file':
      'Las partes que cambian, en un archivo JSON. Usa - para la entrada estándar.',
    'webhooks verify body': 'El archivo con el cuerpo tal como se recibió.',
    'campaigns report id': 'El ID de la campaña.',
    'campaigns compare id': 'Los ID de las campañas.',
    command: 'El programa y sus argumentos, detrás de --.',
    method: 'El método HTTP, como GET.',
    path: 'La ruta, como /lists.',
    message: 'El ID del mensaje.',
    shell: 'bash, zsh, fish o powershell.',
    key: 'El ajuste.',
    value: 'El valor nuevo.',
    topic: 'El tema. Si falta, se muestran todos.',
  },
}

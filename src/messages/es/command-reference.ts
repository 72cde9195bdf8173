import type { commandReference as en } from '../en/command-reference.ts'

export const commandReference: typeof en = {
  title: 'Los comandos de remite',
  intro:
    'Las opciones pueden ir antes o después del verbo. Los campos nombrados aquí son los que ven las personas; -o json da todo lo que dice el servidor. Los números ante los códigos de fallo son códigos de salida. Las rutas empiezan en la dirección de la API.',
  contents: 'Contenido',
  globalFlags: 'Opciones globales',
  exitCodes: 'Códigos de salida',
  failureCodes: 'Todos los códigos de fallo',
  environment: 'Variables de entorno',
  word: 'Palabra',
  flag: 'Opción',
  needed: 'Necesaria',
  yes: 'sí',
  meaning: 'Significado',
  variable: 'Variable',
  code: 'Código',
  exit: 'Código de salida',
  failures: 'Fallos',
  aliases: 'También',
  examples: 'Ejemplos',
  output: 'Salida',
  request: 'Petición',
  man: {
    manual: 'Comandos de usuario',
    description:
      'El resultado va a la salida estándar, todo lo demás a la salida de error. Nada se envía ni se borra sin haberse confirmado. Las opciones pueden ir antes o después del verbo; remite SUSTANTIVO VERBO --help explica cada uno.',
  },
  words: {
    'auth switch name': 'El perfil.',
    'lists import file':
      'El archivo; - es la entrada estándar, una dirección https la descarga el servidor.',
    'lists imports resume id': 'La importación; solo hace falta si hay varias.',
    'database backup file': 'El archivo que se escribe.',
    'templates import file': 'El archivo exportado; - es la entrada estándar.',
    'automations create file': 'El flujo, como archivo JSON; - es la entrada estándar.',
    'automations update file':
      'Las partes que cambian, como archivo JSON; - es la entrada estándar.',
    'webhooks verify body': 'El archivo con el cuerpo tal como se recibió.',
    command: 'El programa y sus palabras, detrás de --.',
    method: 'El método de HTTP, como GET.',
    path: 'La ruta, como /lists.',
    message: 'El número del mensaje.',
    shell: 'bash, zsh, fish o powershell.',
    key: 'El ajuste.',
    value: 'Su nuevo valor.',
    topic: 'El tema; sin él, se enumeran todos.',
  },
}

import type { environment as english } from '../en/environment.ts'

export const environment: typeof english = {
  token: 'El token que se usa en lugar de una sesión guardada.',
  apiUrl: 'La URL base de la API, con su versión: https://mail.example.org/v3/api.',
  profile: 'El perfil que se usa.',
  output: 'El formato de salida: table, json, ndjson, csv, tsv o ids.',
  lang: 'El idioma de los textos para personas: es o en.',
  noInput: 'No pregunta nunca. Falla si hace falta una respuesta.',
  debug: 'Muestra cada petición HTTP en la salida de error, sin secretos.',
  pager: 'El programa que muestra las salidas largas. Con un valor vacío se desactiva.',
  resultFile: 'Un archivo al que cada ejecución añade una línea de JSON.',
  configDir: 'La carpeta de los ajustes y las sesiones.',
  stateDir: 'La carpeta de los registros y los bloqueos.',
  databaseUrl: 'La base de datos del servicio, con la contraseña.',
  databaseReadUrl:
    'Una réplica por streaming de esa base de datos para lecturas largas, con la contraseña.',
  smtpUrl: 'El servidor de correo por el que envía el servicio, con la contraseña.',
  masterKey: 'La clave que cifra los secretos en la base de datos del servicio.',
  webhookSecret: 'El secreto con el que se firman los webhooks.',
  noColor: 'Con cualquier valor, desactiva los colores.',
  forceColor: 'Activa los colores aunque no haya terminal. Con 0 los desactiva.',
  ci: 'La definen los sistemas de CI. El progreso se muestra línea a línea.',
  systemPager: 'El programa que muestra las salidas largas, si REMITE_PAGER no está definida.',
  httpProxy: 'El proxy para las URL http.',
  httpsProxy: 'El proxy para las URL https.',
  noProxy: 'Los servidores que no usan el proxy, separados por comas.',
  nodeExtraCaCerts: 'Un archivo de certificados de confianza, además de los de Node.',
  tz: 'La zona horaria de este equipo.',
  lcAll: 'La configuración regional. es… selecciona el español.',
  lcMessages: 'La configuración regional de los mensajes, si LC_ALL no está definida.',
  systemLang: 'La configuración regional, si no están definidas LC_ALL ni LC_MESSAGES.',
  xdgConfigHome:
    'Si REMITE_CONFIG_DIR no está definida, los ajustes se guardan en la carpeta remite dentro de esta.',
  xdgStateHome:
    'Si REMITE_STATE_DIR no está definida, los registros se guardan en la carpeta remite dentro de esta.',
  appData: 'La carpeta de los ajustes en Windows.',
  localAppData: 'La carpeta de los registros en Windows.',
}

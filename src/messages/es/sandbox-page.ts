import type { sandboxPage as english } from '../en/sandbox-page.ts'

export const sandboxPage: typeof english = {
  title: 'Bandeja de entrada del entorno de pruebas',
  empty: 'Todavía no hay mensajes.',
  gone: 'Este mensaje no existe o se ha borrado.',
  noSubject: '(sin asunto)',
  recipient: 'Dirección del destinatario',
  filter: 'Filtrar',
  refresh: 'Actualizar',
  clear: 'Vaciar la bandeja',
  older: 'Mensajes anteriores',
  all: 'Todos los mensajes',
  from: 'De',
  to: 'Para',
  at: 'Recibido',
  parts: 'Partes del mensaje',
  html: 'HTML',
  text: 'Texto',
  links: 'Enlaces',
  headers: 'Cabeceras',
  source: 'Código fuente',
  noPart: 'Este mensaje no tiene esta parte.',
  oneClick: 'Baja con un clic',
  oneClickHint:
    'Hace lo mismo que un programa de correo: envía un POST a la dirección de List-Unsubscribe (RFC 8058).',
}

import type { doctor as en } from '../en/doctor.ts'

export const doctor: typeof en = {
  levels: { ok: 'bien:', warn: 'aviso:', error: 'problema:' },
  profile: ({ profile, source }) =>
    profile === 'default' ? 'Perfil predeterminado (default).' : `Perfil «${profile}» (${source}).`,
  address: ({ url, source }) => `${url} (${source}).`,
  addressUnusual: ({ url, source }) =>
    `${url} (${source}) no termina en /v3/api como la dirección de la API.`,
  encrypted: 'Cifrada (https),',
  plain: 'Sin cifrar (http),',
  proxy: (host) => `a través del proxy ${host}, salvo que NO_PROXY excluya el servidor.`,
  noProxy: 'sin proxy.',
  answered: (ms) => `La API ha respondido en ${ms} ms.`,
  asksForToken: 'El servidor responde y pide un token.',
  clockRight: 'El reloj de este equipo y el del servidor coinciden.',
  clockApart: (seconds) =>
    `El reloj de este equipo y el del servidor difieren en ${seconds} segundos. El servidor puede rechazar horas programadas.`,
  clockUnknown: 'El servidor no indica su hora.',
  tokenEnds: ({ source, end }) => `El token (${source}) caduca el ${end}.`,
  tokenWithoutEnd: (source) => `El token (${source}) no tiene una fecha de caducidad legible.`,
  features: (names) => `El servidor admite: ${names}.`,
  noFeatures:
    'El servidor no anuncia funciones opcionales, así que no se usan borradores, programación, segmentos ni lotes.',
  relayAccepts: 'El servidor no informa de problemas al enviar correo.',
  filesPrivate: (folder) => `Solo tú puedes leer ${folder}.`,
  fileOpen: ({ path, mode }) =>
    `Otros usuarios de este equipo pueden leer ${path}. Para corregirlo: chmod ${mode} '${path}'`,
  folderShared: ({ folder, user }) =>
    `${folder} está fuera de tu carpeta de usuario, así que quizá puedan leerla otros usuarios de este equipo. Para corregirlo: icacls "${folder}" /inheritance:r /grant:r "${user}:(OI)(CI)F"`,
  stateWritable: (folder) => `Se puede escribir en la carpeta de registros ${folder}.`,
  noImports: 'No hay importaciones sin terminar.',
  unfinishedImports: (count) =>
    `Importaciones sin terminar: ${count}. Para verlas: remite lists imports list`,
  sendsKnown: 'Se conoce el resultado de todas las peticiones.',
  sendsUnknown: (places) =>
    `Peticiones con resultado desconocido: ${places}. Repite el comando: primero comprueba qué pasó.`,
  certificates: (path) => `También se confía en los certificados de ${path}.`,
  certificatesUnread: (path) =>
    `NODE_EXTRA_CA_CERTS apunta a ${path}, pero ese archivo no se puede leer, así que no se confía en sus certificados.`,
}

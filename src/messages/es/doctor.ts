import type { doctor as en } from '../en/doctor.ts'

export const doctor: typeof en = {
  levels: { ok: 'bien:', warn: 'ojo:', error: 'roto:' },
  profile: ({ profile, source }) => `El perfil es «${profile}» (${source}).`,
  address: ({ url, source }) => `${url} (${source}).`,
  addressUnusual: ({ url, source }) =>
    `${url} (${source}) no termina en /v3/api, como la dirección de la API.`,
  encrypted: 'Cifrada (https),',
  plain: 'Sin cifrar (http),',
  proxy: (host) => `por el proxy ${host}, salvo que NO_PROXY nombre el servidor.`,
  noProxy: 'sin proxy.',
  answered: (ms) => `Es la API, y contestó en ${ms} ms.`,
  asksForToken: 'Está ahí, y pide un token.',
  clockRight: 'El reloj de esta máquina y el del servidor coinciden.',
  clockApart: (seconds) =>
    `El reloj de esta máquina y el del servidor difieren en ${seconds} segundos: puede rechazar horas de envío.`,
  clockUnknown: 'El servidor no dice su hora.',
  tokenEnds: ({ source, end }) => `El token (${source}) termina el ${end}.`,
  tokenWithoutEnd: (source) => `El token (${source}) no dice cuándo termina.`,
  features: (names) => `El servidor anuncia: ${names}.`,
  noFeatures:
    'El servidor no anuncia ninguna: allí no se usan borradores, horas, segmentos ni lotes.',
  filesPrivate: (folder) => `Solo tú puedes leer ${folder}.`,
  fileOpen: ({ path, mode }) =>
    `Otros en esta máquina pueden leer ${path}: chmod ${mode} '${path}'`,
  stateWritable: (folder) => `Los diarios se pueden guardar en ${folder}.`,
  noImports: 'Ninguna importación quedó a medias.',
  unfinishedImports: (count) =>
    `Importaciones a medias: ${count}. remite lists imports list las muestra.`,
  sendsKnown: 'De toda petición que salió se sabe qué fue de ella.',
  sendsUnknown: (places) => `No se sabe qué fue de: ${places}. Repite el comando: primero mira.`,
  certificates: (path) => `También son de confianza los de ${path}.`,
  certificatesUnread: (path) =>
    `NODE_EXTRA_CA_CERTS nombra ${path}, que no se puede leer: nada de lo que contiene es de confianza.`,
}

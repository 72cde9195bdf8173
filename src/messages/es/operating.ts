import type { operating as en } from '../en/operating.ts'

export const operating: typeof en = {
  aboutToDelete: (name) => `«${name}» se va a borrar para siempre.`,
  aboutToActivate: (name) =>
    `«${name}» se va a activar: desde entonces escribe a quien entre en ella.`,
  aboutToCall: (call) => `Se va a llamar a ${call}.`,
  sending: 'Enviando',
  working: 'Trabajando',
  sandboxReady:
    'Tu entorno de pruebas está listo. Su correo no sale de aquí: remite sandbox inbox lo muestra.',
  aboutToReset: (folder) => `Se va a borrar todo lo que hay en el entorno de pruebas: ${folder}.`,
  sandboxRunning: 'El entorno de pruebas ya estaba en marcha.',
  listening: (url) => `Escuchando: ${url}`,
  publishKey: ({ name, value }) =>
    `El DNS aún no tiene esta clave, con la que se comprueba nuestro correo (DKIM). TXT ${name}: ${value}`,
  copyingRows: 'Copiando filas',
  checkingRows: 'Comparando filas',
  movedAway: (file) =>
    `Todo está copiado y comparado. El archivo antiguo es ahora ${file}: dos servicios con las mismas campañas las enviarían los dos.`,
  takeTheKey: (file) =>
    `Ahora: pon lo que hay en ${file} en REMITE_MASTER_KEY; sin eso no se abren las claves de la base de datos.`,
  startMoved: 'Después arranca el servicio con REMITE_DATABASE_URL apuntando a la base nueva.',
  keepTheKey: (file) =>
    `La copia vale poco sin la clave maestra: guarda también ${file}, en otro sitio.`,
  setNewKey: 'Ahora pon la clave nueva en REMITE_MASTER_KEY donde corra el servicio, y arráncalo.',
  takingHook: (url) =>
    `Recibiendo rebotes del relay, por POST: ${url} (se cree a quien conozca esta dirección)`,
  takingBounces: (place: string) => `Recibiendo rebotes: ${place}`,
  notTaken: (answer: string) => `El buzón de rebotes no lo aceptó (${answer}).`,
  following: 'Los sucesos nuevos se muestran según llegan; Ctrl-C lo termina.',
  serverAway: 'El servidor no responde; se sigue intentando unos minutos.',
  goOnWith: (command) => `Para seguir después del último: ${command}`,
  firstAccount: ({ username, pass }) =>
    `La primera cuenta: usuario ${username}, contraseña ${pass}. Solo se muestra ahora.`,
}

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
  takingBounces: (place: string) => `Recibiendo rebotes: ${place}`,
  notTaken: (answer: string) => `El buzón de rebotes no lo aceptó (${answer}).`,
  following: 'Los sucesos nuevos se muestran según llegan; Ctrl-C lo termina.',
  serverAway: 'El servidor no responde; se sigue intentando unos minutos.',
  goOnWith: (command) => `Para seguir después del último: ${command}`,
  firstAccount: ({ username, pass }) =>
    `La primera cuenta: usuario ${username}, contraseña ${pass}. Solo se muestra ahora.`,
}

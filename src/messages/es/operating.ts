import type { operating as en } from '../en/operating.ts'

export const operating: typeof en = {
  aboutToDelete: (name) => `«${name}» se va a borrar para siempre.`,
  aboutToActivate: (name) =>
    `«${name}» se va a activar: desde entonces escribe a quien entre en ella.`,
  aboutToCall: (call) => `Se va a llamar a ${call}.`,
  sending: 'Enviando',
  sandboxReady:
    'Tu entorno de pruebas está listo. Su correo no sale de aquí: remite sandbox inbox lo muestra.',
  sandboxRunning: 'El entorno de pruebas ya estaba en marcha.',
  listening: (url) => `Escuchando: ${url}`,
  firstAccount: ({ username, pass }) =>
    `La primera cuenta: usuario ${username}, contraseña ${pass}. Solo se muestra ahora.`,
}

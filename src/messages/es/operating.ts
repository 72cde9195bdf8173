import type { operating as en } from '../en/operating.ts'

export const operating: typeof en = {
  aboutToSend: ({ name, subject, from, count, profile, where }) =>
    `«${name}» se va a enviar a ${count ?? 'un número desconocido de'} contactos.\n` +
    `  Asunto: ${subject}\n  De: ${from}\n  Cuenta: ${profile}, ${where}`,
  aboutToDelete: (name) => `«${name}» se va a borrar para siempre.`,
  sending: 'Enviando',
  sandboxReady:
    'Tu entorno de pruebas está listo. Su correo no sale de aquí: remite sandbox inbox lo muestra.',
  sandboxRunning: 'El entorno de pruebas ya estaba en marcha.',
  listening: (url) => `Escuchando: ${url}`,
  firstAccount: ({ username, pass }) =>
    `La primera cuenta: usuario ${username}, contraseña ${pass}. Solo se muestra ahora.`,
}

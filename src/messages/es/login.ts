import type { login as english } from '../en/login.ts'

export const login: typeof english = {
  where: '¿Dónde quieres iniciar sesión?',
  aService: 'Un servicio: tengo su dirección',
  aSandbox: 'Un entorno de pruebas: en este equipo, sin que salga ningún correo',
  address: 'Dirección del servicio:',
  found: (apiUrl) => `Servicio encontrado: ${apiUrl}`,
  noService: (apiUrl, reason) => `No hay un servicio en ${apiUrl}: ${reason}`,
  stay: '¿Mantener la sesión iniciada?',
  offer: 'No has iniciado sesión. ¿Iniciarla ahora?',
  offerAgain: 'Tu sesión ha caducado. ¿Iniciarla de nuevo?',
  loggedInAs: ({ username, apiUrl, profile }) =>
    `Ya has iniciado sesión${username === undefined ? '' : ` como ${username}`} en ${apiUrl} (perfil ${profile}). Para otra cuenta usa otro perfil: --profile NOMBRE`,
  replace: '¿Iniciar sesión de nuevo y sustituir esta sesión?',
}

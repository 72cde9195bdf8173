import type { run as en } from '../en/run.ts'

export const run: typeof en = {
  error: 'error:',
  try: 'prueba:',
  serverSays: 'El servidor dice: {message}',
  request: 'petición {requestId} {status}',
  goOn: '¿Seguir?',
  typeName: 'Escribe el nombre «{name}» para seguir:',
  repeated: 'Esto ya se hizo antes con la misma clave: esta es aquella respuesta.',
  mended: (path: string) => `${path} estaba dañado y se ha arreglado.`,
  sessionEnds: 'Tu sesión termina el {time}. Para seguir después: remite auth login --remember-me',
  askedToRevoke: 'Se ha pedido al servidor que cierre la sesión; no dice si ya rechaza el token.',
  askedToRevokeAll:
    'Se ha pedido al servidor que cierre todas las sesiones; no dice si sabe hacerlo.',
  notRevoked: 'No se pudo avisar al servidor; la sesión solo se ha borrado de esta máquina.',
}

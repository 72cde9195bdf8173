import type { run as en } from '../en/run.ts'

export const run: typeof en = {
  error: 'error:',
  try: 'prueba:',
  serverSays: 'Mensaje del servidor: {message}',
  request: 'petición {requestId} {status}',
  proceed: '¿Continuar?',
  typeName: 'Escribe el nombre «{name}» para confirmar:',
  repeated: 'Esta petición ya se hizo con la misma clave. Este es su resultado original.',
  repaired: (path: string) => `${path} estaba dañado y se ha reparado.`,
  optInWaiting:
    'Correos de confirmación en espera: {count}. Se enviarán cuando lo permitan los límites, en el plazo de una semana, y solo cuando la cuenta tenga un remitente verificado.',
  sessionEnds:
    'Tu sesión caduca el {time}. Para mantenerla más tiempo: remite auth login --remember-me',
  askedToRevoke:
    'Se ha pedido al servidor que cierre la sesión. No indica si el token ha dejado de ser válido.',
  askedToRevokeAll:
    'Se ha pedido al servidor que cierre todas las sesiones. No indica si admite esta función.',
  keyKept:
    'La clave de API se ha borrado de este equipo y sigue siendo válida. Para anularla: remite auth keys revoke CLAVE',
  resetMailed:
    'Si existe esa cuenta, su dirección recibirá un código. Siguiente paso: remite auth reset',
  notRevoked:
    'No se ha podido contactar con el servidor. La sesión se ha borrado de este equipo, pero puede seguir siendo válida.',
}

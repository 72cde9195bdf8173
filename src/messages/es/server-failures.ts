import type { serverFailures as english } from '../en/server-failures.ts'

export const serverFailures: typeof english = {
  network: {
    title: 'Sin conexión',
    sentence: 'No se ha podido conectar con el servidor[ {host}][: {reason}].',
    hint: 'Puedes reintentarlo sin riesgo.[ `{doctor}` busca la causa.]',
  },
  proxy_failed: {
    title: 'Error del proxy',
    sentence: 'El proxy no ha podido conectar con {host}[: {reason}].',
    hint: 'HTTPS_PROXY y HTTP_PROXY indican el proxy. NO_PROXY indica los servidores que no lo usan.',
  },
  certificate_unknown: {
    title: 'Autoridad de certificación desconocida',
    sentence:
      'El certificado de {host} es de una autoridad que este equipo no reconoce[ ({reason})].',
    hint: 'Si la autoridad es de tu organización, indica en NODE_EXTRA_CA_CERTS el archivo con su certificado.',
  },
  certificate_outdated: {
    title: 'Certificado no válido hoy',
    sentence: 'El certificado de {host} ha caducado o todavía no es válido[ ({reason})].',
    hint: 'Pide a quien administra el servidor que lo renueve, o corrige el reloj de este equipo.',
  },
  certificate_misnamed: {
    title: 'Certificado de otro servidor',
    sentence: 'El servidor de {host} usa un certificado emitido para otro nombre.',
    hint: 'Comprueba la dirección: debe coincidir con el nombre del certificado.',
  },
  tls_failed: {
    title: 'Sin conexión cifrada',
    sentence: 'No se ha podido abrir una conexión cifrada con {host}[: {reason}].',
    hint: 'Comprueba la dirección y el puerto. Puede que ese servidor no use TLS.',
  },
  timed_out: {
    title: 'Tiempo de espera agotado',
    sentence: 'El servidor no ha respondido a tiempo.',
    hint: 'Puedes reintentarlo sin riesgo. Para esperar más, usa --timeout.',
  },
  broken_off: {
    title: 'Respuesta incompleta',
    sentence:
      'La conexión[ con {host}] se ha cortado antes de recibir la respuesta completa[: {reason}].',
    hint: 'Puedes reintentarlo sin riesgo.',
  },
  outcome_unknown: {
    title: 'Resultado desconocido',
    sentence:
      'La petición[ del {since}] se envió, pero se perdió la respuesta. Puede que se haya aplicado o que no.',
    hint: 'Repite el comando: primero comprueba qué pasó[: {command}]. Si no puede saberlo, añade --settle sent o --settle unsent.',
  },
  id_not_told: {
    title: 'Falta el ID de la lista nueva',
    sentence:
      'La lista «{name}» se ha creado, pero el servidor no ha devuelto su ID. No se ha importado ningún contacto.',
    hint: 'No la crees otra vez. Busca su ID, por ejemplo con `remite search`[, y usa {--list}].',
  },
  not_the_api: {
    title: 'No es la API',
    sentence: 'El servidor de {url} no es la API.',
    hint: 'Comprueba que la dirección termina en /v3/api.',
  },
  not_offered: {
    title: 'Este servidor no lo admite',
    sentence: 'Este servidor no admite esta operación[ ({what})], así que no se ha enviado nada.',
  },
  unreadable_answer: {
    title: 'Respuesta no válida',
    sentence: 'El servidor ha enviado una respuesta que no se puede leer.',
    hint: 'Vuelve a intentarlo. Para ver la respuesta, añade --debug.',
  },
  redirected: {
    title: 'El servidor redirige a otro sitio',
    sentence: 'El servidor redirige a otra dirección[, {location}]. Tu sesión no se envía allí.',
    hint: 'Si esa dirección es correcta, inicia sesión en ella con --api-url.',
  },

  malformed: {
    title: 'Petición mal formada',
    sentence: 'La petición está mal formada; por ejemplo, su JSON no es válido.',
    hint: 'Revisa los datos que has enviado.',
  },
  unauthorized: {
    title: 'No has iniciado sesión',
    sentence: 'Para esto necesitas una sesión válida.',
    hint: 'Inicia sesión con `remite auth login`.',
  },
  bad_credentials: {
    title: 'Usuario o contraseña incorrectos',
    sentence: 'El nombre de usuario o la contraseña no son correctos.',
    hint: 'Vuelve a intentarlo. Tras varios intentos fallidos tendrás que esperar un poco.',
  },
  token_expired: {
    title: 'Sesión caducada',
    sentence: 'Tu sesión ha caducado.',
    hint: 'Vuelve a iniciar sesión: con `remite auth login --remember-me` dura hasta un año.',
  },
  token_short: {
    title: 'La sesión está a punto de caducar',
    sentence: 'Tu sesión caduca en menos de {least}.',
    hint: 'Vuelve a iniciar sesión con `remite auth login --remember-me`.',
  },
  token_end_unknown: {
    title: 'No se sabe cuándo caduca la sesión',
    sentence: 'El token no dice cuándo caduca la sesión, así que --min-ttl no se puede comprobar.',
    hint: 'Pregunta al servidor si la sesión es válida, sin exigir un mínimo: `remite auth status --check`',
  },
  token_revoked: {
    title: 'Sesión cerrada',
    sentence: 'Esta sesión se ha cerrado.',
    hint: 'Vuelve a iniciar sesión con `remite auth login`.',
  },
  key_unknown: {
    title: 'Clave de API desconocida',
    sentence: 'No existe esa clave de API.',
    hint: 'Comprueba que esté completa. Una clave se muestra una sola vez; crea otra con `remite auth keys create`.',
  },
  key_expired: {
    title: 'Clave de API caducada',
    sentence: 'Esta clave de API ha caducado.',
    hint: 'Inicia sesión y crea otra con `remite auth keys create`.',
  },
  key_revoked: {
    title: 'Clave de API revocada',
    sentence: 'Esta clave de API se ha revocado.',
    hint: 'Inicia sesión y crea otra con `remite auth keys create`.',
  },
  forbidden: {
    title: 'No permitido',
    sentence: 'Tu rol no lo permite.',
    hint: 'Consulta a quien administra tu cuenta.',
  },
  scope_missing: {
    title: 'Falta un permiso',
    sentence: 'Este token no tiene el permiso {scope}.',
    hint: 'Crea una clave que lo tenga: `remite auth keys create --name NOMBRE --scope {scope}`.',
  },
  session_needed: {
    title: 'Solo con una sesión',
    sentence: 'Esto solo es posible tras iniciar sesión con usuario y contraseña.',
    hint: 'Inicia sesión con `remite auth login`, por ejemplo en otro perfil.',
  },
  suspended: {
    title: 'Cuenta suspendida',
    sentence: 'Esta cuenta está suspendida, así que no puede hacerlo.',
    hint: 'Consulta a quien administra tu cuenta.',
  },
  not_confirmed: {
    title: 'Cuenta sin confirmar',
    sentence: 'Todavía no se ha usado el enlace de confirmación de esta cuenta.',
    hint: 'Abre el enlace del correo de confirmación. Si tiene más de dos días, regístrate de nuevo.',
  },
  invite_refused: {
    title: 'Invitación no válida',
    sentence: 'El código de invitación no es correcto, ya se ha usado o ha caducado.',
    hint: 'Pide otro a quien te lo envió.',
  },
  sign_up_closed: {
    title: 'Registro cerrado',
    sentence: 'En este servicio no es posible registrarse.',
    hint: 'Pide una cuenta al administrador del servicio.',
  },
  sandbox_account: {
    title: 'Cuenta sandbox',
    sentence: 'La dirección de una cuenta sandbox no se puede cambiar.',
    hint: 'El administrador del servicio puede activarla: `remite users release USUARIO`.',
  },
  not_found: {
    title: 'No encontrado',
    sentence: 'No existe o no está en tu cuenta[: {name}][: {what}].',
    hint: 'Comprueba el ID o el nombre.[ `{list}` muestra lo que hay.]',
  },
  list_unknown: {
    title: 'Este formulario ya no funciona',
    sentence: 'Su lista no existe o su ID no es correcto.',
    hint: 'Un formulario nombra su lista con el ID público que muestra `remite lists get`.',
  },
  no_such_route: {
    title: 'Dirección desconocida',
    sentence: 'Esta dirección no existe en la API[, porque este proceso no tiene el rol «{role}»].',
    hint: 'Comprueba que la dirección base termina en /v3/api.',
  },
  method_not_allowed: {
    title: 'Método no permitido',
    sentence: 'Esta dirección no admite este método HTTP.',
  },
  not_acceptable: {
    title: 'Formato no disponible',
    sentence: 'La respuesta no está disponible en el formato solicitado.',
    hint: 'Pide JSON, o CSV si es una lista.',
  },
  conflict: {
    title: 'Conflicto',
    sentence: 'La petición entra en conflicto con los datos actuales.',
    hint: 'Comprueba el estado actual y vuelve a intentarlo.',
  },
  wrong_state: {
    title: 'No es posible en este estado',
    sentence: 'No se puede hacer en el estado actual[: {status}].',
    hint: 'Comprueba primero el estado actual.',
  },
  in_use: {
    title: 'En uso',
    sentence: 'Todavía está en uso, así que no se ha borrado[: {by}].',
    hint: 'Cambia o borra primero lo que lo usa.',
  },
  already_exists: {
    title: 'Ya existe',
    sentence: 'Ya existe[: {name}].',
    hint: 'Elige otro nombre o cambia el que ya existe.',
  },
  idempotency_in_flight: {
    title: 'Petición en curso',
    sentence: 'La misma petición ya está en curso.',
    hint: 'Espera un momento y vuelve a intentarlo.',
  },
  unsubscribed: {
    title: 'Dado de baja',
    sentence: 'Esta persona ya se ha dado de baja.',
  },
  edited_meanwhile: {
    title: 'Otra persona lo ha cambiado',
    sentence:
      'Otra persona lo ha cambiado desde que lo leíste, así que tu cambio no se ha guardado.',
    hint: 'Léelo de nuevo y repite el cambio.',
  },
  body_too_large: {
    title: 'Petición demasiado grande',
    sentence: 'La petición es demasiado grande[: el límite es de {limit} bytes].',
    hint: 'Envía los datos en partes más pequeñas.',
  },
  unsupported_media_type: {
    title: 'Tipo de contenido no admitido',
    sentence: 'Aquí no se admite este tipo de contenido[: {type}].',
  },
  invalid: {
    title: 'Valores no válidos',
    sentence: 'Algunos valores no son válidos.',
    hint: 'Corrígelos y vuelve a intentarlo.',
  },
  sender_not_verified: {
    title: 'Remitente sin verificar',
    sentence: 'No puedes enviar desde esta dirección hasta verificarla[: {from_mail}].',
    hint: 'Verifícala con `remite senders verify DIRECCIÓN`.',
  },
  wrong_code: {
    title: 'Código incorrecto',
    sentence: 'No es el código que se envió[; intentos restantes: {tries}].',
    hint: 'Usa el código del correo más reciente[, o pide otro con {--resend}].',
  },
  code_expired: {
    title: 'Código caducado',
    sentence: 'El código es demasiado antiguo o se ha fallado demasiadas veces.',
    hint: '[Pide otro con {--resend}.]',
  },
  reset_refused: {
    title: 'Código no válido',
    sentence: 'El código para la contraseña nueva no es correcto, ya se ha usado o ha caducado.',
    hint: 'Pide otro: `remite auth forgot`.',
  },
  audience_empty: {
    title: 'Sin destinatarios',
    sentence: 'No hay ningún contacto activo en las listas y el segmento elegidos.',
    hint: 'Revisa las listas, el segmento y las listas excluidas.',
  },
  merge_tag_broken: {
    title: 'Etiqueta de personalización no válida',
    sentence:
      'Hay una etiqueta de personalización que no es válida[: {place}, línea {line}: {message}].',
    hint: 'Revisa las llaves y cómo está escrita.',
  },
  filter_refused: {
    title: 'Filtro no disponible',
    sentence:
      'El filtro {filter} no está disponible en los mensajes[: {place}, línea {line}: {message}].',
    hint: 'Usa otro filtro. Las listas se pueden separar, unir, ordenar y recortar, pero no filtrar ni combinar.',
  },
  template_too_slow: {
    title: 'Plantilla demasiado lenta',
    sentence: 'La plantilla tarda demasiado en generarse[: {place}, línea {line}: {message}].',
    hint: 'Usa menos bucles, o más cortos, y listas más cortas.',
  },
  idempotency_mismatch: {
    title: 'Clave de idempotencia ya usada',
    sentence: 'Esta clave de idempotencia ya se usó para otra petición.',
    hint: 'Usa otra clave.',
  },
  quota_exceeded: {
    title: 'Límite del plan alcanzado',
    sentence: 'Supera lo que permite tu plan[: quedan {left} de {limit}].',
    hint: 'Espera a que se renueve la cuota o pide un plan superior. `remite users quota get` muestra tus límites.',
  },
  storage_exceeded: {
    title: 'Almacenamiento del plan agotado',
    sentence: 'Tu plan guarda como máximo {limit} de archivos, adjuntos y mensajes.',
    hint: 'Espera a que terminen las importaciones en curso, borra borradores y campañas con adjuntos o pide un plan superior.',
  },
  too_many_uploads: {
    title: 'Demasiadas subidas a la vez',
    sentence: 'Tu plan permite {limit} subidas a la vez.',
    hint: 'Espera a que llegue alguna y vuelve a intentarlo.',
  },
  answer_too_large: {
    title: 'Ya estaba hecho',
    sentence:
      'Esta petición ya se llevó a cabo, con el estado {status}. Su respuesta era demasiado grande para guardarla.',
    hint: 'Mira el resultado con un comando que solo lea. No repitas la petición con otra clave.',
  },
  test_limit: {
    title: 'Demasiados correos de prueba',
    sentence:
      'Cada día se pueden enviar como máximo {limit} correos de prueba a direcciones que esta cuenta no ha verificado[. El día siguiente empieza a las 00:00 UTC, dentro de {hours} h como mucho].',
    hint: 'Añade la dirección como remitente y verifícala: así solo tu plan limita las pruebas que recibe.',
  },
  rate_limited: {
    title: 'Demasiadas peticiones',
    sentence: 'Ha habido demasiadas peticiones[ con la clave de API {key} u otras] en poco tiempo.',
    hint: 'Espera un poco y vuelve a intentarlo.',
  },
  read_too_slow: {
    title: 'Demasiado lento',
    sentence:
      'La respuesta tardaría más de {seconds} segundos, así que se ha cancelado la petición.',
    hint: 'Pide menos: menos condiciones, una sola lista o un periodo más corto.',
  },
  internal: {
    title: 'Error inesperado',
    sentence: 'Se ha producido un error inesperado.',
    hint: 'Vuelve a intentarlo. Si se repite, avisa con lo que muestra --debug y el ID de la petición.',
  },
  not_implemented: {
    title: 'No disponible en este servidor',
    sentence: 'Este servidor no admite esta función[: {field}].',
  },
  unavailable: {
    title: 'Servicio no disponible',
    sentence: 'El servicio no está disponible en este momento.',
    hint: 'Vuelve a intentarlo dentro de un rato.',
  },
}

import type { failures as english } from '../en/failures.ts'

export const failures: typeof english = {
  usage: {
    title: 'El comando no es correcto',
    sentence: 'Algo del comando falta o no se entiende.',
    hint: 'Añade --help al comando para ver qué admite.',
  },
  unknown_flag: {
    title: 'No existe esa opción',
    sentence: '[¿Querías decir {suggestion}? ]Aquí no hay ninguna opción {word}.',
    hint: 'Añade --help al comando para ver sus opciones.',
  },
  unknown_verb: {
    title: 'No existe ese comando',
    sentence: '[¿Querías decir {suggestion}? ]No hay ningún comando «{word}».',
    hint: '`remite --help` los muestra todos.',
  },
  missing_value: {
    title: 'Falta un valor',
    sentence: 'Falta un valor después de {word}.',
  },
  missing_input: {
    title: 'Falta algo',
    sentence: 'Falta esto: {flags}.',
    hint: 'Añade --help al comando para ver qué es cada cosa.',
  },
  missing_word: {
    title: 'Falta una palabra',
    sentence: 'Al comando le falta una palabra: {word}.',
    hint: 'Añade --help al comando para ver cómo se escribe.',
  },
  not_a_choice: {
    title: 'No es una de las opciones',
    sentence: '{word} no vale aquí[: elige {choices}].',
  },
  no_dry_run: {
    title: 'No hay nada que ensayar',
    sentence: 'Este comando no tiene --dry-run.',
    hint: 'Quita la opción; este comando no cambia nada en el servidor.',
  },
  too_many_words: {
    title: 'Sobran palabras',
    sentence: 'El comando admite menos palabras de las que has escrito.',
    hint: 'Pon entre comillas un nombre que tenga espacios.',
  },
  file_unreadable: {
    title: 'No se puede leer el archivo',
    sentence: 'No se puede leer el archivo[ {path}][: {reason}].',
    hint: 'Comprueba la ruta y que tengas permiso para leerlo.',
  },
  file_not_text: {
    title: 'No es un archivo de texto',
    sentence: 'El archivo[ {path}] no es de texto[: parece {kind}].',
    hint: 'Guárdalo como CSV o como Excel (.xlsx) sin contraseña y vuelve a probar.',
  },
  file_empty: {
    title: 'El archivo está vacío',
    sentence: 'No hay nada en el archivo[ {path}].',
    hint: 'Comprueba que lo exportaste entero.',
  },
  file_not_table: {
    title: 'No es una tabla',
    sentence: 'El archivo[ {path}] no se puede leer como tabla[: mira la línea {line}].',
    hint: 'Suele deberse a unas comillas que no se cierran.',
  },
  file_unclear: {
    title: 'No se puede leer así',
    sentence: 'El archivo no se puede leer como se pidió[: {reason}].',
    hint: 'Mira los nombres de sus columnas y lo que se dijo de ellas.',
  },
  file_too_large: {
    title: 'El archivo es demasiado grande',
    sentence: 'El archivo[ {path}] ocupa más de {limit} MB.',
    hint: 'Divídelo o guárdalo como CSV.',
  },
  workbook_broken: {
    title: 'No se puede leer el libro',
    sentence: 'No se puede leer el libro[ {path}].',
    hint: 'Ábrelo en Excel y guárdalo de nuevo, o guarda su hoja como CSV.',
  },
  sheet_unknown: {
    title: 'No existe esa hoja',
    sentence: 'El libro no tiene la hoja «{sheet}». Tiene: {sheets}.',
    hint: 'Nombra una de ellas: --sheet "NOMBRE".',
  },
  file_changed: {
    title: 'El archivo ya es otro',
    sentence: 'El archivo[ {path}] ha cambiado desde que empezó su importación; no se envió nada.',
    hint: 'Vuelve a poner el anterior para seguir, o importa el nuevo desde el principio.',
  },
  file_unwritable: {
    title: 'No se puede escribir el archivo',
    sentence: 'El archivo[ {path}] no se puede escribir ahí[: {reason}].',
    hint: 'Indica otro lugar.',
  },
  import_elsewhere: {
    title: 'Va a otro servidor',
    sentence: 'Esta importación va a {url}, y tú estás en {asked}.',
    hint: 'Añade --profile o --api-url.',
  },
  no_email_column: {
    title: 'No hay columna de direcciones',
    sentence: 'Ninguna columna contiene direcciones de correo[: {columns}].',
    hint: 'Indícala tú: --map "columna=email". La primera línea debe llevar los nombres de las columnas.',
  },
  jq_unreadable: {
    title: 'jq no entiende la expresión',
    sentence: 'No se ha hecho nada: {reason}.',
    hint: 'Pon la expresión entre comillas simples.',
  },
  jq_too_large: {
    title: 'Demasiado para jq de una vez',
    sentence:
      'El comando ha hecho su trabajo, pero a jq no le caben más de unos {megabytes} MB de JSON.',
    hint: 'Con -o ndjson cada objeto pasa por jq por separado.',
  },
  jq_failed: {
    title: 'jq ha fallado con el resultado',
    sentence: 'El comando ha hecho su trabajo; solo se ha parado jq: {reason}.',
    hint: 'Mira el resultado sin --jq. Lo que ya está hecho no hay que repetirlo.',
  },
  nothing_to_settle: {
    title: 'No hay nada que aclarar',
    sentence: 'Ninguna vez anterior de este comando quedó sin respuesta: no se ha hecho nada.',
    hint: 'Quita --settle.',
  },
  secret_in_flag: {
    title: 'Un secreto en la línea de comandos',
    sentence: 'Cualquiera en este equipo puede ver una contraseña en {flag}.',
    hint: '[Ponla en la variable de entorno {variable}.][Dala con {instead}.]',
  },
  ambiguous_name: {
    title: 'Hay más de uno con ese nombre',
    sentence: 'Hay más de uno que se llama «{name}».',
    hint: 'Usa su número[: {ids}].',
  },
  time_unreadable: {
    title: 'No es una hora',
    sentence: '«{time}» no se entiende como fecha y hora.',
    hint: 'Escríbelo como 2027-03-28T09:00, «in 2h» o «mañana 9:00».',
  },
  time_nonexistent: {
    title: 'Esa hora no existe',
    sentence: '{time} no existe en {zone}: los relojes se adelantan y se la saltan.',
    hint: 'Elige una hora antes o después.',
  },
  time_ambiguous: {
    title: 'Esa hora ocurre dos veces',
    sentence: '{time} ocurre dos veces en {zone}: los relojes se atrasan.',
    hint: 'Di cuál de las dos: {earlier} o {later}.',
  },
  zone_unknown: {
    title: 'No existe esa zona horaria',
    sentence: 'No hay ninguna zona horaria «{zone}».',
    hint: 'Escríbela como Europe/Madrid.',
  },
  not_logged_in: {
    title: 'No has iniciado sesión',
    sentence: 'No has iniciado sesión[ con el perfil {profile}].',
    hint: 'Inicia sesión con `remite auth login --api-url URL`, o pruébalo todo con `remite sandbox start`.',
  },
  other_origin: {
    title: 'Es otro servidor',
    sentence: 'La sesión del perfil {name} es de {origin} y no se envía a {asked}.',
    hint: 'Inicia sesión allí con su propio perfil: `remite auth login --profile NOMBRE --api-url URL`.',
  },
  plain_http: {
    title: 'Sin cifrar',
    sentence: 'Cualquiera por el camino podría leer lo que se envía a {url}.',
    hint: 'Usa https://, o añade --insecure-http si conoces la red.',
  },
  confirmation_needed: {
    title: 'Hace falta confirmarlo',
    sentence: '[{what} ]Hay que confirmarlo, así que no se ha hecho nada.',
    hint: 'Confirma que es lo que quieres[: añade {flag}].',
  },
  confirm_mismatch: {
    title: 'Es otro nombre',
    sentence: '«{given}» no es su nombre, así que no se ha hecho nada.',
    hint: 'Se llama «{name}».',
  },
  time_past: {
    title: 'Esa hora ya pasó',
    sentence: '{time} ya ha pasado, así que no se ha programado nada.',
    hint: 'Elige una hora posterior, o añade --send-now-if-past.',
  },
  declined: {
    title: 'Sin confirmar',
    sentence: 'No lo has confirmado, así que no se ha hecho nada.',
  },
  send_blocked: {
    title: 'No está listo para enviarse',
    sentence:
      '[{reasons} ]Esto encontró la comprobación previa, así que no se ha enviado nada[: {codes}].',
    hint: 'Corrígelo, o déjalo pasar por su nombre con --allow CÓDIGO.',
  },
  recipients_drifted: {
    title: 'No son los destinatarios esperados',
    sentence:
      'Hay {count} destinatarios y se esperaban de {min} a {max}, así que no se ha enviado nada.',
    hint: 'Mira las listas y pon en --expect-recipients lo correcto.',
  },
  import_unfinished: {
    title: 'Esta importación ya se empezó',
    sentence: 'El mismo archivo se estaba importando igual desde {since}, y no se terminó.',
  },
  state_unwritable: {
    title: 'No hay dónde llevar el diario',
    sentence: 'No se pudo anotar lo hecho en {path}[ ({reason})].',
    hint: 'Permite escribir en esa carpeta, o elige otra con REMITE_STATE_DIR.',
  },
  still_running: {
    title: 'Sigue en marcha',
    sentence: 'No había terminado cuando se acabó la espera[; está {status}].',
    hint: 'Vuelve a mirar más tarde, o espera más con --wait-timeout.',
  },
  done_in_part: {
    title: 'Hecho en parte',
    sentence: 'Ha terminado, pero {failed} de {total} no se pudieron hacer.',
    hint: 'El resultado dice cuáles y por qué.',
  },
  too_many_rejects: {
    title: 'Demasiadas filas rechazadas',
    sentence:
      'La importación se detuvo: se rechazaron {rejected} de {read} filas[, {limit}][; la causa más frecuente, como en la línea {line}: {reason}].',
    hint: 'Puede que las columnas estén mal asignadas. Mira el archivo de filas rechazadas y usa --map.',
  },
  locked: {
    title: 'Ya está en marcha',
    sentence:
      'Otra ejecución está haciendo esto[ (proceso {pid} en {host}, desde {since})][: {path}].',
    hint: 'Espera a que termine.',
  },
  config_broken: {
    title: 'Los ajustes están dañados',
    sentence: 'El archivo de ajustes {path} no se entiende.',
    hint: 'Arréglalo o bórralo; `remite auth logout` también crea uno nuevo.',
  },
  config_unusable: {
    title: 'No se pueden usar los ajustes',
    sentence: 'Los ajustes de {path} no se pueden leer o escribir[: {reason}].',
    hint: 'Comprueba de quién es la carpeta, o elige otra con REMITE_CONFIG_DIR.',
  },
  port_in_use: {
    title: 'El puerto está ocupado',
    sentence: 'Otro programa ya escucha ahí[: {address}].',
    hint: 'Páralo, o elige otro puerto.',
  },
  port_refused: {
    title: 'El sistema niega el puerto',
    sentence: 'El sistema no deja escuchar ahí[: {address}].',
    hint: 'La dirección tiene que ser de esta máquina, y un puerto menor que 1024 necesita un permiso propio.',
  },
  webhook_invalid: {
    title: 'La firma no vale',
    sentence: 'Este webhook no es de fiar: {reason}.',
  },
  demo_failed: {
    title: 'La demostración se detuvo',
    sentence: 'El comando `remite {command}` terminó con {code}.',
  },
  sandbox_not_running: {
    title: 'No hay ningún sandbox en marcha',
    sentence: 'Aquí no hay ningún sandbox en marcha.',
    hint: 'Pon uno en marcha: `remite sandbox start`.',
  },
  sandbox_did_not_start: {
    title: 'El sandbox no arrancó',
    sentence: 'No se pudo poner en marcha el sandbox[: {reason}].',
    hint: 'Su registro dice por qué[: {log}].',
  },
  program_not_found: {
    title: 'No existe ese programa',
    sentence: 'No se pudo ejecutar «{program}».',
    hint: 'Comprueba su nombre y que se pueda ejecutar.',
  },
  database_in_use: {
    title: 'La base de datos está en uso',
    sentence: 'Otro servicio trabaja con esta base de datos[: {path}].',
    hint: 'Páralo antes, o usa PostgreSQL si van a ser varios.',
  },
  keys_in_use: {
    title: 'Las claves están en uso',
    sentence: 'Un servicio trabaja con las claves de esta base de datos, o ya se están cambiando.',
    hint: 'Para todos los servicios que la usan, espera a cualquier otro `remite database rekey` e inténtalo de nuevo.',
  },
  master_key_missing: {
    title: 'Falta la clave maestra',
    sentence: 'Los secretos de esta base de datos no se abren sin su clave maestra.',
    hint: 'Ponla en REMITE_MASTER_KEY.',
  },
  schema_newer: {
    title: 'La base de datos es más nueva',
    sentence: 'Una versión más nueva de remite ha cambiado esta base de datos[ ({migration})].',
    hint: 'Instala esa versión o una posterior.',
  },
  schema_older: {
    title: 'La base de datos es más antigua',
    sentence: 'Esta base de datos es de una versión anterior de remite: le falta {migration}.',
    hint: 'Arranca `remite serve` una vez con ella: así se pone al día.',
  },
  not_a_database: {
    title: 'Ahí no hay base de datos',
    sentence: '{path} no es la base de datos de un servicio.',
    hint: 'Indica el archivo con --from: es remite.db, en la carpeta del servicio.',
  },
  needs_database_file: {
    title: 'No es un archivo',
    sentence: 'Esta base de datos es PostgreSQL, que tiene su propia herramienta para esto.',
    hint: 'Guárdala con `pg_dump -Fc` y recupérala con `pg_restore`. Para un archivo, usa --from.',
  },
  database_unreachable: {
    title: 'No se llega a la base de datos',
    sentence: 'PostgreSQL no nos dejó entrar[: {reason}].',
    hint: 'Comprueba la dirección, el usuario y la contraseña, y que la base de datos exista.',
  },
  database_not_empty: {
    title: 'La base de datos no está vacía',
    sentence: 'En esa base de datos ya hay filas, en «{table}». No se ha cambiado nada.',
    hint: 'Crea otra base de datos para esto.',
  },
  database_differs: {
    title: 'La copia no es igual',
    sentence:
      '«{table}» no era igual después de copiarla: {rows} filas de {expected}. La otra base de datos vuelve a estar vacía, y esta sigue como estaba.',
    hint: 'Inténtalo de nuevo; si se repite, busca qué más escribe en alguna de las dos.',
  },
  wrong_master_key: {
    title: 'La clave maestra no es esa',
    sentence: 'Los secretos de esta base de datos se cerraron con otra clave maestra.',
    hint: 'Pon en REMITE_MASTER_KEY la clave con la que se creó la base de datos.',
  },
  signing_key_broken: {
    title: 'Una clave que firma el correo está dañada',
    sentence: 'La clave {kind} que firma el correo (DKIM) no se puede usar.',
    hint: 'Recupera la tabla `keys` de una copia, o borra su fila: se hará una clave nueva.',
  },
  dkim_selector_unknown: {
    title: 'No hay claves con ese selector',
    sentence: 'No hay claves que firmen el correo (DKIM) en {selector}; las hay en {known}.',
    hint: '--next-dkim-selector NOMBRE hace otras, para publicarlas antes de que firmen.',
  },
  dkim_selector_used: {
    title: 'El selector ya se usó',
    sentence: 'En {selector} hubo ya otras claves que firmaban el correo (DKIM).',
    hint: 'Usa un nombre nuevo: quien recibe puede tener aún la clave antigua de este.',
  },
  certificate_unusable: {
    title: 'El certificado no sirve',
    sentence: 'El certificado de {path} y la clave de {key} no sirven juntos para TLS.',
    hint: 'Los dos van en PEM; la clave es la del primer certificado, y no lleva contraseña.',
  },
  disk_full: {
    title: 'El disco está lleno',
    sentence: 'No queda sitio para escribir[ {path}].',
    hint: 'Haz sitio y vuelve a ejecutarlo.',
  },
  interrupted: {
    title: 'Interrumpido',
    sentence: 'Lo has parado.',
  },
  terminated: {
    title: 'Detenido',
    sentence: 'El sistema lo ha parado.',
  },

  network: {
    title: 'Sin conexión',
    sentence: 'No se pudo llegar al servidor[ {host}][: {reason}].',
    hint: 'Puedes volver a probar sin riesgo. `remite doctor` averigua qué pasa.',
  },
  proxy_failed: {
    title: 'El proxy no deja pasar',
    sentence: 'El proxy que lleva a {host} no estableció la conexión[: {reason}].',
    hint: 'HTTPS_PROXY y HTTP_PROXY indican el proxy; NO_PROXY, los servidores a los que se llega sin él.',
  },
  certificate_unknown: {
    title: 'Un certificado que aquí nadie conoce',
    sentence:
      '{host} presenta un certificado de una autoridad que este equipo no conoce[ ({reason})].',
    hint: 'Si es la vuestra, indica en NODE_EXTRA_CA_CERTS el archivo con el certificado de esa autoridad.',
  },
  certificate_outdated: {
    title: 'El certificado no es válido hoy',
    sentence: 'El certificado de {host} ha caducado o todavía no es válido[ ({reason})].',
    hint: 'Quien lleva el servidor tiene que renovarlo, salvo que el reloj de este equipo esté mal.',
  },
  certificate_misnamed: {
    title: 'El certificado de otro nombre',
    sentence: 'Quien responde como {host} presenta un certificado expedido para otro nombre.',
    hint: 'Comprueba la dirección: tiene que ser el nombre que está en el certificado.',
  },
  tls_failed: {
    title: 'Sin conexión cifrada',
    sentence: 'No se pudo establecer una conexión cifrada con {host}[: {reason}].',
    hint: 'Comprueba la dirección y su puerto: puede que allí escuche otro tipo de servidor.',
  },
  timed_out: {
    title: 'Sin respuesta a tiempo',
    sentence: 'El servidor no respondió a tiempo.',
    hint: 'Puedes volver a probar sin riesgo. Con --timeout le das más tiempo.',
  },
  broken_off: {
    title: 'La respuesta se cortó',
    sentence:
      'La conexión[ con {host}] se cortó antes de que la respuesta terminara[: {reason}], así que no está completa.',
    hint: 'Puedes repetirlo sin riesgo.',
  },
  outcome_unknown: {
    title: 'No se sabe si se hizo',
    sentence:
      'La petición[ del {since}] salió, pero se perdió la respuesta: puede que se hiciera o que no.',
    hint: 'Ejecútalo otra vez, antes de nada mira[: {command}]. Si no lo sabe, añade --settle sent o --settle unsent.',
  },
  id_not_told: {
    title: 'No se sabe su número',
    sentence: '«{name}» se creó, pero el servidor no dijo su número, así que quedó vacía.',
    hint: 'No la crees otra vez: busca su número, por ejemplo con `remite search`, y usa --list.',
  },
  not_the_api: {
    title: 'No es la API',
    sentence: 'Lo que responde en {url} no es la API.',
    hint: '¿Termina la dirección en /v3/api?',
  },
  not_offered: {
    title: 'Este servidor no lo ofrece',
    sentence:
      'Este servidor no ofrece lo que has pedido[ ({what})], así que no se ha enviado nada.',
  },
  unreadable_answer: {
    title: 'La respuesta no se puede leer',
    sentence: 'El servidor respondió algo que no se entiende.',
    hint: 'Vuelve a probar; con --debug verás lo que llegó.',
  },
  redirected: {
    title: 'El servidor apunta a otro sitio',
    sentence: 'El servidor apunta a otra dirección[, {location}], y tu sesión no se envía allí.',
    hint: 'Si es la buena, inicia sesión allí con --api-url.',
  },

  malformed: {
    title: 'La petición no se puede leer',
    sentence: 'La petición no es JSON válido o está dañada.',
    hint: 'Revisa los datos que enviaste.',
  },
  unauthorized: {
    title: 'No has iniciado sesión',
    sentence: 'Para esto hace falta una sesión válida.',
    hint: 'Inicia sesión: `remite auth login`.',
  },
  bad_credentials: {
    title: 'Usuario o contraseña incorrectos',
    sentence: 'El nombre de usuario o la contraseña no son correctos.',
    hint: 'Escríbelos otra vez. Tras varios intentos hay que esperar un poco.',
  },
  token_expired: {
    title: 'La sesión ha terminado',
    sentence: 'Tu sesión ha caducado.',
    hint: 'Inicia sesión otra vez: `remite auth login`; con --remember-me dura hasta un año.',
  },
  token_short: {
    title: 'La sesión termina pronto',
    sentence: 'A tu sesión le quedan menos de {least}.',
    hint: 'Inicia sesión otra vez: `remite auth login --remember-me`.',
  },
  token_revoked: {
    title: 'La sesión se cerró',
    sentence: 'Esta sesión ya se cerró.',
    hint: 'Inicia sesión otra vez: `remite auth login`.',
  },
  forbidden: {
    title: 'No permitido',
    sentence: 'Tu rol no permite hacer esto.',
    hint: 'Pregunta a quien administra tu cuenta.',
  },
  suspended: {
    title: 'La cuenta está suspendida',
    sentence: 'Esta cuenta está suspendida y no puede hacer esto.',
    hint: 'Pregunta a quien administra tu cuenta.',
  },
  not_confirmed: {
    title: 'La cuenta aún no está confirmada',
    sentence: 'Nadie ha abierto el enlace que se envió por correo para esta cuenta.',
    hint: 'Abre ese enlace y confírmala; pasados dos días, regístrate de nuevo.',
  },
  not_found: {
    title: 'No encontrado',
    sentence: 'No existe, o no es de tu cuenta[: {name}][: {what}].',
    hint: 'Comprueba el número o el nombre; el comando `list` muestra lo que hay.',
  },
  no_such_route: {
    title: 'Esa dirección no existe',
    sentence: 'No hay nada en esta dirección.',
    hint: '¿Termina la dirección base en /v3/api?',
  },
  method_not_allowed: {
    title: 'Aquí no es posible',
    sentence: 'Esta dirección no admite este tipo de petición.',
  },
  not_acceptable: {
    title: 'No está en ese formato',
    sentence: 'No se puede responder en el formato que has pedido.',
    hint: 'Pide JSON, o CSV donde haya una lista.',
  },
  conflict: {
    title: 'Ahora no es posible',
    sentence: 'Contradice lo que ya hay.',
    hint: 'Mira cómo está ahora y vuelve a probar.',
  },
  wrong_state: {
    title: 'No es posible en este estado',
    sentence: 'No se puede hacer mientras esté como está[: {status}].',
    hint: 'Mira primero en qué estado se encuentra.',
  },
  in_use: {
    title: 'Está en uso',
    sentence: 'Otra cosa lo usa todavía, así que no se ha borrado[: {by}].',
    hint: 'Cambia o borra eso antes.',
  },
  already_exists: {
    title: 'Ya existe',
    sentence: 'Ya hay uno así[: {name}].',
    hint: 'Elige otro nombre, o cambia el que hay.',
  },
  idempotency_in_flight: {
    title: 'Esa petición ya está en marcha',
    sentence: 'La misma petición se está atendiendo en este momento.',
    hint: 'Espera un momento y vuelve a probar.',
  },
  unsubscribed: {
    title: 'Dado de baja',
    sentence: 'Esta persona ya se dio de baja.',
  },
  edited_meanwhile: {
    title: 'Alguien se adelantó',
    sentence: 'Otra persona lo cambió después de que lo leyeras, así que tu cambio no se ha hecho.',
    hint: 'Léelo otra vez y repite el cambio.',
  },
  body_too_large: {
    title: 'Demasiado grande',
    sentence: 'Es más de lo que se admite de una vez[: lo máximo son {limit} bytes].',
    hint: 'Envíalo en partes más pequeñas.',
  },
  unsupported_media_type: {
    title: 'Formato desconocido',
    sentence: 'Aquí no se admite este tipo de contenido[: {type}].',
  },
  invalid: {
    title: 'Hay algo que no está bien',
    sentence: 'Algunos de los valores no se admiten.',
    hint: 'Corrígelos y vuelve a probar.',
  },
  sender_not_verified: {
    title: 'El remitente no está verificado',
    sentence: 'No puedes enviar desde esta dirección hasta que se verifique[: {from_mail}].',
    hint: 'Verifícala: `remite senders verify DIRECCIÓN`.',
  },
  wrong_code: {
    title: 'El código no es ese',
    sentence: 'No es el código que se envió[; intentos que quedan: {tries}].',
    hint: 'Mira el mensaje más reciente, o pide otro código con --resend.',
  },
  code_expired: {
    title: 'El código ha caducado',
    sentence: 'Este código es demasiado antiguo o se probó demasiadas veces.',
    hint: 'Pide otro con --resend.',
  },
  audience_empty: {
    title: 'No hay a quién enviarlo',
    sentence: 'No hay ningún contacto activo en las listas y el segmento elegidos.',
    hint: 'Revisa las listas, el segmento y lo que se excluye.',
  },
  merge_tag_broken: {
    title: 'Una etiqueta de combinación está mal',
    sentence: 'Una etiqueta de combinación no se entiende[: {place}, línea {line}: {message}].',
    hint: 'Revisa sus llaves y cómo está escrita.',
  },
  idempotency_mismatch: {
    title: 'La clave ya se usó para otra cosa',
    sentence: 'Esta clave de idempotencia ya corresponde a otra petición.',
    hint: 'Usa otra clave.',
  },
  quota_exceeded: {
    title: 'Tu plan no da para más',
    sentence: 'Es más de lo que le queda a tu plan[: {left} de {limit}].',
    hint: 'Espera a que se renueve, o pide un plan mayor. `remite users quota get` lo muestra.',
  },
  rate_limited: {
    title: 'Demasiadas peticiones',
    sentence: 'Ha habido demasiadas peticiones en poco tiempo.',
    hint: 'Espera un poco y vuelve a probar.',
  },
  internal: {
    title: 'Algo ha ido mal',
    sentence: 'Ha ocurrido un error inesperado.',
    hint: 'Vuelve a probar. Si se repite, avisa e indica el número de la petición.',
  },
  not_implemented: {
    title: 'No se ofrece',
    sentence: 'Este servidor no lo ofrece[: {field}].',
  },
  unavailable: {
    title: 'No disponible por ahora',
    sentence: 'El servicio no está disponible en este momento.',
    hint: 'Vuelve a probar dentro de un rato.',
  },
}

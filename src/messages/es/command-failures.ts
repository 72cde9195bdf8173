import type { commandFailures as english } from '../en/command-failures.ts'

export const commandFailures: typeof english = {
  file_unreadable: {
    title: 'No se puede leer el archivo',
    sentence: 'No se ha podido leer el archivo[ {path}][: {reason}].',
    hint: 'Comprueba la ruta y que tienes permiso de lectura.',
  },
  images_refused: {
    title: 'Hay imágenes que no se pueden subir',
    sentence: 'Hay imágenes del HTML que no se pueden subir, así que no se ha hecho nada.',
    hint: 'Corrige las direcciones del HTML, o los archivos, y repite el comando.',
  },
  file_not_text: {
    title: 'No es un archivo de texto',
    sentence: 'El archivo[ {path}] no es de texto[: parece {kind}].',
    hint: 'Guárdalo como CSV o como libro de Excel (.xlsx) sin contraseña y vuelve a intentarlo.',
  },
  file_empty: {
    title: 'El archivo está vacío',
    sentence: 'El archivo[ {path}] está vacío.',
    hint: 'Comprueba que la exportación se completó.',
  },
  file_not_table: {
    title: 'No es una tabla',
    sentence: 'El archivo[ {path}] no se puede leer como tabla[: revisa la línea {line}].',
    hint: 'Lo más habitual es que falte una comilla de cierre.',
  },
  file_unclear: {
    title: 'No se puede leer el archivo con estas opciones',
    sentence: 'El archivo no se puede leer con las opciones indicadas[: {reason}].',
    hint: 'Revisa los nombres de las columnas y las opciones que las mencionan.',
  },
  file_too_large: {
    title: 'El archivo es demasiado grande',
    sentence: 'El archivo[ {path}] ocupa más de {limit} MB.',
    hint: 'Divídelo o guárdalo como CSV.',
  },
  workbook_broken: {
    title: 'No se puede leer el libro',
    sentence: 'No se ha podido leer el libro[ {path}].',
    hint: 'Ábrelo en Excel y guárdalo de nuevo, o guarda la hoja como CSV.',
  },
  sheet_unknown: {
    title: 'La hoja no existe',
    sentence: 'El libro no tiene ninguna hoja «{sheet}». Sus hojas: {sheets}.',
    hint: '[Elige una con {--sheet} "NOMBRE".]',
  },
  file_changed: {
    title: 'El archivo ha cambiado',
    sentence:
      'El archivo[ {path}] ha cambiado desde que empezó la importación, así que no se ha enviado nada.',
    hint: 'Recupera el archivo original para continuar, o empieza una importación nueva.',
  },
  file_unwritable: {
    title: 'No se puede escribir el archivo',
    sentence: 'No se ha podido escribir el archivo[ {path}][: {reason}].',
    hint: 'Elige otra ubicación.',
  },
  import_elsewhere: {
    title: 'Importación para otro servidor',
    sentence: 'Esta importación es para {url}, pero estás conectado a {asked}.',
    hint: 'Elige el servidor con --profile o --api-url.',
  },
  no_email_column: {
    title: 'Falta la columna de correos',
    sentence: 'Ninguna columna contiene direcciones de correo[: {columns}].',
    hint: '[Indica la columna con {--map} "columna=email". ]La primera fila debe llevar los nombres de las columnas.',
  },
  jq_unreadable: {
    title: 'Expresión de jq no válida',
    sentence: 'jq no ha entendido la expresión, así que no se ha hecho nada: {reason}.',
    hint: 'Pon la expresión entre comillas simples.',
  },
  jq_too_large: {
    title: 'Resultado demasiado grande para jq',
    sentence:
      'El comando ha terminado bien, pero su resultado es demasiado grande para jq (unos {megabytes} MB de JSON como máximo).',
    hint: 'Usa -o ndjson para pasar cada objeto por jq por separado.',
  },
  jq_failed: {
    title: 'Error de jq',
    sentence: 'El comando ha terminado bien, pero jq ha fallado con el resultado: {reason}.',
    hint: 'Para ver el resultado, quita --jq. No repitas lo que el comando ya ha hecho.',
  },
  nothing_to_settle: {
    title: 'Nada pendiente de resolver',
    sentence:
      'Ninguna ejecución anterior de este comando tiene un resultado desconocido, así que no se ha hecho nada.',
    hint: 'Ejecuta el comando sin --settle.',
  },
  secret_in_flag: {
    title: 'Contraseña en la línea de comandos',
    sentence: 'Cualquier usuario de este equipo puede ver una contraseña escrita en {flag}.',
    hint: '[Usa la variable de entorno {variable}.][Usa {instead}.]',
  },
  ambiguous_name: {
    title: 'Nombre ambiguo',
    sentence: 'El nombre «{name}» está repetido.',
    hint: 'Usa el ID[: {ids}].',
  },
  time_unreadable: {
    title: 'Hora no válida',
    sentence:
      '«{time}» no es una fecha y hora válida[: falta la hora. Escribe, por ejemplo, «{withHour}»].',
    hint: 'Escribe, por ejemplo, 25/12/2026 9:00, «lunes 9:00», «mañana a las 9» o «en 2 horas».',
  },
  time_nonexistent: {
    title: 'Esa hora no existe',
    sentence: '{time} no existe en {zone}: el cambio de hora se la salta.',
    hint: 'Elige una hora antes o después.',
  },
  time_unclear: {
    title: 'Hora con dos lecturas',
    sentence: '«{time}» puede ser {first} o {second}.',
    hint: 'Escribe la que quieras decir, por ejemplo {first}.',
  },
  time_weekday: {
    title: 'El día y la fecha no coinciden',
    sentence: '«{time}» no dice el día de la semana que corresponde al {date}.',
    hint: 'Corrige la fecha o quita el día de la semana.',
  },
  time_ambiguous: {
    title: 'Esa hora se repite',
    sentence: '{time} se repite en {zone} por el cambio de hora.',
    hint: 'Elige una de las dos: {earlier} o {later}.',
  },
  zone_unknown: {
    title: 'Zona horaria desconocida',
    sentence: 'No existe la zona horaria «{zone}».',
    hint: 'Usa un nombre como Europe/Madrid.',
  },
  expression_character: {
    title: 'Expresión no válida',
    sentence: '«{found}» no significa nada en una expresión.',
  },
  expression_token: {
    title: 'Expresión no válida',
    sentence: '[Aquí no puede ir «{found}». ]Se esperaba: {choices}.',
  },
  expression_value: {
    title: 'Expresión no válida',
    sentence:
      'Aquí falta un valor, como "Ávila", 12, true o 2026-01-31. Los textos con espacios van entre comillas.',
  },
  expression_date: {
    title: 'Expresión no válida',
    sentence: 'Aquí falta una fecha, como 2026-01-31.',
  },
  expression_period: {
    title: 'Expresión no válida',
    sentence: 'Aquí falta un periodo, como 30d o 2w.',
  },
  expression_twice: {
    title: 'Expresión no válida',
    sentence: '«{found}» repite una parte anterior de la condición.',
  },
  expression_condition: {
    title: 'Expresión no válida',
    sentence: 'Aquí falta una condición, como ciudad = "Ávila", tag = vip u opened in 30d.',
  },
  expression_field: {
    title: 'Campo desconocido',
    sentence: 'Campo desconocido: {found}[ (¿querías decir {suggestion}?)].',
    hint: 'Ejecuta `remite segments fields` para ver los campos.',
  },
  expression_event: {
    title: 'Evento desconocido',
    sentence: 'No ha habido ningún evento «{found}». Conocidos: {choices}.',
    hint: 'Ejecuta `remite events names` para ver los nombres.',
  },
  expression_property: {
    title: 'Propiedad desconocida',
    sentence: 'Ningún evento «{event}» ha tenido la propiedad {found}. Conocidas: {choices}.',
    hint: 'Ejecuta `remite events properties` para ver las propiedades.',
  },
  expression_sum: {
    title: 'Expresión no válida',
    sentence: 'Solo se pueden sumar números e importes, y {found} no es ni lo uno ni lo otro.',
    hint: 'Ejecuta `remite events properties` para ver los tipos de las propiedades.',
  },
  expression_currency: {
    title: 'Expresión no válida',
    sentence:
      'Aquí falta la moneda, como EUR: los importes en monedas distintas no se pueden sumar.',
  },
  expression_operator: {
    title: 'Expresión no válida',
    sentence: 'Aquí falta un operador de este campo: {choices}.',
  },
  expression_deep: {
    title: 'Expresión no válida',
    sentence: 'Hay más de {limit} paréntesis abiertos.',
  },
  not_logged_in: {
    title: 'No has iniciado sesión',
    sentence: 'No has iniciado sesión[ con el perfil {profile}].',
    hint: 'Inicia sesión con `remite auth login --api-url URL`, o pruébalo todo con `remite sandbox start`.',
  },
  other_origin: {
    title: 'Sesión de otro servidor',
    sentence: 'La sesión del perfil {name} es de {origin} y no se envía a {asked}.',
    hint: 'Inicia sesión en ese servidor con otro perfil: `remite auth login --profile NOMBRE --api-url URL`.',
  },
  plain_http: {
    title: 'Conexión sin cifrar',
    sentence: 'Cualquiera en la red podría leer lo que se envía a {url}.',
    hint: 'Usa https://, o añade --insecure-http si confías en la red.',
  },
  confirmation_needed: {
    title: 'Falta la confirmación',
    sentence: '[{what} ]No se ha hecho nada porque falta la confirmación.',
    hint: 'Confírmalo en una terminal[ o añade {flag}].',
  },
  confirm_mismatch: {
    title: 'El nombre no coincide',
    sentence: '«{given}» no coincide con el nombre, así que no se ha hecho nada.',
    hint: '[El nombre es «{name}».][ También vale su número, {id}.]',
  },
  time_past: {
    title: 'Hora pasada',
    sentence: '{time} ya ha pasado, así que no se ha programado nada.',
    hint: 'Elige una hora posterior[ o añade {--send-now-if-past}].',
  },
  declined: {
    title: 'Sin confirmar',
    sentence: 'No lo has confirmado, así que no se ha hecho nada.',
  },
  send_blocked: {
    title: 'Todavía no se puede enviar',
    sentence:
      '[{reasons} ]No se ha enviado nada porque la comprobación previa ha encontrado problemas[: {codes}].',
    hint: 'Corrige el problema[, o ignóralo con {--allow} {allowed}].',
  },
  recipients_drifted: {
    title: 'Número de destinatarios inesperado',
    sentence:
      'Hay {count} destinatarios, pero se esperaban entre {min} y {max}. No se ha enviado nada.',
    hint: 'Revisa las listas[ y corrige {--expect-recipients}].',
  },
  import_unfinished: {
    title: 'Importación sin terminar',
    sentence:
      'Hay una importación anterior de este archivo, con las mismas opciones, sin terminar. Empezó el {since}.',
  },
  state_unwritable: {
    title: 'No se puede acceder al registro de operaciones',
    sentence: 'No se ha podido leer o escribir el registro de operaciones de {path}[ ({reason})].',
    hint: 'Da permiso de escritura en esa carpeta, o elige otra con REMITE_STATE_DIR.',
  },
  still_running: {
    title: 'Sigue en curso',
    sentence:
      '[Sigue en curso tras el tiempo de --wait-timeout (estado: {status})][El envío se ha detenido antes de terminar (estado: {stopped})][El proceso {pid} sigue en marcha].',
    hint: 'Vuelve a mirarlo más tarde[, o espera más con {--wait-timeout}].',
  },
  done_in_part: {
    title: 'Completado en parte',
    sentence: 'El comando ha terminado, pero han fallado {failed} de {total}.',
    hint: 'El resultado indica cuáles han fallado y por qué.',
  },
  too_many_rejects: {
    title: 'Demasiadas filas rechazadas',
    sentence:
      'La importación se ha detenido: se han rechazado {rejected} de {read} filas[, {limit}][. El motivo más frecuente, por ejemplo en la línea {line}: {reason}].',
    hint: 'Puede que las columnas estén mal asignadas. Revisa el archivo de filas rechazadas[ y usa {--map}].',
  },
  locked: {
    title: 'Ya está en curso',
    sentence:
      'Otro proceso ya está haciendo esto[ (proceso {pid} en {host}, desde {since})][: {path}].',
    hint: 'Espera a que termine.',
  },
}

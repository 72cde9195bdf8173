import type { hostFailures as english } from '../en/host-failures.ts'

export const hostFailures: typeof english = {
  config_broken: {
    title: 'Ajustes dañados',
    sentence: 'El archivo de ajustes {path} no se puede interpretar.',
    hint: 'Corrige el archivo o bórralo. `remite auth logout` también lo sustituye por uno nuevo.',
  },
  config_unusable: {
    title: 'No se puede acceder a los ajustes',
    sentence: 'No se han podido leer o escribir los ajustes de {path}[: {reason}].',
    hint: 'Comprueba de quién es la carpeta, o elige otra con REMITE_CONFIG_DIR.',
  },
  sign_up_without_sender: {
    title: 'El registro no puede enviar correo',
    sentence:
      'El registro necesita una dirección para los correos de confirmación, y este servicio no tiene ninguna.',
    hint: '[Indica {--public-url}, o {--mail-host} si el correo sale de otro dominio.]',
  },
  port_in_use: {
    title: 'Puerto ocupado',
    sentence: 'Otro programa ya está escuchando ahí[: {address}].',
    hint: 'Detén ese programa o elige otro puerto.',
  },
  port_refused: {
    title: 'Puerto no permitido',
    sentence: 'El sistema operativo no permite escuchar ahí[: {address}].',
    hint: 'Usa una dirección de este equipo. Los puertos por debajo de 1024 necesitan un permiso especial.',
  },
  webhook_invalid: {
    title: 'Firma no válida',
    sentence: 'Este webhook no es de fiar: {reason}.',
  },
  demo_failed: {
    title: 'La demostración se ha detenido',
    sentence: 'El comando `remite {command}` ha fallado con el código de salida {code}.',
  },
  sandbox_not_running: {
    title: 'El entorno de pruebas no está en marcha',
    sentence: 'No hay ningún entorno de pruebas en marcha en este equipo.',
    hint: 'Ponlo en marcha con `remite sandbox start`.',
  },
  sandbox_did_not_start: {
    title: 'El entorno de pruebas no ha arrancado',
    sentence: 'No se ha podido arrancar el entorno de pruebas[: {reason}].',
    hint: 'Consulta la causa en su log[: {log}].',
  },
  program_not_found: {
    title: 'No se puede ejecutar el programa',
    sentence: 'No se ha podido ejecutar el programa «{program}».',
    hint: 'Comprueba el nombre y que el archivo sea ejecutable.',
  },
  database_in_use: {
    title: 'La base de datos está en uso',
    sentence:
      'Otro servicio está usando esta base de datos[: {path}][. Es el proceso {pid}][ en {host}][, desde {since}].',
    hint: 'Detén ese servicio, o usa PostgreSQL para tener varios a la vez.',
  },
  processes_running: {
    title: 'Hay procesos de una versión anterior en marcha',
    sentence:
      'Hay que actualizar esta base de datos, y la están usando procesos de una versión anterior de remite.',
    hint: 'Detenlos todos y arranca esta versión. Un proceso interrumpido por la fuerza cuenta como activo durante 45 segundos.',
  },
  keys_in_use: {
    title: 'Las claves están en uso',
    sentence:
      'Un servicio está usando las claves de esta base de datos, u otro comando ya las está cambiando.',
    hint: 'Detén todos los servicios que usan esta base de datos, espera a que termine cualquier otro `remite database rekey` y vuelve a intentarlo.',
  },
  replica_unusable: {
    title: 'No es una réplica de la base de datos',
    sentence:
      'La base de datos para lecturas largas no es una réplica por streaming de la base de datos del servicio[: {reason}].',
    hint: 'REMITE_DATABASE_READ_URL indica la misma base de datos en un servidor standby del mismo clúster.',
  },
  master_key_missing: {
    title: 'Falta la clave maestra',
    sentence: 'Los secretos de esta base de datos no se pueden descifrar sin su clave maestra.',
    hint: 'Pon la clave en REMITE_MASTER_KEY.',
  },
  schema_newer: {
    title: 'La base de datos es más reciente',
    sentence:
      'Una versión más reciente de remite ha actualizado esta base de datos[ ({migration})].',
    hint: 'Instala esa versión u otra posterior.',
  },
  schema_older: {
    title: 'La base de datos es más antigua',
    sentence: 'Esta base de datos es de una versión anterior de remite. Le falta {migration}.',
    hint: 'Arranca `remite serve` una vez con esta base de datos para actualizarla.',
  },
  not_a_database: {
    title: 'No es una base de datos',
    sentence: '{path} no es la base de datos de un servicio de remite.',
    hint: '[Indica con {--from} el archivo remite.db de la carpeta del servicio.]',
  },
  needs_database_file: {
    title: 'No es un archivo de base de datos',
    sentence:
      'Esta base de datos está en PostgreSQL, que tiene sus propias herramientas para esto.',
    hint: 'Haz la copia con `pg_dump -Fc` y restáurala con `pg_restore`. [Para usar un archivo, añade {--from}.]',
  },
  database_unreachable: {
    title: 'Sin conexión con la base de datos',
    sentence: 'PostgreSQL ha rechazado la conexión[: {reason}].',
    hint: 'Comprueba la dirección, el usuario, la contraseña y que la base de datos exista.',
  },
  database_not_empty: {
    title: 'La base de datos no está vacía',
    sentence: 'La base de datos de destino ya tiene filas en «{table}». No se ha cambiado nada.',
    hint: 'Crea una base de datos vacía y usa esa.',
  },
  database_differs: {
    title: 'La copia no coincide',
    sentence:
      'La copia de «{table}» no coincide con el original: tiene {rows} filas y se esperaban {expected}. La base de datos de destino vuelve a estar vacía y la de origen no ha cambiado.',
    hint: 'Vuelve a intentarlo. Si se repite, averigua qué más escribe en alguna de las dos.',
  },
  wrong_master_key: {
    title: 'Clave maestra incorrecta',
    sentence: 'Los secretos de esta base de datos se cifraron con otra clave maestra.',
    hint: 'Pon en REMITE_MASTER_KEY la clave con la que se creó la base de datos.',
  },
  signing_key_broken: {
    title: 'Clave DKIM dañada',
    sentence: 'La clave {kind} que firma el correo saliente (DKIM) no se puede usar.',
    hint: 'Recupera la tabla `keys` de una copia de seguridad, o borra la fila de esta clave para crear otra.',
  },
  dkim_selector_unknown: {
    title: 'Selector DKIM desconocido',
    sentence: 'No hay claves DKIM para el selector {selector}. Selectores conocidos: {known}.',
    hint: '[Para crear claves y publicarlas antes de que firmen, usa {--next-dkim-selector} NOMBRE.]',
  },
  dkim_selector_used: {
    title: 'Selector DKIM ya usado',
    sentence: 'El selector {selector} ya tuvo otras claves DKIM.',
    hint: 'Elige un nombre nuevo: los servidores de correo pueden tener la clave antigua en caché.',
  },
  certificate_unusable: {
    title: 'Certificado no válido',
    sentence: 'El certificado de {path} y la clave de {key} no se pueden usar juntos para TLS.',
    hint: 'Ambos deben estar en formato PEM. La clave debe ser la del primer certificado y no tener contraseña.',
  },
  disk_full: {
    title: 'El disco está lleno',
    sentence: 'No queda espacio para escribir[ {path}].',
    hint: 'Libera espacio y vuelve a ejecutarlo.',
  },
  interrupted: {
    title: 'Interrumpido',
    sentence: 'Has detenido el comando.',
  },
  terminated: {
    title: 'Detenido',
    sentence: 'El sistema ha detenido el comando.',
  },
}

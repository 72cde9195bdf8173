import type { topics as en } from '../en/topics.ts'

export const topics: typeof en = {
  summaries: {
    flags: 'Las opciones que tienen todos los verbos.',
    environment: 'Las variables de entorno que se leen.',
    'exit-codes': 'Cómo puede terminar una ejecución, para scripts.',
    output: 'Formatos, campos y qué va a dónde.',
    scheduling: 'Enviar a una hora, y desde cron.',
    importing: 'Contactos de un archivo, y qué pasa con las filas malas.',
  },
  exits: {
    0: 'Hecho; también una lista vacía y una tubería cerrada.',
    1: 'Pasó algo inesperado.',
    2: 'El comando, una opción o un archivo no son lo que deben ser.',
    3: 'No existe.',
    4: 'No has iniciado sesión, o la sesión terminó.',
    5: 'No está permitido, o es un límite del plan.',
    6: 'El servidor rechazó lo enviado, o su estado no lo permite.',
    7: 'Una confirmación o una comprobación se negó: no se envió nada.',
    8: 'Seguía en marcha cuando se acabó --wait.',
    9: 'Hecho en parte: el resultado dice qué no.',
    10: 'Demasiadas peticiones, tras todos los reintentos.',
    11: 'Red, tiempo agotado o un servidor con problemas: repetir es seguro.',
    12: 'Salió y se perdió la respuesta: mira antes de repetir.',
    13: 'Otra ejecución está haciendo esto.',
    14: 'Este servidor no lo ofrece.',
    130: 'Lo paraste tú.',
    143: 'Lo paró el sistema.',
  },
  pages: {
    output: `QUÉ VA A DÓNDE
  El resultado va a la salida estándar. Todo lo demás va a la salida de error:
  preguntas, progreso, avisos, lo que salió mal. Así que esto es seguro:
    remite contacts list --list 3 --all -o csv > contactos.csv

FORMATOS
  -o table    para personas: en una terminal, si no dices otra cosa
  -o tsv      en una tubería, si no dices otra cosa: las mismas columnas, sin
              cabecera
  -o json     un documento; una lista es {"data": […], "has_more",
              "next_cursor", "total"}. --json es lo mismo
  -o ndjson   un objeto por línea, según llegan
  -o csv      con cabecera; las celdas que una hoja ejecutaría se neutralizan
  -o ids      solo los ids, uno por línea

  Las personas ven las horas de su zona y los números con separadores, en su
  idioma. Las máquinas reciben ISO 8601 en UTC y números sin adornos, sea cual
  sea el idioma. Los nombres de los campos son siempre los de la API.

ELEGIR
  --fields email,nombre     solo estos, en este orden
  --limit 200, --all        50 elementos si no dices otra cosa
  --cursor C                seguir donde terminó una lista anterior

ERRORES
  Con palabras en la salida de error; con -o json o ndjson, una línea de JSON
  con "code", "message", "exit_code" y "retryable". Mira: remite help exit-codes
`,
    scheduling: `HORAS
  2027-03-28T09:00         en los relojes de --tz, o del perfil
  2027-03-28T09:00+02:00   el mismo momento en todas partes
  "en 2h", "mañana 9:00"   desde ahora; también se entiende el inglés
  Una hora que no existe por el cambio de hora se rechaza; una que se repite
  pide su desfase; una que ya pasó se rechaza.

ANTES DE ENVIAR NADA
  Cada envío se comprueba antes, y pregunta. En una terminal: sí o no para
  pocas personas, el nombre de la campaña para muchas. En un script:
    --yes              por debajo del umbral (config set send_threshold N)
    --confirm NOMBRE   por encima, o si el servidor no dice cuántas son
    --expect-recipients 195000..205000
                       para cuando el número no es el que crees
  Sin ellas no se envía nada, y la ejecución termina con 7.

DESDE CRON
  0 9 * * 1  remite campaigns send 7 --confirm Marzo --expect-recipients 900..1100
  El mismo envío dos veces es un envío: cada petición lleva una clave, y un
  servidor que la respeta contesta a la segunda con el resultado de la primera.
  Si termina con 12, no se sabe si se envió: mira antes de enviar otra vez.
    remite auth status --min-ttl 7d    termina con 4 si la sesión acaba pronto
`,
    importing: `UNA PRIMERA MIRADA
  remite lists import clientes.csv --list Clientes --dry-run
  dice cómo se lee el archivo, qué columna va a dónde y qué filas son malas, y
  no envía nada.

EL ARCHIVO
  CSV con una línea de cabeceras. El separador y la codificación se detectan;
  --delimiter y --encoding los fijan. O un libro de Excel (.xlsx): su primera
  hoja con celdas, o la que nombra --sheet. Las columnas Correo, E-mail, Nombre,
  Apellidos o como un campo personalizado encuentran su sitio solas;
    --map "Correo trabajo=email" --map "Ciudad=city"
  lo dice para las demás.

QUIEN YA ESTÁ
  --mode upsert   cambiarlo (si no dices otra cosa)
  --mode insert   rechazarlo
  --mode skip     dejarlo como está
  Nadie que se dio de baja vuelve a la lista.

FILAS MALAS
  van a clientes.rejects.csv con línea, código y motivo. Arréglalas ahí e
  importa ese archivo. Con filas malas termina con 9, o con 0 si no hay más
  que --max-rejects 100 o --max-rejects 2%.

CUANDO SE PARA
  Ctrl-C, una caída o una red perdida no pierden ni repiten nada:
    remite lists imports list
    remite lists imports resume ID
`,
  },
}

import type { topics as en } from '../en/topics.ts'

export const topics: typeof en = {
  summaries: {
    flags: 'Las opciones que admiten todos los comandos.',
    environment: 'Las variables de entorno que usa remite.',
    'exit-codes': 'Códigos de salida, para scripts.',
    output: 'Formatos de salida, campos y canales.',
    scheduling: 'Enviar a una hora concreta y desde cron.',
    importing: 'Importar contactos de un archivo y corregir las filas rechazadas.',
    segments: 'Guía: las condiciones de los segmentos, en JSON y con --where.',
    'merge-tags': 'Guía: lo que un mensaje puede decir de cada destinatario.',
    ab: 'Guía: pruebas A/B.',
    templates: 'Guía: plantillas en HTML y MJML, y sus archivos.',
    automations: 'Guía: nodos, conexiones y disparadores de las automatizaciones.',
    events:
      'Guía: eventos de una tienda o una aplicación, desde un servidor, un archivo o una página.',
    conversions: 'Guía: compras y otros objetivos, por token, píxel y API.',
    keys: 'Guía: claves de API para programas y asistentes, y qué puede hacer cada una.',
  },
  exits: {
    0: 'Correcto. También con una lista vacía o una tubería cerrada.',
    1: 'Error inesperado.',
    2: 'Comando, opción, argumento o archivo no válido o ausente.',
    3: 'No encontrado.',
    4: 'No has iniciado sesión o la sesión ha caducado.',
    5: 'No permitido, o supera un límite del plan.',
    6: 'El servidor ha rechazado los datos, o el estado actual no lo permite.',
    7: 'Falta la confirmación o ha fallado una comprobación. No se ha enviado nada.',
    8: 'Sigue en curso tras el tiempo de --wait-timeout.',
    9: 'Completado en parte. El resultado indica qué ha fallado.',
    10: 'Demasiadas peticiones, incluso tras todos los reintentos.',
    11: 'Error de red, tiempo agotado o error del servidor. Puedes reintentarlo.',
    12: 'Resultado desconocido: la petición se envió y se perdió la respuesta.',
    13: 'Otro proceso ya está haciendo esto.',
    14: 'Este servidor no lo admite.',
    130: 'Has detenido el comando.',
    143: 'El sistema ha detenido el comando.',
  },
  pages: {
    output: `CANALES
  El resultado va a la salida estándar. Todo lo demás va a la salida de error:
  preguntas, progreso, avisos y errores. Así que puedes hacer esto:
    remite contacts list --list 3 --all -o csv > contactos.csv

FORMATOS
  -o table    para personas; el formato por defecto en una terminal
  -o tsv      las mismas columnas sin cabecera; por defecto en una tubería
  -o json     un documento; una lista es {"data": […], "has_more",
              "next_cursor", "total"}. También puedes escribir --json
  -o ndjson   un objeto por línea, a medida que llegan
  -o csv      con cabecera; las celdas que una hoja de cálculo ejecutaría como
              fórmulas se neutralizan
  -o ids      solo los ID, uno por línea

  En las tablas, las horas están en tu zona horaria, y los números y los textos,
  en tu idioma. En los demás formatos, las horas son ISO 8601 en UTC y los
  números van sin formato, en cualquier idioma. Los nombres de los campos son
  siempre los de la API.

CAMPOS Y PÁGINAS
  --fields email,nombre     solo estos campos, en este orden
  --limit 200, --all        por defecto, 50 elementos
  --cursor C                continúa donde terminó una lista anterior

EN LA TERMINAL
  --wide                    tablas enteras, aunque no quepan a lo ancho
  --no-pager                sin paginador para lo que no cabe en la pantalla.
                            El programa lo eligen REMITE_PAGER, el ajuste pager
                            y PAGER; si no, es less

ERRORES
  Los errores son frases en la salida de error. Con -o json o ndjson son una
  línea de JSON con "code", "message", "exit_code" y "retryable".
  Consulta también: remite help exit-codes
`,
    scheduling: `HORAS
  2027-03-28T09:00         en la zona horaria de --tz o, si falta, del perfil
  2027-03-28T09:00+02:00   con desfase respecto a UTC
  "25/12/2026 9:00"        primero el día; sin año, la próxima vez
  "25 de diciembre a las 9", "el viernes a las 18:30", "mañana a las 9",
  "en 2 horas", "dentro de 3 días a las 9:00"
                           como se dice; también funciona en inglés
  Lo que puede entenderse de dos maneras se rechaza y se dicen las dos: «mañana
  a las 5», o el día de la semana de hoy. Antes de programar se muestra la hora
  entendida, con el día de la semana y la zona horaria.
  Si el cambio de hora se salta la hora elegida, se rechaza. Si esa hora se
  repite, hay que indicar el desfase. Una hora pasada se rechaza.

ANTES DE ENVIAR
  Cada envío se comprueba antes y hay que confirmarlo. En una terminal, los
  envíos pequeños piden un sí, y los grandes, el nombre de la campaña. En un
  script, usa:
    --yes              por debajo del umbral (config set send_threshold N)
    --confirm NOMBRE   por encima, o si no se sabe cuántos destinatarios hay
    --expect-recipients 195000..205000
                       se detiene si los destinatarios no están en ese rango
  Sin confirmación no se envía nada, y el código de salida es 7.

DESDE CRON
  0 9 * * 1  remite campaigns send 7 --confirm Marzo --expect-recipients 900..1100
  Si el mismo envío se ejecuta dos veces, se envía una: cada petición lleva una
  clave de idempotencia, y un servidor que la admite contesta a la segunda con
  el resultado de la primera. Con el código de salida 12 el resultado es
  desconocido: compruébalo antes de volver a enviar.
    remite auth status --min-ttl 7d    sale con 4 si la sesión caduca pronto
`,
    importing: `PRUÉBALO ANTES
  remite lists import clientes.csv --list Clientes --dry-run
  muestra cómo se lee el archivo, a qué campo va cada columna, qué filas no son
  válidas, qué direcciones parecen mal escritas (ana@gmial.com) y cuántos
  contactos son nuevos. No envía nada y sale con 0; con --max-rejects 0, si hay
  filas no válidas sale con 9.

EL ARCHIVO
  Un CSV con una fila de cabecera. El separador y la codificación se detectan;
  para indicarlos, usa --delimiter y --encoding. O un libro de Excel (.xlsx): la
  primera hoja con celdas, o la que elijas con --sheet. Las columnas Correo,
  E-mail, Nombre o Apellidos, y las que se llaman como un campo personalizado,
  se asignan solas. Las demás, asígnalas tú:
    --map "Correo trabajo=email" --map "Ciudad=city"
  --create-fields crea un campo de la lista para cada columna que queda, con el
  tipo de sus valores: número, fecha, sí o no, dirección web, o texto. En un
  terminal se pregunta. --map "Nota=-" deja fuera una columna.
  --create NOMBRE crea la lista, y --tag ETIQUETA etiqueta cada contacto.

CONTACTOS QUE YA EXISTEN
  --mode upsert   actualizarlos (por defecto)
  --mode insert   rechazarlos
  --mode skip     dejarlos como están
  Una importación nunca vuelve a dar de alta a quien se dio de baja.

FILAS RECHAZADAS
  se guardan en clientes.rejects.csv con línea, código y motivo. Corrígelas ahí
  e importa ese archivo. Si hay filas rechazadas, el código de salida es 9, o 0
  si no son más que --max-rejects 100 o --max-rejects 2%.

REANUDAR
  Tras Ctrl-C, una caída o un corte de red, no se pierde nada ni se importa nada
  dos veces:
    remite lists imports list
    remite lists imports resume ID
`,
  },
}

import type { customEvents as english } from '../../en/endpoints/custom-events.ts'

export const customEvents: typeof english = {
  verbs: {
    send: {
      summary: 'Enviar un evento de un contacto',
      description:
        'El contacto se indica por dirección o por número, y debe estar en una de tus listas. Las automatizaciones que esperan el evento continúan. Un segundo evento con el mismo `event_id` no se registra. Un lote de hasta 1.000 eventos es `{"events": […]}`: se registran los válidos y la respuesta indica los demás. El primer valor de una propiedad decide si es texto, número, fecha, verdadero o falso, dinero (`{"amount": 30, "currency": "EUR"}`) o lista; los siguientes deben ser iguales.',
    },
    list: { summary: 'Listar los eventos de los contactos, los más recientes primero' },
    names: { summary: 'Listar los nombres de tus eventos' },
    properties: { summary: 'Listar las propiedades de tus eventos y sus tipos' },
    pixel: {
      summary: 'Crear la dirección de una imagen que registra un evento',
      description:
        'La imagen no necesita JavaScript: la muestra una página de una tienda y, cada vez que se muestra, se registra el evento, como mucho una vez al día si la dirección no lleva `event_id`. Con un contacto, es para ese contacto. Sin él, `c` en la dirección indica el contacto: es el `{{ conversion_token }}` que un enlace de tu mensaje ha llevado a la página.',
    },
  },
  fields: {
    name: 'El nombre del evento.',
    email: 'La dirección del contacto.',
    contact_id: 'El número del contacto.',
    at: 'Cuándo ocurrió; si no se indica, ahora.',
    value: 'Un valor, como el total de un pedido.',
    currency: 'La moneda del valor: `EUR`.',
    properties:
      'Lo demás que se sabe del evento: textos, números, `true`, fechas, `{"amount": 30, "currency": "EUR"}`, o una lista como `[{"sku": "A-1"}]`.',
    event_id:
      'Un identificador tuyo, para que el evento se registre una sola vez. Ningún otro evento puede tenerlo, sea cual sea su nombre.',
    from: 'El inicio del periodo.',
    to: 'El final del periodo.',
    count: 'El número de eventos.',
    first_at: 'El primer evento.',
    last_at: 'El último evento.',
    event: 'El nombre del evento.',
    property: 'La propiedad. `items[].price` es el precio de cada elemento de la lista `items`.',
    type: 'El tipo de sus valores.',
    id: 'El número del evento.',
    duplicate: 'Si ya estaba registrado.',
    campaign_id: 'La campaña a la que pertenece la conversión.',
    url: 'La dirección de la imagen.',
    after_id:
      'Solo eventos registrados después del que tiene este número, en el orden en que se registraron.',
  },
}

import type { mailView as english } from '../en/mail-view.ts'

export const mailView: typeof english = {
  labels: {
    from: 'De',
    to: 'Para',
    cc: 'Cc',
    replyTo: 'Responder a',
    subject: 'Asunto',
    preheader: 'Preencabezado',
    date: 'Fecha',
    attachments: 'Adjuntos',
  },
  empty: 'El mensaje no tiene texto.',
  tooComplex:
    'El HTML es demasiado complejo para mostrarlo como texto. Con --open se ve en el navegador.',
  noPart: {
    text: 'El mensaje no tiene texto.',
    html: 'El mensaje no tiene HTML.',
    headers: 'El servidor no muestra las cabeceras del mensaje.',
    mime: 'El servidor no muestra el código fuente del mensaje.',
  },
  noBrowser: 'Aquí no se ha encontrado ningún navegador. Abre esta dirección en el tuyo:',
  preview: {
    light: 'Claro',
    dark: 'Oscuro',
    phone: 'Móvil',
    text: 'Parte de texto',
    size: 'Tamaño del HTML',
    noHtml: 'El mensaje no tiene HTML.',
    onlyHere:
      'Lo dibuja este navegador. Los programas de correo dibujan algunos mensajes de otro modo; un mensaje de prueba lo muestra.',
  },
  clients: {
    names: { gmail: 'Gmail', outlook: 'Outlook para Windows' },
    notes: {
      gmail:
        'Según las reglas de Gmail en un navegador, tal como se han visto en pruebas. No es Gmail: puede cambiar sus reglas, y sus aplicaciones cambian los colores en el modo oscuro.',
      outlook:
        'Sin lo que Word ignora en Outlook 2016 a 2021 para Windows. No es Outlook: lo dibuja tu navegador, y las formas solo de manera aproximada. El nuevo Outlook sigue otras reglas.',
    },
    unchanged: 'Nada de lo que se sabe de este programa cambia el mensaje.',
    changes: {
      cut: (size: string) =>
        `Gmail muestra los primeros 102 KB y un enlace al resto: el HTML tiene ${size}.`,
      style_in_body: () => 'Se quita un elemento style que está en el cuerpo.',
      style_too_long: () => 'Se quita este elemento style: entre todos tienen más de 16 KB.',
      style_nested: (rule: string) =>
        `Se quita todo el elemento style: ${rule} contiene otra regla @.`,
      rule_removed: (rule: string) => `Se ignora la regla: ${rule}`,
      property_ignored: (name: string) => `Se ignora ${name}.`,
      value_ignored: (declaration: string) => `Se ignora el valor: ${declaration}`,
      style_attribute_removed: () =>
        'Se quita todo el atributo style: un color tiene una sintaxis desconocida.',
      element_removed: (name: string) => `Se quita ${name}, con su contenido.`,
      element_replaced: (name: string) => `Se sustituye ${name}; su contenido se queda.`,
      attribute_ignored: (name: string) => `Se ignora el atributo ${name}.`,
      image_format: (format: string) => `No se muestran las imágenes de este formato: ${format}`,
    },
  },
}

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
}

import type { blockTexts as en } from '../en/block-texts.ts'

export const blockTexts: typeof en = {
  heading: 'Título',
  text: 'Escribe aquí tu texto.',
  button: 'Más información',
  listItem: 'Un elemento de la lista',
  quote: 'Lo que un cliente dice de ti.',
  author: 'Nombre, empresa',
  productName: 'Nombre del producto',
  price: '19,90 €',
  buy: 'Comprar',
  heroHeading: 'Tu noticia más importante',
  heroText: 'Una frase que diga por qué interesa a tus lectores.',
  unsubscribe: 'Darse de baja',
  preferences: 'Preferencias',
  viewOnline: 'Ver en el navegador',
}

import type { starters as en } from '../en/starters.ts'

export const starters: typeof en = {
  list: {
    newsletter: {
      name: 'Boletín',
      description: 'Noticias con imágenes: una principal y dos más.',
      subject: 'Las noticias del mes',
    },
    announcement: {
      name: 'Anuncio',
      description: 'Una sola noticia, sobre el color de tu marca.',
      subject: 'Tenemos novedades',
    },
    products: {
      name: 'Productos',
      description: 'Cuatro productos con imagen, precio y botón.',
      subject: 'Novedades de la tienda',
    },
    invitation: {
      name: 'Invitación',
      description: 'Un evento con fecha, lugar y un botón para apuntarse.',
      subject: 'Te invitamos',
    },
    welcome: {
      name: 'Bienvenida',
      description: 'El primer mensaje a quien acaba de suscribirse.',
      subject: 'Te damos la bienvenida',
    },
    receipt: {
      name: 'Recibo',
      description: 'Un pedido con sus artículos y el total.',
      subject: 'Tu pedido',
    },
    'win-back': {
      name: 'Reactivación',
      description: 'Para lectores que llevan mucho tiempo sin abrir nada.',
      subject: '¿Quieres seguir recibiendo noticias nuestras?',
    },
    letter: {
      name: 'Carta',
      description: 'Solo texto, como una persona escribe a otra.',
      subject: 'Unas líneas para ti',
    },
  },
  texts: {
    greeting: 'Hola, {{ nombre | default: "qué tal" }}:',
    newsletter: {
      title: 'Las noticias del mes',
      intro: 'Esto es lo que ha pasado desde nuestra última carta y lo que viene ahora.',
      lead: {
        title: 'La noticia principal',
        text: 'Cuenta en dos o tres frases qué hay de nuevo y por qué interesa a tus lectores. Los detalles están en tu web.',
        button: 'Leer la noticia',
      },
      articles: [
        {
          title: 'Segunda noticia',
          text: 'Un texto corto que despierte la curiosidad.',
          button: 'Leer más',
        },
        {
          title: 'Tercera noticia',
          text: 'Un texto corto que despierte la curiosidad.',
          button: 'Leer más',
        },
      ],
      quote: 'Una frase de un cliente que diga qué haces bien.',
      author: 'Nombre, empresa',
    },
    announcement: {
      hero: { title: 'Ya está aquí', text: 'Di la noticia en una frase.', label: 'Ver la novedad' },
      text: 'Cuenta a tus lectores qué ha cambiado, desde cuándo y qué tienen que hacer.',
      points: ['Qué es nuevo', 'Qué mejora', 'Qué sigue igual'],
      close: 'Si tienes alguna pregunta, responde a este mensaje. Leemos todas las respuestas.',
    },
    products: {
      title: 'Novedades de la tienda',
      intro: 'Cuatro cosas que queremos enseñarte antes que a nadie.',
      names: ['Primer producto', 'Segundo producto', 'Tercer producto', 'Cuarto producto'],
      price: '19,90 €',
      buy: 'Comprar',
      more: 'Ver todo',
    },
    invitation: {
      title: 'Te invitamos',
      intro: 'Nos alegraría mucho verte.',
      facts: [
        { name: 'Cuándo', value: 'Jueves 12 de marzo, 18:00' },
        { name: 'Dónde', value: 'Calle y número, ciudad' },
      ],
      text: 'Di qué va a pasar, quién interviene y cuánto dura.',
      button: 'Apuntarme',
      decline: 'Las plazas son limitadas. Apúntate, por favor, hasta el lunes anterior.',
    },
    welcome: {
      hero: { title: 'Te damos la bienvenida', text: 'Nos alegra tenerte aquí.', label: 'Empezar' },
      text: 'Recibirás noticias nuestras más o menos una vez al mes. Mientras tanto, esto es lo que puedes hacer.',
      steps: [
        { title: 'Primero', text: 'Lo que hacen primero los clientes nuevos.' },
        { title: 'Después', text: 'Lo que hacen a continuación.' },
        { title: 'Siempre', text: 'Dónde encuentran ayuda.' },
      ],
      close: 'Si tienes alguna pregunta, responde a este mensaje.',
    },
    receipt: {
      title: 'Gracias por tu pedido',
      intro: 'Lo hemos recibido y lo estamos preparando.',
      order: 'Pedido 12345',
      items: [
        { name: 'Primer producto', price: '19,90 €' },
        { name: 'Segundo producto', price: '12,00 €' },
      ],
      total: { name: 'Total', price: '31,90 €' },
      button: 'Ver el pedido',
      help: 'Si algo no está bien, responde a este mensaje.',
    },
    winBack: {
      title: '¿Quieres seguir recibiendo noticias nuestras?',
      text: 'Hace tiempo que no abres nuestros mensajes. No pasa nada, pero no queremos llenar tu buzón con lo que no lees.',
      offer: 'Si quieres quedarte, pulsa el botón. No tienes que hacer nada más.',
      button: 'Sí, quiero seguir en la lista',
      leave: 'Si no, puedes darte de baja más abajo cuando quieras.',
    },
    letter: {
      paragraphs: [
        'Escribe como escribirías a una sola persona: por qué escribes, qué ofreces y qué te gustaría que hiciera.',
        'Los párrafos cortos se leen mejor en el móvil.',
        'Si tienes alguna pregunta, responde a este mensaje.',
      ],
      close: 'Un saludo,',
    },
  },
}

import type { media as english } from '../../en/endpoints/media.ts'

export const media: typeof english = {
  verbs: {
    list: { summary: 'Listar tus imágenes, las más recientes primero' },
    get: { summary: 'Mostrar una imagen y dónde se usa' },
    add: {
      summary: 'Añadir una imagen para tus mensajes',
      description:
        'La imagen se adapta al correo: derecha, sin superar `max_width` y sin metadatos como el lugar donde se hizo la foto. WebP pasa a JPEG, PNG o GIF, porque algunos programas de correo no lo muestran. El mismo archivo otra vez es la misma imagen. El cuerpo es el archivo, de hasta 10 MB.',
    },
    delete: {
      summary: 'Eliminar una imagen',
      description: 'Después faltará en los mensajes ya enviados que la contienen.',
    },
  },
  fields: {
    id: 'El número de la imagen.',
    name: 'Un nombre para la lista de imágenes.',
    type: 'El tipo de contenido.',
    bytes: 'El tamaño en bytes.',
    width: 'La anchura en píxeles.',
    height: 'La altura en píxeles.',
    url: 'La dirección pública, para los mensajes.',
    created_at: 'Cuándo se añadió.',
    used_in: 'Las campañas, plantillas y marcas que la usan.',
    max_width: 'Una imagen más ancha se reduce.',
    force: 'La elimina aunque se use.',
  },
}

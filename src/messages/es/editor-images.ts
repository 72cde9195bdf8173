import type { editorImages as en } from '../en/editor-images.ts'

export const editorImages: typeof en = {
  title: 'Imagen',
  upload: 'Subir…',
  gallery: 'Elegir imagen…',
  yours: 'Tus imágenes',
  hint: 'PNG, JPEG, GIF o WebP, de hasta {megabytes} MB; una foto mayor se reduce. También puedes soltar una imagen sobre el mensaje o pegarla.',
  none: 'Todavía no hay imágenes. Sube la primera.',
  more: 'Mostrar más',
  loading: 'Cargando las imágenes…',
  facts: '{width} × {height} px, {size}',
  uploading: 'Subiendo «{name}»…',
  progress: 'Progreso de la subida',
  shrinking: 'Reduciendo «{name}»…',
  shrunk:
    '«{name}» ocupaba {size}. Se ha reducido antes de subirla, porque una imagen puede ocupar hasta {megabytes} MB.',
  uploaded: '«{name}» se ha subido.',
  stop: 'Cancelar la subida',
  stopped: 'La subida se ha cancelado.',
  wrongType: '«{name}» no es una imagen PNG, JPEG, GIF o WebP.',
  tooLarge:
    '«{name}» ocupa {size} y no se puede reducir aquí. Redúcela con un editor de imágenes: puede ocupar hasta {megabytes} MB.',
  empty: '«{name}» está vacío.',
  failed: '«{name}» no se ha subido. {reason}',
  altHint:
    'Se lee o se escucha cuando la imagen no se muestra. Déjalo vacío solo si la imagen es un adorno.',
}

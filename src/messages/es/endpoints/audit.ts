import type { audit as english } from '../../en/endpoints/audit.ts'

export const audit: typeof english = {
  verbs: {
    list: {
      summary: 'Mostrar quién hizo qué en una cuenta',
      description:
        'Qué se cambió, se envió y se borró, quién lo hizo, con qué clave o programa y desde dónde. Los cambios de ajustes incluyen el valor de antes y el de después.',
    },
  },
  fields: {
    id: 'El usuario, por número o nombre.',
    from: 'Solo desde esta fecha.',
    to: 'Solo antes de esta fecha.',
    key_id: 'Solo lo que se hizo con esta clave de API.',
  },
}

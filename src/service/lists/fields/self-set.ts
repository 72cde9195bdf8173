import { foldHeading } from '../../../core/fold-name.ts'
import type { Language } from '../../../core/language.ts'
import { messages } from '../../../messages/all.ts'
import { fill } from '../../../messages/fill.ts'
import type { Field } from './field-values.ts'

/** Words of fields that usually decide a price, a right or a status, in both languages. */
const decisive = new Set(
  (
    'vip premium gold oro platinum platino silver plata plan tier tarifa price precio discount descuento ' +
    'coupon cupon credit credits credito creditos saldo balance points puntos score puntuacion admin ' +
    'administrator administrador staff employee empleado empleada role roles rol permission permissions ' +
    'permiso permisos status estatus member membership miembro socio socia partner reseller ' +
    'distribuidor verified verificado verificada approved aprobado aprobada paid pagado pagada'
  ).split(' '),
)

/**
 * Warns of a field that people set themselves although it decides something about them: everyone may
 * fill in the form of a list, and change the field in the preference center.
 */
export function selfSetWarnings(
  { name, key, options, internal }: Pick<Field, 'name' | 'key' | 'options' | 'internal'>,
  language: Language,
) {
  const words = [name, key, ...options].flatMap((text) => foldHeading(text).split(' '))
  if (internal || !words.some((word) => decisive.has(word))) return []
  const message = fill(messages[language].fieldWarnings.field_self_set, { name })
  return [{ code: 'field_self_set' as const, message }]
}

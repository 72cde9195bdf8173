import type {
  rejectReasons as englishReasons,
  tabular as englishTabular,
  tableUsage as englishUsage,
} from '../en/tabular.ts'

export const rejectReasons: typeof englishReasons = {
  required: 'falta la dirección de correo en la columna «{column}»',
  bad_email: '«{value}» no es una dirección de correo válida',
  too_long: '«{value}» tiene más de {limit} caracteres',
  bad_number:
    '«{value}» en «{column}» no es un número válido: usa 1234 o 1234,5, sin separador de miles',
  bad_date: '«{value}» en «{column}» no es una fecha válida: usa 31/12/2026 o 2026-12-31',
  bad_url: '«{value}» en «{column}» no es una dirección web válida',
  not_a_choice: '«{value}» en «{column}» no es ninguno de estos valores: {choices}',
  unknown_status:
    '«{value}» en «{column}» no es un estado conocido, como {choices}; --map "{column}=-" deja fuera la columna',
  status_not_offered:
    'este servidor no puede guardar el estado «{status}», así que no se le ha enviado el contacto',
  nul_character: 'la columna «{column}» contiene un carácter NUL',
  control_character: 'la columna «{column}» contiene un carácter de control',
  damaged_text:
    '«{value}» en «{column}» contiene caracteres dañados por una codificación incorrecta',
  header_break: 'la columna «{column}» contiene un salto de línea',
  too_many: 'la fila tiene {cells} celdas, pero la cabecera tiene {columns}',
  too_few: 'la fila solo tiene {cells} celdas, pero la cabecera tiene {columns}',
  cell_error: 'la celda de «{column}» contiene el error de hoja de cálculo {value}',
  unbalanced_quote: 'hay unas comillas sin cerrar al final de su celda',
}

export const tableUsage: typeof englishUsage = {
  unknown_encoding: 'Codificación desconocida: «{encoding}».',
  unknown_delimiter: 'El separador debe ser un carácter o la palabra tab, no «{delimiter}».',
  unknown_column: 'El archivo no tiene la columna «{column}». Sus columnas: {columns}.',
  unknown_field: 'Los contactos de esta lista no tienen el campo «{field}».',
  two_columns:
    'Las columnas «{first}» y «{second}» corresponden las dos a {field}. Elige una con --map.',
  column_twice: 'La misma columna está asignada dos veces.',
  delimiter_of_workbook: 'Los libros de Excel no tienen separador. Usa --delimiter solo con CSV.',
  delimiter_of_ndjson: 'NDJSON no tiene separador. Usa --delimiter solo con CSV.',
  encoding_of_workbook:
    'Los libros de Excel ya llevan su codificación. Usa --encoding solo con CSV.',
  sheet_of_csv: 'Los archivos de texto no tienen hojas. Usa --sheet solo con libros de Excel.',
  workbook_damaged: 'El libro[ {path}] está dañado o incompleto.',
  workbook_too_large: 'El libro[ {path}] es demasiado grande una vez descomprimido.',
  no_sheets: 'El libro[ {path}] no tiene ninguna hoja con celdas.',
  too_many_columns: 'La fila {line} del libro[ {path}] tiene más columnas de las que admite Excel.',
  long_cell: 'Una celda[ de la fila {line}] del libro[ {path}] es demasiado larga.',
  two_lists: 'Usa --list o --create, pero no ambas.',
  tags_of_suppress: 'Las direcciones bloqueadas no tienen etiquetas. Quita --tag.',
  fields_of_suppress: 'Las direcciones bloqueadas no tienen campos. Quita --create-fields.',
  fields_unread: '--create-fields tiene que leer el archivo dos veces. Guárdalo antes en el disco.',
  bad_override: '«{text}» no asigna una columna a un campo. Usa columna=campo.',
}

export const tabular: typeof englishTabular = {
  format: (delimiter, encoding) => `CSV, ${delimiter}, ${encoding}`,
  sheet: (name) => `Excel, hoja «${name}»`,
  ndjson: (encoding) => `NDJSON, ${encoding}`,
  otherSheets: (names) => `Otras hojas (no se leen): ${names}`,
  comma: 'comas',
  semicolon: 'puntos y coma',
  tab: 'tabuladores',
  pipe: 'barras verticales',
  mapped: (column, field) => `${column} → ${field}`,
  ignored: (columns) => `Columnas ignoradas: ${columns}`,
  strayBytes: (count) => `Bytes que no son UTF-8, leídos como Windows-1252: ${count}`,
  headerless:
    'La primera fila contiene una dirección de correo. Añade una fila con los nombres de las columnas.',
  email: 'correo',
  nombre: 'nombre',
  apellidos: 'apellidos',
  tags: 'etiquetas',
  status: 'estado',
  unsubscribed_at: 'fecha de baja',
  bounced_at: 'fecha de rebote',
  complained_at: 'fecha de queja',
  suppressed_at: 'fecha de supresión',
  confirmed_at: 'fecha de confirmación',
  created_at: 'fecha de alta',
  suppression: 'supresión',
  suppression_scope: 'alcance de la supresión',
  reason: 'motivo',
}

import type {
  rejectReasons as englishReasons,
  tabular as englishTabular,
  tableUsage as englishUsage,
} from '../en/tabular.ts'

export const rejectReasons: typeof englishReasons = {
  required: 'falta la dirección en la columna «{column}»',
  bad_email: '«{value}» no es una dirección de correo',
  too_long: '«{value}» tiene más de {limit} caracteres',
  bad_number:
    '«{value}» en «{column}» no es un número claro: escriba 1234 o 1234,5, sin separador de miles',
  bad_date: '«{value}» en «{column}» no es una fecha: escriba 31/12/2026 o 2026-12-31',
  bad_url: '«{value}» en «{column}» no es una dirección web',
  not_a_choice: '«{value}» en «{column}» no es ninguna de las opciones: {choices}',
  nul_character: 'la columna «{column}» contiene un carácter NUL',
  control_character: 'la columna «{column}» contiene un carácter de control',
  damaged_text: '«{value}» en «{column}» contiene caracteres que destruyó una codificación errónea',
  header_break: 'la columna «{column}» contiene un salto de línea',
  too_many: 'la fila tiene {cells} celdas y la cabecera {columns}',
  too_few: 'la fila solo tiene {cells} celdas y la cabecera {columns}',
  cell_error: 'la celda de «{column}» contiene el error {value} de la hoja de cálculo',
  unbalanced_quote: 'unas comillas se abren y no se cierran donde acaba su celda',
}

export const tableUsage: typeof englishUsage = {
  unknown_encoding: 'No existe la codificación «{encoding}».',
  unknown_delimiter: 'Un separador es un carácter o la palabra tab, no «{delimiter}».',
  unknown_column: 'El archivo no tiene la columna «{column}». Tiene: {columns}.',
  unknown_field: 'Un contacto no tiene el campo «{field}» en esta lista.',
  two_columns: 'Las columnas «{first}» y «{second}» son las dos {field}: indique cuál se toma.',
  column_twice: 'Una columna se asigna dos veces.',
  delimiter_of_workbook: 'Un libro de Excel no tiene separador: --delimiter es para CSV.',
  encoding_of_workbook: 'Un libro de Excel ya dice su codificación: --encoding es para CSV.',
  sheet_of_csv: 'Un archivo de texto no tiene hojas: --sheet es para libros de Excel.',
  workbook_damaged: 'El libro[ {path}] está dañado o incompleto.',
  workbook_too_large: 'El libro[ {path}] ocupa desempaquetado más de lo que se puede leer.',
  no_sheets: 'El libro[ {path}] no tiene ninguna hoja con celdas.',
  too_many_columns: 'La fila {line} del libro[ {path}] tiene más columnas de las que admite Excel.',
  long_cell: 'Una celda[ de la fila {line}] del libro[ {path}] es demasiado larga para ser texto.',
  two_lists: 'Indica --list o --create, no ambos.',
  bad_override: '«{text}» no nombra una columna y un campo: columna=campo.',
}

export const tabular: typeof englishTabular = {
  format: (delimiter, encoding) => `CSV, ${delimiter}, ${encoding}`,
  sheet: (name) => `Excel, hoja «${name}»`,
  otherSheets: (names) => `Hojas que no se leen: ${names}`,
  comma: 'comas',
  semicolon: 'puntos y coma',
  tab: 'tabuladores',
  pipe: 'barras verticales',
  mapped: (column, field) => `${column} → ${field}`,
  ignored: (columns) => `Columnas que no se usan: ${columns}`,
  strayBytes: (count) => `Bytes que no son UTF-8, leídos como Windows-1252: ${count}`,
  headerless: 'La primera fila contiene una dirección: ponga una fila con los nombres de columna.',
  email: 'correo',
  nombre: 'nombre',
  apellidos: 'apellidos',
  tags: 'etiquetas',
}

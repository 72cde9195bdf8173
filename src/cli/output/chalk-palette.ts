import { Chalk } from 'chalk'
import type { Palette } from './color.ts'

// The 16 colours every terminal has; left to itself chalk takes its own guess, deaf to NO_COLOR.
const chalk = new Chalk({ level: 1 })

export const chalkPalette: Palette = {
  error: chalk.red.bold,
  warning: chalk.yellow,
  success: chalk.green,
  dim: chalk.dim,
  bold: chalk.bold,
  heading: chalk.bold.underline,
  value: chalk.cyan,
}

import { build, isBuilt } from './build.js'
import { install, isInstalled } from './install.js'

/** Says what it does, since that takes seconds; says nothing when nothing is to be done. */
export async function prepare({ isClean }) {
  if (!isInstalled()) {
    console.error('Installing the packages …')
    install()
  }
  if (isClean || !isBuilt()) {
    console.error('Building …')
    await build({ isClean })
  }
}

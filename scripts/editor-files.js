import { readFileSync } from 'node:fs'

/** What the drag-and-drop editor's one file was made of; it is no module that a bundler could look into. */
export const editorPackages = [
  'grapesjs',
  'backbone',
  'backbone-undo',
  'codemirror',
  'codemirror-formatting',
  'html-entities',
  'promise-polyfill',
  'underscore',
]

const files = {
  'editor-grapes.js': 'node_modules/grapesjs/dist/grapes.min.js',
  'editor-grapes.css': 'node_modules/grapesjs/dist/css/grapes.min.css',
  'editor-page.css': 'src/cli/editor/page/page.css',
}

/** Lays the drag-and-drop editor and our own look beside the script of the page, as they are. */
export const editorFiles = () => ({
  name: 'editor-files',
  generateBundle() {
    for (const [fileName, path] of Object.entries(files)) {
      this.emitFile({ type: 'asset', fileName, source: readFileSync(path) })
    }
  },
})

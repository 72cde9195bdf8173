import { readFileSync } from 'node:fs'

/** The packages inside the drag-and-drop editor's single file, which a bundler cannot inspect. */
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

/** Adds the drag-and-drop editor and our stylesheet to the bundle unchanged. */
export const editorFiles = () => ({
  name: 'editor-files',
  generateBundle() {
    for (const [fileName, path] of Object.entries(files)) {
      this.emitFile({ type: 'asset', fileName, source: readFileSync(path) })
    }
  },
})

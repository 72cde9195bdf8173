/**
 * The tree of verbs is JSON in TypeScript. V8 reads it twice as fast from a string as from source,
 * and every start reads it.
 */
export const parsedTree = () => ({
  name: 'parsed-tree',
  transform: {
    filter: { id: /[\\/]src[\\/]cli[\\/]tree\.ts$/ },
    order: 'pre',
    handler: (code) => ({
      code: code.replace(
        /^export const (\w+)[^=\n]*= ([[{][\s\S]*?\n[\]}])$/gm,
        (_, name, json) => `export const ${name} = JSON.parse(${quoted(json)})`,
      ),
    }),
  },
})

const quoted = (json) => JSON.stringify(JSON.stringify(JSON.parse(json)))

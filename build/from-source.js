// The launcher starts this once where there is no `dist`: in a clone, and where npm installed the package from a git
// address, which builds nothing. Node itself strips the types, so that no other tool is needed.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
// Whole or not at all: another process may start at the same time.
const unfinished = `${dist}.${process.pid}.tmp`

try {
  build(unfinished)
  await packVocabularies(unfinished)
  renameSync(unfinished, dist)
} catch (error) {
  rmSync(unfinished, { recursive: true, force: true })
  // The other process was faster.
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') {
    process.stderr.write(
      `fovea: this copy comes from source and has to be prepared once, in ${root}: ${error.message}. Run "fovea --version" once as the user who installed it.\n`,
    )
    process.exitCode = 1
  }
}

/** One file for each source file, and one for each name that package.json and the launcher know. */
function build(directory) {
  for (const entry of readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const source = join(entry.parentPath, entry.name)
    const text = readFileSync(source, 'utf8')
    const path = relative(root, source).split(sep).join('/').replace(/\.ts$/, '.js')
    // Beside the code there is what pages are made from.
    write(join(directory, path), entry.name.endsWith('.ts') ? withoutTypes(text) : text)
  }
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const entries = Object.values(exports)
    .filter(entry => typeof entry === 'object')
    .map(entry => [entry.default, entry.types.replace('./dist/', './src/').replace(/\.d\.ts$/, '.js')])
  const programs = [
    ['./dist/cli.js', './src/doors/cli/main.js'],
    ['./dist/hooks.js', './src/doors/hooks/index.js'],
  ]
  for (const [file, source] of [...entries, ...programs])
    write(join(directory, file.slice('./dist/'.length)), `export * from '${source}'\n`)
}

/** The tables of the token counter: without them each process would make its own. */
async function packVocabularies(directory) {
  const file = join(directory, 'src/tokens/vocabulary.js')
  const { encodings, loadVocabulary, packVocabulary } = await import(pathToFileURL(file).href)
  for (const encoding of encodings)
    writeFileSync(join(dirname(file), `${encoding}.tokens`), packVocabulary(loadVocabulary(encoding)))
}

/** Imports name source files, and these are written with another ending. */
function withoutTypes(source) {
  return stripTypeScriptTypes(source).replaceAll(
    /(\bfrom |\bimport\(|\bimport )'(\.[^'\n]+)\.ts'/g,
    "$1'$2.js'",
  )
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

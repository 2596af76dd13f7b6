// `npm install` in a clone and from a git address runs this: plain JavaScript that every Node can parse.
// A global installation from git gets no development dependencies from npm: there Node itself strips the types.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

if (existsSync(join(root, 'node_modules/rolldown')) && existsSync(join(root, 'node_modules/typescript'))) {
  const { status } = spawnSync('npm run build --silent', { cwd: root, stdio: 'inherit', shell: true })
  process.exitCode = status ?? 1
} else if (typeof module.stripTypeScriptTypes === 'function') build()
else {
  process.stderr.write(
    `fovea needs Node 22.18 or newer and this is Node ${process.versions.node}: install a current Node.\n`,
  )
  process.exitCode = 1
}

/** One file for each source file, and one for each name that package.json and the launcher know. */
function build() {
  const dist = join(root, 'dist')
  rmSync(dist, { recursive: true, force: true })
  for (const entry of readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts')) continue
    const source = join(entry.parentPath, entry.name)
    write(join(dist, toJs(relative(root, source))), withoutTypes(readFileSync(source, 'utf8')))
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
    write(join(root, file), `export * from '${source}'\n`)
}

/** Imports name source files; types stand for nothing once they are gone, and keep their columns as blanks. */
function withoutTypes(source) {
  return module.stripTypeScriptTypes(source).replaceAll(
    /(\bfrom|\bimport\(|\bimport) ?(['"])(\.{1,2}\/[^'"\n]+)\.ts\2/g,
    (_, before, quote, path) => `${before}${before.endsWith('(') ? '' : ' '}${quote}${path}.js${quote}`,
  )
}

function toJs(path) {
  return path.split(sep).join('/').replace(/\.ts$/, '.js')
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

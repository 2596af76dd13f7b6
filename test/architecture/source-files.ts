/** Every source file with what it imports and exports, read as text. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export const sourceRoot: string = join(import.meta.dirname, '../../src')

export interface SourceFile {
  /** Relative to `src/`, with forward slashes. */
  readonly path: string
  readonly text: string
  /** Imported files relative to `src/`, and packages by name. Types count: they are knowledge too. */
  readonly imports: readonly string[]
  /** As `imports`, without those that vanish when types are stripped. */
  readonly runtimeImports: readonly string[]
}

/** `import … from 'x'`, `export … from 'x'`, `import 'x'`, `import('x')`, `require('x')`, `getBuiltinModule('x')`. */
const importPattern =
  /(?:^|\n)(import|export)(\s+type\b)?[^'"\n;]*(?:\n[^'"\n;]*)*?\bfrom\s+'([^']+)'|(?:^|\n)import\s+'([^']+)'|\b(?:import|require\w*|getBuiltinModule)\(\s*'([^']+)'/g

export const sourceFiles: readonly SourceFile[] = readdirSync(sourceRoot, {
  recursive: true,
  encoding: 'utf8',
})
  .filter(path => path.endsWith('.ts'))
  .map(path => path.replaceAll('\\', '/'))
  .sort()
  .map(path => {
    const text = readFileSync(join(sourceRoot, path), 'utf8')
    const found = Array.from(text.matchAll(importPattern), match => ({
      target: resolve(path, match[3] ?? match[4] ?? match[5] ?? ''),
      isType: match[2] !== undefined,
    }))
    return {
      path,
      text,
      imports: found.map(({ target }) => target),
      runtimeImports: found.filter(({ isType }) => !isType).map(({ target }) => target),
    }
  })

function resolve(from: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier
  return relative(sourceRoot, join(sourceRoot, dirname(from), specifier)).replaceAll('\\', '/')
}

const byPath = new Map(sourceFiles.map(file => [file.path, file]))

/** Files and packages that loading `entry` loads. */
export function reachableFrom(entry: string): ReadonlySet<string> {
  const reached = new Set<string>()
  const queue = [entry]
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    queue.push(...(byPath.get(path)?.runtimeImports ?? []))
  }
  return reached
}

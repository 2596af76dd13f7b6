/**
 * Bundles `web/` into `src/doors/pages/page.html`, the one file that every page is made from. It is kept with the sources:
 * an installation from a git address builds nothing. `--check` says whether it is what `web/` makes.
 */
import { hash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const root = join(import.meta.dirname, '..')
const target = join(root, 'src/doors/pages/page.html')

export async function packedPage(): Promise<string> {
  const script = await packedScript()
  const style = packedStyle()
  const policy = [
    "default-src 'none'",
    `script-src ${sourceHash(script)}`,
    // Sizes of rows and bars are set by the script, which no policy of styles is asked about.
    `style-src ${sourceHash(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}<!--connect-->">`,
    '<title><!--title--></title>',
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<div id="page"><noscript>This page draws itself with a script that it carries: allow scripts to see it.</noscript></div>',
    '<script type="application/json" id="data"><!--data--></script>',
    `<script>${script}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

async function packedScript(): Promise<string> {
  const bundle = await rolldown({
    input: join(root, 'web/page.tsx'),
    platform: 'browser',
    tsconfig: join(root, 'web/tsconfig.json'),
    transform: { target: 'es2022' },
  })
  const { output } = await bundle.generate({ format: 'iife', minify: true, charset: 'ascii' })
  await bundle.close()
  const code = output[0].code.trim()
  if (/<\/script|<!--/i.test(code)) throw new Error('The script would end its own element.')
  return code
}

function packedStyle(): string {
  const folder = join(root, 'web/style')
  return readdirSync(folder)
    .sort()
    .map(name => readFileSync(join(folder, name), 'utf8').trim())
    .join('\n')
}

function sourceHash(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`
}

if (process.argv[1] === import.meta.filename) {
  const page = await packedPage()
  const isFresh = readFileSync(target, { encoding: 'utf8', flag: 'a+' }) === page
  if (!process.argv.includes('--check')) {
    if (!isFresh) writeFileSync(target, page)
  } else if (!isFresh) {
    process.stderr.write('src/doors/pages/page.html is not what web/ makes: run "npm run web".\n')
    process.exitCode = 1
  }
}

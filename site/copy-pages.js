/** Copies `docs/` here, for the builder looks for its own modules beside the pages. The overview becomes the first page. */
import { copyFileSync, cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const pages = join(import.meta.dirname, 'pages')
rmSync(pages, { recursive: true, force: true })
cpSync(join(import.meta.dirname, '../docs'), pages, { recursive: true })
copyFileSync(join(pages, 'how-it-works.md'), join(pages, 'index.md'))

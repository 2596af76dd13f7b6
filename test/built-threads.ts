/** Threads start from the build: from source, each would read hundreds of modules again. */
import { registerHooks } from 'node:module'

const built = new URL('../dist/thread-main.js', import.meta.url).href

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/store/thread-entry.ts')) return loaded
    const source = String(loaded.source)
    const changed = source.replace(/new URL\([^)]*\)/, `new URL(${JSON.stringify(built)})`)
    if (changed === source) throw new Error(`${url} names no program.`)
    return { ...loaded, source: changed }
  },
})

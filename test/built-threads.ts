/** Threads of the proxy start from the build: from source, each would read hundreds of modules again. */
import { registerHooks } from 'node:module'

const built = new URL('../dist/thread-main.js', import.meta.url).href

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/doors/proxy/preparation/thread.ts')) return loaded
    const source = String(loaded.source)
    const changed = source.replace(
      /new URL\(`\.\/thread-main.*, import\.meta\.url\)/,
      `new URL(${JSON.stringify(built)})`,
    )
    if (changed === source) throw new Error(`${url} names no thread-main.`)
    return { ...loaded, source: changed }
  },
})

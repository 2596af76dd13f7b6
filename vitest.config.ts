import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

/** Threads of the proxy start from the build: from source, each would read hundreds of modules again. */
const builtThreads: Plugin = {
  name: 'built-threads',
  transform(code, id) {
    if (!id.endsWith('/doors/proxy/preparation/thread.ts')) return undefined
    const built = pathToFileURL(`${import.meta.dirname}/dist/thread-main.js`).href
    const changed = code.replace(
      /new URL\(`\.\/thread-main.*, import\.meta\.url\)/,
      `new URL(${JSON.stringify(built)})`,
    )
    if (changed === code) throw new Error(`${id} names no thread-main.`)
    return { code: changed, map: null }
  },
}

const config: ViteUserConfig = defineConfig({
  plugins: [builtThreads],
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/build.ts', 'test/postgres/shared-postgres.ts'],
    setupFiles: ['test/property-seed.ts'],
    maxWorkers: '100%',
    // Modules are read once per worker, not once per file: more than half of the time goes there.
    isolate: false,
    unstubEnvs: true,
    // What is built is run as it is.
    server: { deps: { external: [/\/dist\/[^/]+\.js$/] } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})

export default config

import { availableParallelism } from 'node:os'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { SpreadWaiting } from './test/spread-waiting.ts'

/**
 * V8 then optimizes fewer functions, because tests call most of them too rarely for it to pay, and collects garbage less
 * often. Node 22 may not know the options.
 */
const saveProcessorTime =
  Number.parseInt(process.versions.node, 10) < 24 ? [] : ['--efficiency-mode', '--min-semi-space-size=32']

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/temporary-folder.ts', 'test/build.ts', 'test/postgres/shared-postgres.ts'],
    setupFiles: ['test/property-seed.ts'],
    // Two more than there are cores: tests of servers and processes wait for much of their time.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: SpreadWaiting },
    // Modules are read once per worker, not once per file: more than half of the time goes there.
    isolate: false,
    // Node reads the sources itself: calls between modules are then as fast as they are for users.
    experimental: { viteModuleRunner: false },
    execArgv: [`--import=${import.meta.dirname}/test/built-threads.ts`, ...saveProcessorTime],
    unstubEnvs: true,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})

export default config

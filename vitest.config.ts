import { defineConfig, type ViteUserConfig } from 'vitest/config'

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/build.ts'],
    setupFiles: ['test/property-seed.ts'],
    maxWorkers: '100%',
    // Modules are read once per worker, not once per file: more than half of the time goes there.
    isolate: false,
    unstubEnvs: true,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})

export default config

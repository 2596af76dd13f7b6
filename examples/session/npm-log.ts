/** What `npm ci --loglevel=http` prints for the invented project. */
import type { Random } from './random.ts'

/** A plausible part of the dependency tree: names and versions. */
const packages: readonly string[] = `
@esbuild/linux-x64@0.25.10 @fastify/ajv-compiler@4.0.2 @fastify/error@4.2.0
@fastify/fast-json-stringify-compiler@5.0.3 @fastify/proxy-addr@5.0.0 @fastify/sensible@6.0.3
@jridgewell/sourcemap-codec@1.5.5 @rollup/rollup-linux-x64-gnu@4.52.4 @types/node@22.18.8 @types/pg@8.15.5
@vitest/expect@3.2.4 @vitest/mocker@3.2.4 @vitest/pretty-format@3.2.4 @vitest/runner@3.2.4
@vitest/snapshot@3.2.4 @vitest/spy@3.2.4 @vitest/utils@3.2.4 ajv@8.17.1 ajv-formats@3.0.1 avvio@9.1.0
cac@6.7.14 chai@5.3.3 cookie@1.0.2 debug@4.4.3 es-module-lexer@1.7.0 esbuild@0.25.10 fast-deep-equal@3.1.3
fast-json-stringify@6.1.1 fast-querystring@1.1.2 fast-uri@3.1.0 fastify@5.6.1 fastq@1.19.1 fdir@6.5.0
find-my-way@9.3.0 get-tsconfig@4.12.0 glob@8.1.0 inflight@1.0.6 rimraf@3.0.2 http-errors@2.0.0
ipaddr.js@2.2.0 json-schema-ref-resolver@3.0.0 light-my-request@6.6.0 magic-string@0.30.19 ms@2.1.3
nanoid@3.3.11 pathe@2.0.3 pg@8.16.3 pg-connection-string@2.9.1 pg-pool@3.10.1 pg-protocol@1.10.3
pg-types@2.2.0 pgpass@1.0.5 picocolors@1.1.1 picomatch@4.0.3 pino@9.13.1 pino-abstract-transport@2.0.0
pino-std-serializers@7.0.0 postcss@8.5.6 postgres-date@1.0.7 process-warning@5.0.0 rollup@4.52.4
safe-regex2@5.0.0 safe-stable-stringify@2.5.0 secure-json-parse@4.1.0 semver@7.7.2 source-map-js@1.2.1
split2@4.2.0 thread-stream@3.1.0 tinyglobby@0.2.15 toad-cache@3.7.0 tsx@4.20.6 typescript@5.9.3
undici-types@6.21.0 vite@7.1.9 vite-node@3.2.4 vitest@3.2.4 why-is-node-running@2.3.0 zod@4.1.12`
  .trim()
  .split(/\s+/)

const warnings: ReadonlyMap<string, string> = new Map([
  ['glob', 'npm warn deprecated glob@8.1.0: Glob versions prior to v9 are no longer supported'],
  ['inflight', 'npm warn deprecated inflight@1.0.6: This module is not supported, and leaks memory.'],
  ['rimraf', 'npm warn deprecated rimraf@3.0.2: Rimraf versions prior to v4 are no longer supported'],
])

export function npmLog(random: Random): string {
  return [
    'npm warn EBADENGINE Unsupported engine {',
    "npm warn EBADENGINE   package: 'harbor-orders@3.8.1',",
    "npm warn EBADENGINE   required: { node: '>=22.21' },",
    "npm warn EBADENGINE   current: { node: 'v22.20.0', npm: '10.9.3' }",
    'npm warn EBADENGINE }',
    ...packages.flatMap(fetchLines(random)),
    'npm http fetch POST 200 https://registry.npmjs.org/-/npm/v1/security/advisories/bulk 412ms',
    '',
    `added ${packages.length} packages, and audited ${packages.length + 1} packages in 19s`,
    '',
    '31 packages are looking for funding',
    '  run `npm fund` for details',
    '',
    '1 moderate severity vulnerability',
    '',
    'To address all issues, run:',
    '  npm audit fix',
    '',
    'Run `npm audit` for details.',
  ].join('\n')
}

function fetchLines(random: Random): (specifier: string) => readonly string[] {
  return specifier => {
    const split = specifier.lastIndexOf('@')
    const name = specifier.slice(0, split)
    const file = `${name.slice(name.indexOf('/') + 1)}-${specifier.slice(split + 1)}.tgz`
    const took = `${random.integer(38, 640)}ms`
    const line = `npm http fetch GET 200 https://registry.npmjs.org/${name}/-/${file} ${took} (cache miss)`
    const warning = warnings.get(name)
    return warning === undefined ? [line] : [warning, line]
  }
}
